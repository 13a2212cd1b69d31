import type { SESv2Client } from '@aws-sdk/client-sesv2';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { Mailer } from '../../../shared/deliveries/channels/mail/sending/mailer.ts';
import type { Post, PostResult } from '../../../shared/deliveries/channels/webhook/post.ts';
import { MessageQueue } from '../../../shared/runtime/messageQueue.ts';
import { LANES, type Lane } from '../../../shared/storage/deliveries/dueMessages.ts';
import { Table } from '../../../shared/storage/table/table.ts';
import { type Perform, type ServiceCall, ServiceFailure } from './calls.ts';
import { documentClient } from './documentClient.ts';
import type { SimulatedProcess } from './process.ts';
import { queueUrl } from './services.ts';

export const SENDER_ADDRESS = 'forms@example.com';
export const CONFIRMATION_ADDRESS = 'replies@example.com';

export interface DirectClients {
  table: Table;
  mailer: Mailer;
  confirmationMailer: Mailer;
  lanes: Record<Lane, MessageQueue>;
  post: Post;
}

/** Configuration sets are named by their settings. */
export const mailersOf = (client: SESv2Client) => ({
  mailer: new Mailer(client, { senderAddress: SENDER_ADDRESS, configurationSet: 'configurationSet' }),
  confirmationMailer: new Mailer(client, {
    senderAddress: CONFIRMATION_ADDRESS,
    configurationSet: 'confirmationSet',
    channel: 'confirmation',
  }),
});

export const lanesOf = (client: SQSClient) =>
  Object.fromEntries(LANES.map((lane) => [lane, new MessageQueue(queueUrl(lane), client)])) as DirectClients['lanes'];

/**
 * Clients without the SDK and its retries. The calls of a process are sequential, so that each has the same number in
 * every run.
 */
export function directClients(process: SimulatedProcess): DirectClients {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn: Perform = (call) => {
    // A receiver that hangs delays nothing else.
    if (call.service === 'webhook') return process.call(call);
    const turn = last.then(() => process.call(call));
    last = turn.catch(() => undefined);
    return turn;
  };
  const perform: Perform = async (call) => {
    try {
      return await inTurn(call);
    } catch (error) {
      throw error instanceof ServiceFailure ? sdkError(error) : error;
    }
  };
  const send = (command: { input: object }) =>
    perform({ service: 'ses', action: 'SendEmail', input: { ...command.input } });
  const client = { send } as unknown as SESv2Client;
  const sqs = { send: (command: object) => perform(queueCall(command as { input: object })) } as unknown as SQSClient;
  return {
    table: new Table(documentClient(perform), 'Table'),
    ...mailersOf(client),
    lanes: lanesOf(sqs),
    post: async (request) => {
      const answered = perform({ service: 'webhook', action: 'Post', input: { ...request } });
      // A broken connection.
      return (await answered.catch(() => ({ durationMs: 1, error: 'reset' }))) as never as PostResult;
    },
  };
}

const queueCall = (command: { input: object }): ServiceCall => ({
  service: 'sqs',
  action: command.constructor.name.replace(/Command$/, ''),
  input: { ...command.input },
});

const sdkError = ({ name, message, status, details }: ServiceFailure): Error =>
  Object.assign(new Error(message), { name, $metadata: { httpStatusCode: status }, ...details });
