import { Readable } from 'node:stream';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Buckets } from '../../../../../local/aws/s3/buckets.ts';
import { lifecycleRulesOf, removeExpired } from '../../../../../local/aws/s3/lifecycle.ts';
import { ObjectStore } from '../../../../../local/aws/s3/objectStore.ts';
import { EICAR } from '../../../../../local/events/malwareScans.ts';
import { newDataFolder, removeFolder } from '../../../../support/cloud/cloudProcess.ts';
import { BUCKET, startS3 } from '../../../../support/cloud/localS3.ts';
import { eventually } from '../../../../support/cloud/service.ts';
import { ofConstruct, synthesizeStack } from '../../../../support/cloud/stack.ts';
import { ofSuite } from '../../../../support/jest/ofSuite.ts';

let folder: string;
beforeEach(() => {
  folder = newDataFolder();
});
afterEach(() => removeFolder(folder));

const CREATED = Date.UTC(2026, 0, 1, 10);
const putInto = async (objects: ObjectStore, key: string, lastModified = CREATED) =>
  objects.commit(await objects.stage(Readable.from([key])), { key, lastModified, headers: {} });

test('a full disk postpones the removal of expired objects, and crashes nothing', async () => {
  const said = jest.spyOn(console, 'error').mockReturnValue();
  const properties = { LifecycleConfiguration: { Rules: [{ Status: 'Enabled', ExpirationInDays: 1 }] } };
  const open = () => new Buckets([{ logicalId: 'Files', type: 'AWS::S3::Bucket', path: '', properties }], folder);
  await putInto(open().named('Files')?.objects as ObjectStore, 'old', 0);
  const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  const remove = jest.spyOn(ObjectStore.prototype, 'delete').mockImplementation(() => {
    throw full;
  });
  expect(open().named('Files')?.objects.head('old')).toBeDefined();
  remove.mockRestore();
  expect(open().named('Files')?.objects.head('old')).toBeUndefined();
  expect(said.mock.calls).toEqual([[`Expired objects of Files will be removed later: ${full.message}`]]);
  said.mockRestore();
});

describe('the rules of the bucket of files', () => {
  const rules = async () =>
    lifecycleRulesOf(
      ofConstruct('FileBucket', (await synthesizeStack()).template.ofType('AWS::S3::Bucket')).properties,
    );
  const store = () => new ObjectStore(folder, { isVersioned: true });

  test('remove an upload at the midnight after a day, and keep files of submissions', async () => {
    const objects = store();
    for (const key of ['uploads/enp_1/a', 'files/enp_1/a']) await putInto(objects, key);
    removeExpired(objects, await rules(), Date.UTC(2026, 0, 2, 23, 59, 59));
    expect(objects.list()).toHaveLength(2);
    removeExpired(objects, await rules(), Date.UTC(2027, 0, 1));
    expect(objects.list().map(({ key }) => key)).toEqual(['files/enp_1/a']);
  });

  test('remove a deleted file at the midnight after 35 days, then its delete marker', async () => {
    const objects = store();
    await putInto(objects, 'files/enp_1/a');
    objects.delete('files/enp_1/a', CREATED);
    removeExpired(objects, await rules(), Date.UTC(2026, 1, 5, 23, 59));
    expect(objects.versions()).toHaveLength(2);
    for (let times = 0; times < 2; times++) removeExpired(objects, await rules(), Date.UTC(2026, 1, 6));
    expect(objects.versions()).toEqual([]);
  });

  test('with unsupported properties are rejected', () => {
    const Rules = [{ Status: 'Enabled', ExpirationInDays: 1, ObjectSizeGreaterThan: '5' }];
    expect(() => lifecycleRulesOf({ LifecycleConfiguration: { Rules } })).toThrow('ObjectSizeGreaterThan');
  });
});

describe('objects that are scanned', () => {
  const s3 = ofSuite(() => startS3({ isScanned: true }));
  const put = (Key: string, Body: string | Uint8Array) =>
    s3.as('operator').send(new PutObjectCommand({ Bucket: BUCKET, Key, Body }));

  test('the result is published as GuardDuty does, also of a text at a border of chunks', async () => {
    const { ETag } = await put('files/a', `${'x'.repeat(65_500)}${EICAR}`);
    const [event] = await eventually(
      async () => s3.published,
      ({ length }) => length > 0,
    );
    expect(event).toEqual({
      source: 'aws.guardduty',
      'detail-type': 'GuardDuty Malware Protection Object Scan Result',
      resources: ['arn:aws:guardduty:us-east-1:000000000000:malware-protection-plan/Plan'],
      detail: {
        schemaVersion: '1.0',
        scanStatus: 'COMPLETED',
        resourceType: 'S3_OBJECT',
        s3ObjectDetails: {
          bucketName: BUCKET,
          objectKey: 'files/a',
          eTag: ETag?.replaceAll('"', ''),
          versionId: null,
          s3Throttled: false,
        },
        scanResultDetails: {
          scanResultStatus: 'THREATS_FOUND',
          threats: [{ name: 'EICAR-Test-File' }],
          statusReasons: null,
        },
      },
    });
  });

  test('objects outside the prefixes of the plan are not scanned', async () => {
    await put('uploads/enp_3/a', EICAR);
    await put('files/last', 'hello');
    await eventually(
      async () => JSON.stringify(s3.published),
      (text) => text.includes('files/last'),
    );
    expect(JSON.stringify(s3.published)).not.toContain('uploads/');
  });
});
