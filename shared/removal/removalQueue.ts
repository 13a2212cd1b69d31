import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import { isId } from '../contract/ids.ts';

/** A message of the removal queue: the items of this deleted endpoint are to be removed. */
export const RemovalMessage = z.object({
  endpointId: z.string().check(z.refine((id) => isId('endpoint', id), "must be an id of this service's")),
});

/** The queue through which the removal of a deleted endpoint's items continues, piece by piece. */
export class RemovalQueue {
  readonly #client: SQSClient;
  readonly #url: string;

  constructor(url: string, client = new SQSClient({})) {
    this.#client = client;
    this.#url = url;
  }

  async send(endpointId: string): Promise<void> {
    const MessageBody = JSON.stringify({ endpointId } satisfies z.output<typeof RemovalMessage>);
    await this.#client.send(new SendMessageCommand({ QueueUrl: this.#url, MessageBody }));
  }
}
