import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, jest, test } from '@jest/globals';
import { Buckets } from '../../../../../../infra/local/aws/s3/buckets.ts';
import { expiryOf, lifecycleRulesOf } from '../../../../../../infra/local/aws/s3/lifecycle.ts';
import { ObjectStore, type ObjectVersion } from '../../../../../../infra/local/aws/s3/objectStore.ts';
import { EICAR } from '../../../../../../infra/local/events/malwareScans.ts';
import { LocalClock } from '../../../../../../infra/local/localClock.ts';
import { newDataFolder, removeFolder } from '../../../../../support/cloudProcess.ts';
import { BUCKET, startS3 } from '../../../../../support/localS3.ts';
import { ofSuite } from '../../../../../support/ofSuite.ts';
import { eventually } from '../../../../../support/service.ts';

const DAY_MS = 86_400_000;

test('a full disk postpones the removal of expired objects, and ends nothing', async () => {
  const said = jest.spyOn(console, 'error').mockReturnValue();
  const folder = newDataFolder();
  const Rules = [{ Status: 'Enabled', ExpirationInDays: 1 }];
  const properties = { LifecycleConfiguration: { Rules }, VersioningConfiguration: { Status: 'Enabled' } };
  const open = () =>
    new Buckets([{ logicalId: 'Files', type: 'AWS::S3::Bucket', path: '', properties }], folder, new LocalClock());
  const objects = open().named('Files')?.objects as ObjectStore;
  await objects.commit(await objects.stage(Readable.from(['old'])), { key: 'old', lastModified: 0, headers: {} });
  const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  const remove = jest.spyOn(ObjectStore.prototype, 'delete').mockImplementation(() => {
    throw full;
  });
  expect(open().named('Files')?.objects.head('old')).toBeDefined();
  remove.mockRestore();
  expect(open().named('Files')?.objects.head('old')).toBeUndefined();
  expect(said.mock.calls).toEqual([[`Expired objects of Files will be removed later: ${full.message}`]]);
  said.mockRestore();
  removeFolder(folder);
});

describe('a rule of a bucket', () => {
  const rules = (Rule: object) =>
    lifecycleRulesOf({ LifecycleConfiguration: { Rules: [{ Status: 'Enabled', ...Rule }] } });
  const head = {
    key: 'uploads/a',
    size: 1,
    etag: '',
    lastModified: Date.UTC(2026, 0, 1, 10),
    headers: {},
  };

  const becomes = (rule: object, version: Partial<ObjectVersion>, now: number, isOnly = true) =>
    expiryOf(rules(rule), { head, noncurrentSince: undefined, ...version }, { isOnly, now });

  test('expires an object at the midnight after its days have passed', () => {
    const after = { ExpirationInDays: 1 };
    expect(becomes(after, {}, Date.UTC(2026, 0, 2, 23, 59, 59))).toBeUndefined();
    expect(becomes(after, {}, Date.UTC(2026, 0, 3))).toBe('expires');
  });

  test('removes a noncurrent version at the midnight after its days have passed', () => {
    const after = { NoncurrentVersionExpiration: { NoncurrentDays: 35 } };
    const version = { noncurrentSince: Date.UTC(2026, 1, 1, 10) };
    expect(becomes(after, version, Date.UTC(2026, 2, 8, 23, 59))).toBeUndefined();
    expect(becomes(after, version, Date.UTC(2026, 2, 9))).toBe('is removed');
    expect(becomes(after, {}, Date.UTC(2027, 0, 1))).toBeUndefined();
    expect(becomes({ ExpirationInDays: 1 }, version, Date.UTC(2027, 0, 1))).toBeUndefined();
  });

  test('removes a delete marker that is the only version', () => {
    const marker = { head: { ...head, isDeleteMarker: true } };
    const [soon, later] = [Date.UTC(2026, 0, 1, 11), Date.UTC(2026, 0, 3)];
    expect(becomes({ ExpiredObjectDeleteMarker: true }, marker, soon)).toBe('is removed');
    expect(becomes({ ExpiredObjectDeleteMarker: true }, marker, soon, false)).toBeUndefined();
    expect(becomes({ ExpirationInDays: 1 }, marker, soon)).toBeUndefined();
    expect(becomes({ ExpirationInDays: 1 }, marker, later)).toBe('is removed');
  });

  test.each([
    [{ Prefix: 'uploads/' }, 'expires'],
    [{ Prefix: 'files/' }, undefined],
    [{ Status: 'Disabled' }, undefined],
  ])('applies to matching objects only: %j', (rule, expiry) => {
    expect(becomes({ ExpirationInDays: 1, ...rule }, {}, Date.UTC(2027, 0, 1))).toBe(expiry);
  });

  test('with unsupported properties is rejected', () => {
    expect(() => rules({ ExpirationInDays: 1, ObjectSizeGreaterThan: '5' })).toThrow('ObjectSizeGreaterThan');
    expect(() => rules({ ExpirationInDays: 1, ExpiredObjectDeleteMarker: true })).toThrow('either');
  });
});

