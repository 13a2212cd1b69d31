import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3';
import { ifFound } from '../setup/ifFound.ts';
import type { RecordStore } from './failedBatches.ts';

/** A bucket of failed records. */
export function bucketStore(Bucket: string, client: S3Client): RecordStore {
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
      const found = await ifFound(client.send(new GetObjectCommand({ Bucket, Key })));
      return found && ((await found.Body?.transformToString()) ?? '');
    },
    async remove(Key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key }));
    },
  };
}
