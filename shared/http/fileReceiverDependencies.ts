import { FileBucket } from '../files/fileBucket.ts';
import { FileReceiver } from '../files/fileReceiver.ts';
import { SignedRequests } from '../files/signedRequests.ts';
import { RemovalQueue, UNSTORED_FILES_DELAY_S } from '../removal/removalQueue.ts';
import { type SettingValues, s3Location } from '../runtime/environment.ts';

export type FileReceiverSettings = SettingValues<'fileBucket' | 'removalQueueUrl' | 'scanFiles'>;

/** What receives files, made from the settings of its function. */
export function createFileReceiver({ fileBucket, removalQueueUrl, scanFiles }: FileReceiverSettings): FileReceiver {
  const removalQueue = new RemovalQueue(removalQueueUrl);
  return new FileReceiver({
    bucket: new FileBucket(new SignedRequests({ bucket: fileBucket, ...s3Location() })),
    removeUnlessStored: (endpointId, submissionId) =>
      removalQueue.sendFilesOf(endpointId, [submissionId], UNSTORED_FILES_DELAY_S),
    isScanned: scanFiles,
  });
}
