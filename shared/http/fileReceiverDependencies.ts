import { SQSClient } from '@aws-sdk/client-sqs';
import { FileBucket } from '../files/fileBucket.ts';
import { FileReceiver } from '../files/fileReceiver.ts';
import { RemovalQueue } from '../removal/removalQueue.ts';
import type { SettingValues } from '../runtime/environment.ts';
import { requestTimeouts } from '../runtime/requestTimeouts.ts';

export type FileReceiverSettings = SettingValues<'fileBucket' | 'removalQueueUrl' | 'scanFiles'>;

/** Timeout of a queue request, which usually takes a few milliseconds. */
const QUEUE_TIMEOUT_MS = 1_000;

export function createFileReceiver({ fileBucket, removalQueueUrl, scanFiles }: FileReceiverSettings): FileReceiver {
  const removalQueue = new RemovalQueue(
    removalQueueUrl,
    new SQSClient({ requestHandler: requestTimeouts(QUEUE_TIMEOUT_MS) }),
  );
  return new FileReceiver({
    bucket: FileBucket.named(fileBucket),
    removeUnlessStored: (...files) => removalQueue.sendUnstored(...files),
    isScanned: scanFiles,
  });
}
