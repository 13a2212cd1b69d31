import type { SESv2Client } from '@aws-sdk/client-sesv2';
import { Mailer } from '../../../shared/deliveries/channels/mail/mailer.ts';
import type { MessageQueue, OutgoingMessage } from '../../../shared/runtime/messageQueue.ts';
import { StorageUnavailable } from '../../../shared/storage/failures.ts';
import { ConditionFailed, type Table } from '../../../shared/storage/table.ts';
import { type Intercept, type Perform, type ServiceCall, ServiceFailure } from './calls.ts';
import { MemoryTable } from './memoryTable.ts';
import type { SimulatedProcess } from './process.ts';
import { queueUrl, type Services } from './services.ts';

/** SQS's limit for a delay. */
const DELAY_S_MAX = 900;

/** What the notification pipeline is made of, as a process has it. */
export interface DirectClients {
  table: Table;
  mailer: Mailer;
  queue: Pick<MessageQueue, 'send' | 'sendAll'>;
}

/**
 * Clients without the SDK, which is fast: what fails is not tried again. The calls of a process are made one at a time,
 * in the order they were asked for, so that each has the same number in every run.
 */
export function directClients(process: SimulatedProcess, services: Services, intercept?: Intercept): DirectClients {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn: Perform = (call) => {
    const turn = last.then(() => process.call(call));
    last = turn.catch(() => undefined);
    return turn;
  };
  const perform: Perform = async (call) => {
    try {
      return await (intercept ? intercept(call, inTurn) : inTurn(call));
    } catch (error) {
      throw clientError(call, error);
    }
  };
  const send = (command: { input: object }) =>
    perform({ service: 'ses', action: 'SendEmail', input: { ...command.input } });
  return {
    table: new MemoryTable(services.items, { intercept: perform }) as unknown as Table,
    mailer: new Mailer({ send } as unknown as SESv2Client, {
      senderAddress: 'forms@example.com',
      configurationSet: 'events',
    }),
    queue: queueFor(perform),
  };
}

function queueFor(perform: Perform): DirectClients['queue'] {
  const QueueUrl = queueUrl('notifications');
  const entryOf = ({ body, delayS = 0 }: OutgoingMessage) => ({
    MessageBody: body,
    DelaySeconds: Math.min(DELAY_S_MAX, Math.max(0, delayS)),
  });
  return {
    send: async (message) => {
      await perform({ service: 'sqs', action: 'SendMessage', input: { QueueUrl, ...entryOf(message) } });
    },
    sendAll: async (messages) => {
      if (messages.length === 0) return [];
      const Entries = messages.map((message, i) => ({ Id: String(i), ...entryOf(message) }));
      try {
        const { Failed = [] } = await perform({
          service: 'sqs',
          action: 'SendMessageBatch',
          input: { QueueUrl, Entries },
        });
        const failed = new Set((Failed as { Id: string }[]).map(({ Id }) => Id));
        return messages.filter((_, i) => failed.has(String(i)));
      } catch {
        return messages;
      }
    },
  };
}

/** What a client throws: the table's as `Table` does, the others' as the SDK does. */
function clientError({ service }: ServiceCall, error: unknown): unknown {
  const thrown = error instanceof ServiceFailure ? sdkError(error) : error;
  if (service !== 'dynamodb') return thrown;
  if (!(error instanceof ServiceFailure)) return StorageUnavailable.orAsIs(thrown);
  const reasons = (error.details.CancellationReasons ?? []) as { Code: string }[];
  const index = reasons.findIndex(({ Code }) => Code === 'ConditionalCheckFailed');
  if (error.name === 'ConditionalCheckFailedException') return new ConditionFailed(0, error);
  return index >= 0 ? new ConditionFailed(index, error) : StorageUnavailable.orAsIs(thrown);
}

const sdkError = ({ name, message, status, details }: ServiceFailure): Error =>
  Object.assign(new Error(message), { name, $metadata: { httpStatusCode: status }, ...details });
