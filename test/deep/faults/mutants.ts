import { randomUUID } from 'node:crypto';
import type { SQSEvent } from 'aws-lambda';
import { classifySendFailure } from '../../../shared/deliveries/channels/mail/sendFailures.ts';
import { digestKey, indexHeadKey, keyKey, submittedAt } from '../../../shared/storage/itemKeys.ts';
import type { Item, TransactionWrite } from '../../../shared/storage/table.ts';
import type { Intercept, ServiceCall } from '../../support/simulator/calls.ts';
import {
  changed,
  dropped,
  ignored,
  isMark,
  itemWrittenBy,
  refusalsIgnored,
  withoutAttempt,
} from '../../support/simulator/mutants.ts';
import type { FaultMutant } from './instance.ts';
import { WEBHOOK_MUTANTS } from './webhookMutants.ts';

const isTransaction = ({ action }: ServiceCall): boolean => action === 'TransactWriteItems';
const isToQueue = ({ service }: ServiceCall): boolean => service === 'sqs';
const isOfDigest = ({ input }: ServiceCall): boolean => ((input.Key ?? input.Item) as Item | undefined)?.SK === DIGEST;
const DIGEST = digestKey('').SK;
const isOfIndex = ({ action, input }: ServiceCall): boolean =>
  action !== 'GetItem' && String((input.Key as Item | undefined)?.PK).startsWith(indexHeadKey('').PK);

/** Throws another error in the place of one. */
const failingAs =
  (change: (error: Error & { code?: string }, call: ServiceCall) => Error): Intercept =>
  async (call, perform) => {
    try {
      return await perform(call);
    } catch (error) {
      throw change(error as Error, call);
    }
  };

/** The first write of a transaction is made by itself, before the others. */
const inTwoSteps: Intercept = async (call, perform) => {
  if (!isTransaction(call)) return perform(call);
  const writes = call.input.TransactItems as TransactionWrite[];
  const part = (TransactItems: TransactionWrite[]) =>
    perform({ ...call, input: { ...call.input, TransactItems, ClientRequestToken: randomUUID() } });
  await part(writes.slice(0, 1));
  return part(writes.slice(1));
};

/** A key is read only when its last use is noted, and fails with that. */
const readBehindNote = (): Intercept => {
  let note: Promise<unknown> = Promise.resolve();
  return async (call, perform) => {
    const answered = perform(call);
    if (call.input.UpdateExpression?.toString().includes('lastAccess')) note = answered;
    const output = await answered;
    if (call.action === 'GetItem' && String((call.input.Key as Item).PK).startsWith(keyKey('').PK)) await note;
    return output;
  };
};

/** The record of a digest is put before its message is sent. */
const recordedBeforeSent = (): Intercept => {
  const held = new Map<string, () => Promise<unknown>>();
  return async (call, perform) => {
    if (call.action === 'SendMessage') {
      const { about } = JSON.parse(String(call.input.MessageBody));
      held.set(digestKey(about).PK, () => perform(call));
      return {};
    }
    const output = await perform(call);
    if (call.action === 'PutItem') await held.get(String(itemWrittenBy(call)?.PK))?.();
    return output;
  };
};

/** A digest is closed after it was read: just before its first mail is claimed. */
const readBeforeClosed = (): Intercept => {
  let close: ServiceCall | undefined;
  return async (call, perform) => {
    if (call.action !== 'UpdateItem') return perform(call);
    if (isOfDigest(call)) {
      close = call;
      return {};
    }
    const held = close;
    close = undefined;
    if (held) await perform(held);
    return perform(call);
  };
};

/** Messages about a submission say by its id when it was stored. */
const timedById = (body: string): string => {
  const message = JSON.parse(body);
  if (!message.about.startsWith('sub_')) return body;
  return JSON.stringify({ ...message, storedBefore: submittedAt(message.about) + 30_000 });
};

const timedByIdMessages = changed(isToQueue, ({ MessageBody, Entries, ...input }) => ({
  ...input,
  ...(MessageBody === undefined ? {} : { MessageBody: timedById(String(MessageBody)) }),
  ...(Entries === undefined
    ? {}
    : {
        Entries: (Entries as { MessageBody: string }[]).map((entry) => ({
          ...entry,
          MessageBody: timedById(entry.MessageBody),
        })),
      }),
}));

/** A digest seems to be closed ten minutes later than it was. */
const closedLater: Intercept = async (call, perform) => {
  const output = await perform(call);
  const item = output.Item as Item | undefined;
  if (call.action !== 'GetItem' || !isOfDigest(call) || item?.closedAt === undefined) return output;
  return { ...output, Item: { ...item, closedAt: Number(item.closedAt) + 600_000 } };
};

