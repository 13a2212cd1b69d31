import { randomUUID } from 'node:crypto';
import type { SQSEvent } from 'aws-lambda';
import type { DeliveryMessage } from '../../../shared/deliveries/messages.ts';
import { digestKey } from '../../../shared/storage/deliveryKeys.ts';
import { LAST_PLACE, submittedAt } from '../../../shared/storage/itemKeys.ts';
import { DUE_MESSAGES, PARTITION_PREFIX } from '../../../shared/storage/partitions.ts';
import type { Item } from '../../../shared/storage/table.ts';
import { webhookKey } from '../../../shared/storage/webhookKeys.ts';
import type { Intercept, Output, ServiceCall } from '../../support/simulator/calls.ts';
import {
  type Concerns,
  changed,
  dropped,
  failingAs,
  ignored,
  isClaim,
  isOutcome,
  isPlan,
  itemWrittenBy,
  unconditional,
  withoutAttempt,
  withValue,
} from '../../support/simulator/mutants.ts';
import type { FaultMutant } from './instance.ts';

const DIGEST_SORT_PREFIX = digestKey('', '').SK;
const isOfDigest: Concerns = ({ input }) =>
  String(((input.Key ?? input.Item) as Item | undefined)?.SK).startsWith(DIGEST_SORT_PREFIX);
const isNote: Concerns = ({ action, input }) =>
  action === 'UpdateItem' && String((input.Key as Item).SK).startsWith(webhookKey('', '').SK);
const isHeldBack: Concerns = (call) => call.action === 'PutItem' && itemWrittenBy(call)?.PK === DUE_MESSAGES;
/** The write that counts a confirmation, before it is sent. */
const isCount: Concerns = ({ action, input }) =>
  action === 'TransactWriteItems' && JSON.stringify(input.TransactItems).includes('"counted"');
const isSent: Concerns = ({ action }) => action === 'SendMessage';

function messageOf(call: ServiceCall): DeliveryMessage | undefined {
  const body = isSent(call) ? call.input.MessageBody : isHeldBack(call) ? itemWrittenBy(call)?.body : undefined;
  return body === undefined ? undefined : JSON.parse(String(body));
}

const sending = (change: (message: DeliveryMessage) => DeliveryMessage): Intercept =>
  changed(isSent, (input) => ({
    ...input,
    MessageBody: JSON.stringify(change(JSON.parse(String(input.MessageBody)))),
  }));

/** Delays calls until after another one; if that never happens, drops them. */
const heldUntil = (isHeld: Concerns, isReleasing: Concerns) => (): Intercept => {
  let held: (() => Promise<Output>)[] = [];
  return async (call, perform) => {
    if (isHeld(call)) {
      held.push(() => perform(call));
      return {};
    }
    const output = await perform(call);
    if (!isReleasing(call)) return output;
    const due = held;
    held = [];
    for (const make of due) await make();
    return output;
  };
};

/** Sends messages after the outcome instead of between claim and outcome. */
const scheduledAfterOutcome = (): Intercept => {
  let isInProgress = false;
  const isHeld: Concerns = (call) => isInProgress && messageOf(call)?.serve !== undefined;
  const hold = heldUntil(isHeld, isOutcome)();
  return (call, perform) => {
    isInProgress = isClaim(call) || (isInProgress && !isOutcome(call));
    return hold(call, perform);
  };
};

/** Closes a digest after reading it, just before its first mail is claimed. */
const readBeforeClosed = (): Intercept => {
  let close: (() => Promise<Output>) | undefined;
  return async (call, perform) => {
    if (call.action === 'UpdateItem' && isOfDigest(call)) {
      close = () => perform(call);
      return {};
    }
    if (isClaim(call)) {
      await close?.().catch(() => undefined);
      close = undefined;
    }
    return perform(call);
  };
};

