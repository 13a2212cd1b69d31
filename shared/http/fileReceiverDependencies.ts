import { SQSClient } from '@aws-sdk/client-sqs';
import { FileBucket } from '../files/fileBucket.ts';
import { FileReceiver } from '../files/fileReceiver.ts';
import { SignedRequests } from '../files/signedRequests.ts';
import { RemovalQueue, UNSTORED_FILES_DELAY_S } from '../removal/removalQueue.ts';
import { type SettingValues, s3Location } from '../runtime/environment.ts';
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
    bucket: new FileBucket(new SignedRequests({ bucket: fileBucket, ...s3Location() })),
    removeUnlessStored: (endpointId, submissionId) =>
      removalQueue.sendFilesOf(endpointId, [submissionId], UNSTORED_FILES_DELAY_S),
    isScanned: scanFiles,
  });
}
