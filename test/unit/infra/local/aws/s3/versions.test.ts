import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { BUCKET, startS3 } from '../../../../../support/localS3.ts';
import { ofSuite } from '../../../../../support/ofSuite.ts';

const DAY_MS = 86_400_000;
const VERSIONED = {
  VersioningConfiguration: { Status: 'Enabled' },
  LifecycleConfiguration: {
    Rules: [
      { Status: 'Enabled', NoncurrentVersionExpiration: { NoncurrentDays: 35 }, ExpiredObjectDeleteMarker: true },
      {
        Status: 'Enabled',
        Prefix: 'uploads/',
        ExpirationInDays: 1,
        NoncurrentVersionExpiration: { NoncurrentDays: 1 },
      },
    ],
  },
};

const s3 = ofSuite(() => startS3({ bucketProperties: VERSIONED }));
let operator: S3Client;
beforeAll(async () => {
  operator = s3.as('operator');
});

const put = async (Key: string, Body: string, more = {}): Promise<string> =>
  (await operator.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body, ...more }))).VersionId ?? '';
const remove = (Key: string, VersionId?: string, client = operator) =>
  client.send(new DeleteObjectCommand({ Bucket: BUCKET, Key, VersionId }));
const textOf = async (Key: string, VersionId?: string, client = operator) =>
  (await client.send(new GetObjectCommand({ Bucket: BUCKET, Key, VersionId }))).Body?.transformToString();
const list = (Prefix: string, more = {}, client = operator) =>
  client.send(new ListObjectVersionsCommand({ Bucket: BUCKET, Prefix, ...more }));
const isListed = async (Prefix: string) =>
  (await operator.send(new ListObjectsV2Command({ Bucket: BUCKET, Prefix }))).KeyCount === 1;

const status = (httpStatusCode: number, name?: string) =>
  expect.objectContaining({ $metadata: expect.objectContaining({ httpStatusCode }), ...(name && { name }) });

/** The versions, newest first; a delete marker without its id. */
async function versionsOf(prefix: string): Promise<(string | undefined)[]> {
  const { Versions = [], DeleteMarkers = [] } = await list(prefix);
  const all = [...Versions, ...DeleteMarkers.map((marker) => ({ ...marker, isMarker: true }))];
  const sorted = all.sort((a, b) => (`${a.VersionId}` < `${b.VersionId}` ? 1 : -1));
  return sorted.map((version) => ('isMarker' in version ? 'marker' : version.VersionId));
}

