import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import { isId } from '../contract/ids.ts';
import { StorageUnavailable } from '../storage/failures.ts';

const idOf = (kind: 'endpoint' | 'submission') =>
  z.string().check(z.refine((id) => isId(kind, id), "must be an id of this service's"));

/**
 * Requests the removal of a deleted endpoint's items and files, or, with submission ids, of the files of those
 * submissions that do not exist.
 */
export const RemovalMessage = z.object({
  endpointId: idOf('endpoint'),
  submissionIds: z.optional(z.array(idOf('submission'))),
});
type RemovalMessage = z.output<typeof RemovalMessage>;

/**
 * Seconds until the files of a submission that was not stored are removed: SQS's longest delay, and far longer than the
 * function that stores submissions may run.
 */
export const UNSTORED_FILES_DELAY_S = 900;

/**
 * Queues removals in the background. All methods throw `StorageUnavailable` when SQS throttles, fails or does not
 * respond.
 */
export class RemovalQueue {
  readonly #client: SQSClient;
  readonly #url: string;

  constructor(url: string, client = new SQSClient({})) {
    this.#client = client;
    this.#url = url;
  }

  send(endpointId: string): Promise<void> {
    return this.#send({ endpointId });
  }

  async sendFilesOf(endpointId: string, submissionIds: string[], delayS = 0): Promise<void> {
    await this.#send({ endpointId, submissionIds }, delayS);
  }

  async #send(message: RemovalMessage, DelaySeconds?: number): Promise<void> {
    const MessageBody = JSON.stringify(message);
    const command = new SendMessageCommand({ QueueUrl: this.#url, MessageBody, DelaySeconds });
    try {
      await this.#client.send(command);
    } catch (error) {
      throw StorageUnavailable.orAsIs(error);
    }
  }
}
