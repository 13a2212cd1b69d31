import { DeleteObjectsCommand, GetObjectCommand } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { LOCAL } from '../../../../../infra/localService/template.ts';
import { FileVersions } from '../../../../../infra/operator/files/fileVersions.ts';
import { restoreFiles } from '../../../../../infra/operator/files/restoreFiles.ts';
import type { ScanState } from '../../../../../shared/contract/schemas/files/submittedFile.ts';
import { FileBucket } from '../../../../../shared/files/fileBucket.ts';
import { fileKey } from '../../../../../shared/files/objectKeys.ts';
import { newId } from '../../../../../shared/runtime/newId.ts';
import { storedFiles } from '../../../../../shared/storage/submissions/submittedFiles.ts';
import { submissionKey } from '../../../../../shared/storage/table/itemKeys.ts';
import { BUCKET, startS3 } from '../../../../support/cloud/localS3.ts';
import { eventually } from '../../../../support/cloud/service.ts';
import { ofSuite } from '../../../../support/jest/ofSuite.ts';
import { MemoryItems } from '../../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../../support/simulator/memoryTable.ts';

const s3 = ofSuite(() =>
  startS3({ isScanned: true, bucketProperties: { VersioningConfiguration: { Status: 'Enabled' } } }),
);
let fileBucket: FileBucket;
let fileVersions: FileVersions;
const table = new MemoryTable(new MemoryItems());
const endpointId = newId('endpoint');

beforeAll(async () => {
  const credentials = async () => s3.credentials('operator');
  fileBucket = new FileBucket({ bucket: BUCKET, region: LOCAL.region, endpoint: s3.endpoint, credentials });
  fileVersions = new FileVersions(s3.as('operator'), BUCKET);
});

const content = (text: string) => new Uint8Array(Buffer.from(text));

/** A removed file, with its submission in the table unless its scan is unknown. */
async function givenRemoved(scan: ScanState | undefined, text = 'text'): Promise<string> {
  const [submissionId, id] = [newId('submission'), newId('file')];
  if (scan) {
    const files = storedFiles([{ id, field: 'file', name: 'a.txt', type: 'text/plain', bytes: 4, scan }]);
    await table.put({ ...submissionKey(endpointId, submissionId), data: '{}', location: 'Spain', files }, {});
  }
  const key = fileKey(endpointId, submissionId, id);
  await fileBucket.put(key, content(text));
  await fileBucket.remove(key);
  return key;
}

async function contentOf(key: string): Promise<string | undefined> {
  const answer = await fetch(await fileBucket.downloadUrl(key, 'a', 60, new Date()));
  return answer.status === 200 ? answer.text() : undefined;
}

const restore = (id?: string) => restoreFiles({ table, fileBucket, fileVersions }, id, () => undefined);

describe('npm run files -- restore', () => {
  test('restores exactly the files that submissions name; a second run does nothing', async () => {
    const clean = await Promise.all(['one', 'two', 'three'].map((text) => givenRemoved('clean', text)));
    const [other, infected] = [await givenRemoved(undefined), await givenRemoved('infected')];
    expect(await restore()).toEqual({ restored: 3, infected: 1, gone: 0 });
    expect(await Promise.all(clean.map(contentOf))).toEqual(['one', 'two', 'three']);
    expect([await contentOf(other), await contentOf(infected)]).toEqual([undefined, undefined]);
    expect(await restore()).toEqual({ restored: 0, infected: 1, gone: 0 });
  });

  test('restores a file removed twice, and one of another endpoint only on request', async () => {
    const key = await givenRemoved('not scanned');
    await fileBucket.remove(key);
    expect((await restore(newId('endpoint'))).restored).toBe(0);
    expect((await restore(endpointId)).restored).toBe(1);
    expect(await contentOf(key)).toBe('text');
  });

  test('rescans a file with a pending scan', async () => {
    const key = await givenRemoved('pending');
    expect((await restore()).restored).toBe(1);
    expect(await contentOf(key)).toBe('text');
    const { VersionId } = await s3.as('operator').send(new GetObjectCommand({ Bucket: BUCKET, Key: key }));
    await eventually(
      async () => JSON.stringify(s3.published),
      (published) => published.includes(`"versionId":"${VersionId}"`),
    );
  });

  test('counts files without a remaining version', async () => {
    const key = await givenRemoved('clean');
    const [removed] = (await fileVersions.removed(key).next()).value ?? [];
    const VersionId = removed?.version?.id;
    const Delete = { Objects: [{ Key: key, VersionId }] };
    await s3.as('operator').send(new DeleteObjectsCommand({ Bucket: BUCKET, Delete }));
    expect(await restore()).toMatchObject({ restored: 0, gone: 1 });
  });

  test('removes a restored file if its submission was removed in the meantime', async () => {
    const key = await givenRemoved('clean');
    const [, , submissionId = ''] = key.split('/');
    const bringBack: FileVersions['bringBack'] = async (objects) => {
      await fileVersions.bringBack(objects);
      await table.delete(submissionKey(endpointId, submissionId));
    };
    const removed = fileVersions.removed.bind(fileVersions);
    const target = { table, fileBucket, fileVersions: { removed, bringBack } };
    expect((await restoreFiles(target, undefined, () => undefined)).restored).toBe(0);
    expect(await contentOf(key)).toBeUndefined();
  });

  test('works through more than one page of versions', async () => {
    // Not scanned. A slow request is sent again, which creates another version.
    const prefix = `uploads/${newId('endpoint')}/`;
    const keys = Array.from({ length: 510 }, (_, index) => `${prefix}${String(index).padStart(4, '0')}`);
    for (let i = 0; i < keys.length; i += 50)
      await Promise.all(keys.slice(i, i + 50).map((key) => fileBucket.put(key, content('x'))));
    await fileBucket.removeAll(prefix, () => true);
    const found: string[] = [];
    for await (const part of fileVersions.removed(prefix)) {
      for (const { key, version, markerIds } of part) if (version && markerIds.length > 0) found.push(key);
    }
    expect(found).toEqual(keys);
    const removed: number[] = [];
    await fileVersions.removeAll(prefix, (count) => removed.push(count));
    expect(removed.length).toBeGreaterThan(1);
    expect(removed.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(keys.length);
    expect((await fileVersions.removed(prefix).next()).value).toEqual([]);
  }, 60_000);
});