describe('a bucket with versions', () => {
  test('keeps replaced objects, readable by version only', async () => {
    const [first, second] = [await put('files/a', 'one'), await put('files/a', 'two')];
    expect(await versionsOf('files/a')).toEqual([second, first]);
    expect(await Promise.all([undefined, first, second].map((id) => textOf('files/a', id)))).toEqual([
      'two',
      'one',
      'two',
    ]);
    const head = await operator.send(new GetObjectCommand({ Bucket: BUCKET, Key: 'files/a' }));
    expect(head.VersionId).toBe(second);
    await expect(textOf('files/a', 'none')).rejects.toEqual(status(404, 'NoSuchVersion'));
  });

  test('hides a deleted object behind a marker, and shows it again once the marker is removed', async () => {
    const version = await put('files/b', 'text');
    const { VersionId: marker, DeleteMarker } = await remove('files/b');
    expect(DeleteMarker).toBe(true);
    await expect(textOf('files/b')).rejects.toEqual(status(404, 'NoSuchKey'));
    await expect(textOf('files/b', marker)).rejects.toEqual(status(405));
    expect([await isListed('files/b'), await versionsOf('files/b')]).toEqual([false, ['marker', version]]);
    expect(await textOf('files/b', version)).toBe('text');
    expect((await remove('files/b', marker)).DeleteMarker).toBe(true);
    expect([await isListed('files/b'), await textOf('files/b')]).toEqual([true, 'text']);
  });

  test('accepts a new object over a delete marker, also with If-None-Match', async () => {
    await put('files/c', 'one');
    await expect(put('files/c', 'two', { IfNoneMatch: '*' })).rejects.toEqual(status(412));
    await remove('files/c');
    expect(await put('files/c', 'two', { IfNoneMatch: '*' })).not.toBe('');
  });

  test('removes versions and markers for good, one by one and many at once', async () => {
    const version = await put('files/d/1', 'text');
    const { VersionId: marker } = await remove('files/d/1');
    const other = await put('files/d/2', 'text');
    await remove('files/d/2', other);
    expect(await versionsOf('files/d/')).toEqual(['marker', version]);
    const Objects = [version, marker].map((VersionId) => ({ Key: 'files/d/1', VersionId }));
    const { Deleted } = await operator.send(new DeleteObjectsCommand({ Bucket: BUCKET, Delete: { Objects } }));
    expect(Deleted).toEqual(Objects);
    expect(await versionsOf('files/d/')).toEqual([]);
  });

  test('lists versions page by page', async () => {
    for (const key of ['files/e/1', 'files/e/2', 'files/e/2', 'files/e/3']) await put(key, key);
    await remove('files/e/1');
    const pages: string[][] = [];
    let page = await list('files/e/', { MaxKeys: 2 });
    for (;;) {
      pages.push([...(page.DeleteMarkers ?? []), ...(page.Versions ?? [])].map(({ Key }) => Key ?? ''));
      if (!page.IsTruncated) break;
      const { NextKeyMarker: KeyMarker, NextVersionIdMarker: VersionIdMarker } = page;
      page = await list('files/e/', { MaxKeys: 2, KeyMarker, VersionIdMarker });
    }
    expect(pages).toEqual([['files/e/1', 'files/e/1'], ['files/e/2', 'files/e/2'], ['files/e/3']]);
  });

  test('copies an older version while another object shares its content', async () => {
    const version = await put('files/f', 'one');
    await remove('files/f');
    const CopySource = `${BUCKET}/files/f?versionId=${version}`;
    await operator.send(new CopyObjectCommand({ Bucket: BUCKET, Key: 'files/f', CopySource }));
    expect(await textOf('files/f')).toBe('one');
  });

  test('keeps all versions over a restart', async () => {
    const version = await put('files/g', 'one');
    await remove('files/g');
    const other = await startS3({ folder: s3.folder, bucketProperties: VERSIONED });
    const client = other.as('operator');
    const { Versions, DeleteMarkers } = await list('files/g', {}, client);
    expect([Versions?.length, DeleteMarkers?.length]).toEqual([1, 1]);
    expect(await textOf('files/g', version, client)).toBe('one');
    await other.stop();
  });

  test('does not let functions that may delete and read objects remove, read or list versions', async () => {
    const keeper = s3.as('keeper');
    const version = await put('files/h', 'one');
    for (const refused of [
      remove('files/h', version, keeper),
      textOf('files/h', version, keeper),
      list('files/h', {}, keeper),
    ]) {
      await expect(refused).rejects.toEqual(status(403));
    }
    const Objects = [{ Key: 'files/h', VersionId: version }];
    const { Errors } = await keeper.send(new DeleteObjectsCommand({ Bucket: BUCKET, Delete: { Objects } }));
    expect(Errors).toEqual([expect.objectContaining({ Code: 'AccessDenied' })]);
    await remove('files/h', undefined, keeper);
    expect(await versionsOf('files/h')).toEqual(['marker', version]);
  });

  test('expires noncurrent versions, and then their markers', async () => {
    for (const key of ['files/i/kept', 'files/i/gone', 'uploads/i']) await put(key, key);
    await remove('files/i/gone');
    s3.clock.move('files/i/', 34 * DAY_MS);
    expect(await versionsOf('files/i/gone')).toHaveLength(2);
    s3.clock.move('files/i/', 36 * DAY_MS);
    s3.clock.move('files/i/', 36 * DAY_MS);
    expect([await versionsOf('files/i/gone'), (await versionsOf('files/i/kept')).length]).toEqual([[], 1]);
    s3.clock.move('uploads/i', 2 * DAY_MS);
    expect((await versionsOf('uploads/i'))[0]).toBe('marker');
    for (const days of [3, 4, 4]) s3.clock.move('uploads/i', days * DAY_MS);
    expect(await versionsOf('uploads/i')).toEqual([]);
  });
});

test('an object older than versioning is the oldest version, and expires like others', async () => {
  const before = await startS3();
  await before.as('operator').send(new PutObjectCommand({ Bucket: BUCKET, Key: 'files/old', Body: 'old' }));
  await before.stop();
  const after = await startS3({ folder: before.folder, bucketProperties: VERSIONED });
  const client = after.as('operator');
  expect(await textOf('files/old', undefined, client)).toBe('old');
  await client.send(new PutObjectCommand({ Bucket: BUCKET, Key: 'files/old', Body: 'new' }));
  expect(
    (await list('files/old', {}, client)).Versions?.map(({ VersionId, IsLatest }) => [VersionId, IsLatest]),
  ).toEqual([
    [expect.any(String), true],
    ['null', false],
  ]);
  expect(await textOf('files/old', 'null', client)).toBe('old');
  await remove('files/old', 'null', client);
  expect((await list('files/old', {}, client)).Versions).toHaveLength(1);
  await after.close();
});