describe('objects that expire and are scanned', () => {
  const s3 = ofSuite(() => startS3({ isScanned: true }));
  const put = (Key: string, Body: string | Uint8Array) =>
    s3.as('operator').send(new PutObjectCommand({ Bucket: BUCKET, Key, Body }));
  const isThere = async (Key: string) =>
    (await s3.as('operator').send(new ListObjectsV2Command({ Bucket: BUCKET, Prefix: Key }))).KeyCount === 1;

  test('the clock only moves for keys with this prefix', async () => {
    for (const key of ['uploads/enp_1/a', 'uploads/enp_2/a', 'files/enp_1/a']) await put(key, 'one');
    s3.clock.move('uploads/enp_1/', 3 * DAY_MS);
    s3.clock.move('files/enp_1/', 300 * DAY_MS);
    expect(await Promise.all(['uploads/enp_1/a', 'uploads/enp_2/a', 'files/enp_1/a'].map(isThere))).toEqual([
      false,
      true,
      true,
    ]);
  });

  const encryptedZip = Buffer.from('PK\u0003\u0004\u0014\u0000\u0001\u0000', 'latin1');
  test.each([
    ['a text', 'hello', 'COMPLETED', 'NO_THREATS_FOUND', null, null],
    ["EICAR's test file", EICAR, 'COMPLETED', 'THREATS_FOUND', [{ name: 'EICAR-Test-File' }], null],
    [
      'the same at a border of chunks',
      `${'x'.repeat(65_500)}${EICAR}`,
      'COMPLETED',
      'THREATS_FOUND',
      [{ name: 'EICAR-Test-File' }],
      null,
    ],
    ['an encrypted archive', encryptedZip, 'SKIPPED', 'UNSUPPORTED', null, ['PASSWORD_PROTECTED']],
  ])(
    'the result of %s is published as GuardDuty does',
    async (what, content, scanStatus, scanResultStatus, threats, statusReasons) => {
      const objectKey = `files/${what}`;
      const { ETag } = await put(objectKey, content);
      const events = await eventually(
        async () => s3.published.filter(({ detail }) => JSON.stringify(detail).includes(objectKey)),
        ({ length }) => length > 0,
      );
      expect(events).toEqual([
        {
          source: 'aws.guardduty',
          'detail-type': 'GuardDuty Malware Protection Object Scan Result',
          resources: ['arn:aws:guardduty:us-east-1:000000000000:malware-protection-plan/Plan'],
          detail: {
            schemaVersion: '1.0',
            scanStatus,
            resourceType: 'S3_OBJECT',
            s3ObjectDetails: {
              bucketName: BUCKET,
              objectKey,
              eTag: ETag?.replaceAll('"', ''),
              versionId: null,
              s3Throttled: false,
            },
            scanResultDetails: { scanResultStatus, threats, statusReasons },
          },
        },
      ]);
    },
  );

  test('a scan that was due when the service stopped runs after the next start', async () => {
    const first = await startS3({ isScanned: true });
    const waiting = join(first.folder, 'scans', 'Plan', 'waiting');
    const command = new PutObjectCommand({ Bucket: BUCKET, Key: 'files/due', Body: EICAR });
    const { ETag } = await first.as('operator').send(command);
    await first.stop();
    writeFileSync(waiting, JSON.stringify({ key: 'files/due', etag: ETag?.replaceAll('"', '') }));
    const second = await startS3({ folder: first.folder, isScanned: true });
    const [event] = await eventually(
      async () => second.published,
      ({ length }) => length > 0,
    );
    expect(JSON.stringify(event)).toContain('THREATS_FOUND');
    await second.close();
    expect(existsSync(waiting)).toBe(false);
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
