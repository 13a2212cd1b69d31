import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import { isId } from '../contract/ids.ts';

/** A message of the purge queue: the submissions of this deleted endpoint are to be removed. */
export const PurgeMessage = z.object({
  endpointId: z.string().check(z.refine((id) => isId('endpoint', id), "must be an id of this service's")),
});

/** The queue that hands on the removal of a deleted endpoint's submissions, piece by piece. */
export class PurgeQueue {
  readonly #client = new SQSClient({});
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async send(endpointId: string): Promise<void> {
    const MessageBody = JSON.stringify({ endpointId } satisfies z.output<typeof PurgeMessage>);
    await this.#client.send(new SendMessageCommand({ QueueUrl: this.#url, MessageBody }));
  }
}