const closedLater: Intercept = async (call, perform) => {
  const output = await perform(call);
  const item = output.Item as Item | undefined;
  if (call.action !== 'GetItem' || !isOfDigest(call) || item?.closedAt === undefined) return output;
  return { ...output, Item: { ...item, closedAt: Number(item.closedAt) + 600_000 } };
};

const timedById = sending(({ plan, ...message }) => ({
  ...message,
  ...(plan && {
    plan: plan.map((event) =>
      event.about.startsWith('sub_') ? { ...event, storedBefore: submittedAt(event.about) + 30_000 } : event,
    ),
  }),
}));

const withRandomIds = (): Intercept => {
  const plan = changed(isPlan, ({ Item, ...input }) => ({
    ...input,
    Item: { ...(Item as Item), SK: `msg_${randomUUID()}` },
  }));
  const send = sending(({ serve, ...message }) => ({
    ...message,
    ...(serve && { serve: { ...serve, from: '', to: LAST_PLACE } }),
  }));
  return (call, perform) => plan(call, (planned) => send(planned, perform));
};

const blindToDisabled: Intercept = async (call, perform) => {
  const output = await perform(call);
  if (call.action !== 'BatchGetItem') return output;
  const { Responses = {} } = output as { Responses?: Record<string, Item[]> };
  const items = Object.entries(Responses).map(([table, all]) => [table, all.map(({ disabledAt: _, ...item }) => item)]);
  return { ...output, Responses: Object.fromEntries(items) };
};

const isQueryOfDeliveries: Concerns = ({ action, input }) =>
  action === 'Query' && JSON.stringify(input.ExpressionAttributeValues).includes(PARTITION_PREFIX.webhookDeliveries);

const forgettingClaimed = (): Intercept => {
  let isLooking = false;
  return async (call, perform) => {
    const isForgotten = isLooking && messageOf(call)?.serve !== undefined;
    isLooking &&= isForgotten;
    if (isForgotten) return {};
    const output = await perform(call);
    isLooking = isQueryOfDeliveries(call);
    return output;
  };
};

const withoutFailures = (result: unknown): unknown => ({ ...(result as object), batchItemFailures: [] });

const asFresh = (event: unknown): unknown => {
  const { Records } = event as SQSEvent;
  if (!Records?.some((record) => 'body' in record)) return event;
  return { Records: Records.map((record) => ({ ...record, attributes: { ApproximateReceiveCount: '1' } })) };
};

const ofMail = { function: 'notifySubmission', scenario: 'two submissions' };

