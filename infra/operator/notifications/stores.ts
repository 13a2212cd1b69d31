import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import type { RecordStore } from './failedRecords.ts';

/** The bucket of a deployed stack, with the operator's own credentials. */
export function bucketStore(Bucket: string, client = new S3Client({})): RecordStore {
  return {
    async *names() {
      let ContinuationToken: string | undefined;
      do {
        const page = await client.send(new ListObjectsV2Command({ Bucket, ContinuationToken }));
        for (const { Key } of page.Contents ?? []) if (Key) yield Key;
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },
    async read(Key) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
      return (await Body?.transformToString()) ?? '';
    },
    async remove(Key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key }));
    },
  };
}

/** The folder that stands for the bucket in a local service. */
export function folderStore(folder: string): RecordStore {
  return {
    async *names() {
      // A crash may leave a temporary file beside them.
      if (existsSync(folder)) yield* (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
    },
    read: (name) => readFile(join(folder, name), 'utf8'),
    remove: (name) => rm(join(folder, name)),
  };
}