const withoutFailures = (result: unknown): unknown => ({ ...(result as object), batchItemFailures: [] });
const isFromQueue = (event: unknown): boolean => (event as SQSEvent).Records.some((record) => 'body' in record);

/** Each is found by some fault. */
export const MUTANTS: Record<string, FaultMutant> = {
  'a transaction whose attempts have a token each': {
    harm: /500 was answered with a fault/,
    function: 'createEndpoint',
    intercept: () => changed(isTransaction, (input) => ({ ...input, ClientRequestToken: randomUUID() })),
  },
  'a stored submission taken for a stranger': {
    harm: /500 was answered with a fault/,
    function: 'createSubmission',
    intercept: () =>
      failingAs((error) =>
        error.name === 'ConditionalCheckFailedException' ? new Error('there is such a submission') : error,
      ),
  },
  'a key deleted in two steps': { harm: /keys are counted of/, function: 'deleteKey', intercept: () => inTwoSteps },
  'a slug changed in two steps': {
    harm: /nothing accounts for .* SLUG#/,
    function: 'updateEndpoint',
    intercept: () => inTwoSteps,
  },
  'a broken connection that is no reason to try again': {
    harm: /500 was answered with a fault/,
    function: 'retrieveEndpoint',
    intercept: () => failingAs((error) => (error.code === 'ECONNRESET' ? new Error('no connection') : error)),
  },
  'a note of use that fails the request': {
    harm: /50[04] was answered instead of 200/,
    function: 'listKeys',
    intercept: readBehindNote,
  },
  'a write of the index whose failure is ignored': {
    harm: /is provisional|the total is wrong/,
    function: 'indexSubmissions',
    intercept: () => ignored(isOfIndex),
  },
  'a removal that does not continue': {
    harm: /nothing accounts for .* SUB#/,
    function: 'purgeEndpoint',
    intercept: () => dropped(isToQueue),
  },
  'a failed event that is forgotten': {
    harm: /1 of 2 events were recorded/,
    function: 'recordMailEvent',
    intercept: () => ignored(isTransaction),
  },
  'an address in the log': {
    harm: /a log line holds/,
    function: 'notifySubmission',
    scenario: 'two submissions',
    intercept: () =>
      failingAs((error, { service, input }) => {
        const { ToAddresses: [name] = [] } = (input.Destination ?? {}) as { ToAddresses?: string[] };
        return service === 'ses' ? Object.assign(error, { name }) : error;
      }),
  },
  'a claim without its attempt on record': {
    harm: /0 attempts on record/,
    function: 'notifySubmission',
    scenario: 'two submissions',
    intercept: () => withoutAttempt,
  },
  'a claim given back though SES may have accepted the mail': {
    harm: /2 mails have 1 attempts on record/,
    function: 'notifySubmission',
    scenario: 'two submissions',
    intercept: () =>
      failingAs((error, { service }) =>
        service === 'ses' && classifySendFailure(error) === 'unknown'
          ? Object.assign(new Error(), { name: 'TooManyRequestsException' })
          : error,
      ),
  },
  'a mark that is forgotten': {
    harm: /the notification .* is claimed/,
    function: 'notifySubmission',
    scenario: 'two submissions',
    intercept: () => ignored(isMark),
  },
  'a queue whose failure is ignored': {
    harm: /was not announced/,
    function: 'notifySubmission',
    scenario: 'two submissions',
    intercept: () => refusalsIgnored,
  },
  'a message acknowledged though the next one could not be sent': {
    harm: /was not announced/,
    function: 'notifySubmission',
    scenario: 'SES throttles',
    result: (result, event) => (isFromQueue(event) ? withoutFailures(result) : result),
  },
  'a digest on record before its message is sent': {
    harm: /was not announced/,
    function: 'notifySubmission',
    scenario: 'budget',
    intercept: recordedBeforeSent,
  },
  'a digest that is read before it is closed': {
    harm: /a digest says 1 and has to tell of 2/,
    function: 'notifySubmission',
    scenario: 'while their digest',
    intercept: readBeforeClosed,
  },
  'a submission of the queue timed by its id': {
    harm: /a digest says 2 and has to tell of 3/,
    function: 'notifySubmission',
    scenario: 'while their digest',
    intercept: () => timedByIdMessages,
  },
  'a digest that is relied on when it is closed': {
    harm: /a digest says 2 and has to tell of 3/,
    function: 'notifySubmission',
    scenario: 'while their digest',
    intercept: () => closedLater,
  },
  ...WEBHOOK_MUTANTS,
};
