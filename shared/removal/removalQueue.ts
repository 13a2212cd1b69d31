import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import { isId } from '../contract/ids.ts';
import { StorageUnavailable } from '../storage/failures.ts';

const idOf = (kind: 'endpoint' | 'submission') =>
  z.string().check(z.refine((id) => isId(kind, id), "must be an id of this service's"));

/**
 * A message of the removal queue: the items and files of this deleted endpoint are to be removed; or, where it names
 * submissions, the files of those among them that do not exist.
 */
export const RemovalMessage = z.object({
  endpointId: idOf('endpoint'),
  submissionIds: z.optional(z.array(idOf('submission'))),
});
type RemovalMessage = z.output<typeof RemovalMessage>;

/**
 * Seconds after which the files of a submission are removed that was not stored: SQS's longest delay, and many times as
 * long as the function that stores submissions may run.
 */
export const UNSTORED_FILES_DELAY_S = 900;

/**
 * The queue through which the removal of a deleted endpoint's items continues, piece by piece. All of it throws
 * `StorageUnavailable` when SQS throttles, fails or does not answer.
 */
export class RemovalQueue {
  readonly #client: SQSClient;
  readonly #url: string;

  constructor(url: string, client = new SQSClient({})) {
    this.#client = client;
    this.#url = url;
  }

  /** Has the items and files of a deleted endpoint removed. */
  send(endpointId: string): Promise<void> {
    return this.#send({ endpointId });
  }

  /** Has the files of those submissions removed that do not exist, after a while. */
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