export const DELIVERY_MUTANTS: Record<string, FaultMutant> = {
  'a delivery claimed without a condition': {
    function: 'sendWebhook',
    scenario: 'handed out twice',
    harm: /was accepted 2 times/,
    intercept: () => unconditional(isClaim),
  },
  'a mail claimed without a condition': {
    ...ofMail,
    harm: /was accepted 2 times|was sent again/,
    intercept: () => unconditional(isClaim),
  },
  'a claim that runs out at once': {
    function: 'sendWebhook',
    scenario: 'handed out twice',
    harm: /was accepted [23] times/,
    intercept: () => withValue(isClaim, 'leaseUntil', () => 0),
  },
  'an outcome that is forgotten': {
    ...ofMail,
    harm: /is still pending/,
    intercept: () => ignored(isOutcome),
  },
  'an outcome without its attempt': {
    ...ofMail,
    harm: /in 0 attempts on record/,
    intercept: () => withoutAttempt,
  },
  'an outcome recorded without a condition': {
    function: 'sendWebhook',
    scenario: 'an endpoint that is deleted',
    harm: /nothing accounts for DELIVERY#webhook/,
    intercept: () => unconditional(isOutcome),
  },
  'a next attempt scheduled after the outcome': {
    function: 'sendWebhook',
    scenario: 'fails at first',
    harm: /not delivered: submission\.created/,
    intercept: scheduledAfterOutcome,
  },
  'a message that reaches a delivery in progress and is forgotten': {
    function: 'sendWebhook',
    scenario: 'fails at first',
    harm: /not delivered: submission\.created/,
    intercept: forgettingClaimed,
  },
  'a message acknowledged though it was not handled': {
    function: 'sendWebhook',
    scenario: 'neither table nor queue',
    harm: /not delivered: submission\.created/,
    result: withoutFailures,
  },
  'deliveries planned over those that are there': {
    function: 'notifySubmission',
    scenario: 'events for a webhook',
    harm: /was accepted 2 times|was sent again/,
    intercept: () => unconditional(isPlan),
  },
  'deliveries planned by random ids': {
    function: 'notifySubmission',
    scenario: 'events for a webhook',
    harm: /has several ids|was sent again/,
    intercept: withRandomIds,
  },
  'messages that a queue refused and that are not held back': {
    function: 'notifySubmission',
    scenario: 'events for a webhook',
    harm: /not delivered: submission\.created/,
    intercept: () => ignored(isSent),
  },
  'a message of mails that is not held back': {
    ...ofMail,
    harm: /was not mailed/,
    intercept: () => ignored(isSent),
  },
  'due messages removed before they are handed over': {
    function: 'sendWebhook',
    scenario: 'fails at first',
    harm: /not delivered: submission\.created/,
    intercept: heldUntil(
      (call) => isSent(call) && call.input.DelaySeconds === 0,
      ({ action }) => action === 'BatchWriteItem',
    ),
  },
  'absorbed messages that end with their function': {
    function: 'sendWebhook',
    scenario: 'while more comes',
    harm: /not delivered: submission\.created/,
    event: asFresh,
  },
  'a range that continues behind its first delivery': {
    ...ofMail,
    harm: /was not mailed/,
    intercept: () =>
      sending(({ serve, ...message }) => ({
        ...message,
        ...(serve && { serve: serve.from < serve.to ? { ...serve, from: `${serve.from}${LAST_PLACE}` } : serve }),
      })),
  },
  'a webhook noted to fail without a condition': {
    function: 'sendWebhook',
    scenario: 'a webhook that is deleted',
    harm: /nothing accounts for HOOK#\w+ WEBHOOK#|lacks HOOKSECRET#/,
    intercept: () => unconditional(isNote),
  },
  'a disabled webhook of which only its own attempt tells': {
    function: 'sendWebhook',
    scenario: 'a receiver that is gone',
    harm: /its owner was not notified/,
    intercept: () => blindToDisabled,
  },
  'a confirmation that is not counted': {
    function: 'notifySubmission',
    scenario: 'confirmations',
    harm: /confirmations went to one mailbox/,
    intercept: () => dropped(isCount),
  },
  'an address in the log': {
    ...ofMail,
    harm: /a log line holds/,
    intercept: () =>
      failingAs((error, { service, input }) => {
        const { ToAddresses: [name] = [] } = (input.Destination ?? {}) as { ToAddresses?: string[] };
        return service === 'ses' ? Object.assign(error, { name }) : error;
      }),
  },
  'a digest on record before its message is sent': {
    function: 'notifySubmission',
    scenario: 'budget',
    harm: /was not mailed/,
    intercept: heldUntil(
      (call) => messageOf(call)?.plan?.some(({ event }) => event === 'digest.due') === true,
      (call) => call.action === 'PutItem' && isOfDigest(call),
    ),
  },
  'a digest that is read before it is closed': {
    function: 'notifySubmission',
    scenario: 'while their digest',
    harm: /a digest says 1 and has to tell of 2/,
    intercept: readBeforeClosed,
  },
  'events of the queue timed by their ids': {
    function: 'notifySubmission',
    scenario: 'while their digest',
    harm: /a digest says 2 and has to tell of 3/,
    intercept: () => timedById,
  },
  'a digest that is relied on when it is closed': {
    function: 'notifySubmission',
    scenario: 'while their digest',
    harm: /a digest says 2 and has to tell of 3/,
    intercept: () => closedLater,
  },
};
