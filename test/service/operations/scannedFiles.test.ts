import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ScanState, SubmittedFile } from '../../../shared/contract/schemas/files/submittedFile.ts';
import { storedFiles } from '../../../shared/storage/submissions/submittedFiles.ts';
import { submissionKey } from '../../../shared/storage/table/itemKeys.ts';
import { tableOf } from '../../support/cloud/notifications.ts';
import { call, ownCloud } from '../../support/cloud/ownCloud.ts';
import { EICAR, filePath, PDF, upload } from '../../support/cloud/postedFiles.ts';
import { eventually, uniqueSlug } from '../../support/cloud/service.ts';
import { submissionPath } from '../../support/cloud/submissions.ts';
import { zipOf } from '../../support/samples/zip.ts';

/** Its own cloud: the shared one does not scan. */
const cloud = ownCloud('--ephemeral', '--context', 'scanFiles=true');
let endpointId: string;

const ENCRYPTED_ZIP = zipOf(['secret.txt'], { isEncrypted: true });
const SENT = [
  { name: 'notes.txt', content: EICAR, scan: 'infected' },
  { name: 'cv.pdf', content: PDF, scan: 'clean' },
  { name: 'locked.zip', content: ENCRYPTED_ZIP, scan: 'unscannable' },
] as const;
const JSON_ONLY = { Accept: 'application/json' };
const SCANNED_WITHIN_MS = 60_000;

beforeAll(async () => {
  const files = { maxCount: 5, maxBytes: 10_000, types: ['text/*', 'application/pdf', 'application/zip'] };
  const json = { slug: uniqueSlug(), targetEmails: [], files };
  endpointId = (await call('POST', '/v1/endpoint', { json })).json.id;
});

const scansOf = (files: SubmittedFile[]): ScanState[] => files.map(({ scan }) => scan);

const scanned = (id: string): Promise<SubmittedFile[]> =>
  eventually(
    async () => (await call('GET', submissionPath(endpointId, id))).json.files as SubmittedFile[],
    (files) => !scansOf(files).includes('pending'),
    SCANNED_WITHIN_MS,
  );

/** A client's result: of an error, code and message. */
interface Retrieved {
  status: number;
  json: { url: string; code?: string; message?: string };
}

async function retrieve(id: string, fileId: string, query = ''): Promise<Retrieved> {
  const { apiUrl, apiKey } = cloud.outputs;
  const headers = { ...JSON_ONLY, Authorization: `Bearer ${apiKey}` };
  const answer = await fetch(apiUrl + filePath(endpointId, id, fileId) + query, { headers });
  return { status: answer.status, json: (await answer.json()) as Retrieved['json'] };
}

async function expectHandedOut(answer: Retrieved, content: Buffer): Promise<void> {
  expect(answer.status).toBe(200);
  expect(Buffer.from(await (await fetch(answer.json.url)).arrayBuffer()).equals(content)).toBe(true);
}

const expectWithheld = (answer: Retrieved, message: string): void =>
  expect([answer.status, answer.json.code, answer.json.message]).toEqual([403, 'FORBIDDEN', message]);

const INFECTED = 'The file is infected and cannot be downloaded.';

describe('with the setting scanFiles', () => {
  let id: string;
  let files: SubmittedFile[];

  beforeAll(async () => {
    const body = new FormData();
    for (const { name, content } of SENT) body.append('file', new Blob([new Uint8Array(content)]), name);
    const { status, json } = await call('POST', `/v1/f/${endpointId}`, { body, headers: JSON_ONLY });
    expect([status, scansOf(json.files)]).toEqual([201, ['pending', 'pending', 'pending']]);
    id = json.id;
    files = await scanned(id);
  }, 90_000);

  test('each file has the result of its scan', () => {
    expect(files.map(({ name, scan }) => [name, scan])).toEqual(SENT.map(({ name, scan }) => [name, scan]));
  });

  test('403 for an infected file in any request', async () => {
    const fileId = files[0]?.id ?? '';
    expectWithheld(await retrieve(id, fileId), INFECTED);
    expectWithheld(await retrieve(id, fileId, '?unscanned=true'), INFECTED);
  });

  test('200 for a clean file', async () => {
    await expectHandedOut(await retrieve(id, files[1]?.id ?? ''), PDF);
  });

  test('403 for an unscannable file, unless the request allows it', async () => {
    const fileId = files[2]?.id ?? '';
    expectWithheld(await retrieve(id, fileId), 'The file cannot be scanned: add unscanned=true to get it anyway.');
    await expectHandedOut(await retrieve(id, fileId, '?unscanned=true'), ENCRYPTED_ZIP);
  });

  test('403 for a file that is not scanned yet, unless the request allows unscanned files', async () => {
    const table = tableOf(cloud.outputs);
    const item = await table.get(submissionKey(endpointId, id));
    const pending = storedFiles(files.map((file) => ({ ...file, scan: 'pending' })));
    await table.put({ ...item, files: pending }, {});
    const fileId = files[1]?.id ?? '';
    const answers = [await retrieve(id, fileId), await retrieve(id, fileId, '?unscanned=true')] as const;
    await table.put(item ?? {}, {});
    const message = 'The file has not been scanned yet: try again in a moment, or add unscanned=true.';
    expectWithheld(answers[0], message);
    await expectHandedOut(answers[1], PDF);
  });

  test('an upload is scanned once a submission claims it', async () => {
    const declared = { name: 'a.txt', type: 'text/plain', bytes: EICAR.length };
    const slot = (await call('POST', `/v1/f/${endpointId}/uploads`, { json: declared })).json;
    expect(await upload(slot, EICAR)).toBe(200);
    const created = await call('POST', `/v1/f/${endpointId}`, { json: { _uploads: slot.id } });
    expect(scansOf(created.json.files)).toEqual(['pending']);
    const [file] = await scanned(created.json.id);
    expect(file?.scan).toBe('infected');
    expectWithheld(await retrieve(created.json.id, file?.id ?? ''), INFECTED);
  });
});
