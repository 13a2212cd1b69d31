import { randomUUID } from 'node:crypto';
import type { Item } from '../../../shared/storage/table.ts';
import { webhookDeliveryKey, webhookKey } from '../../../shared/storage/webhookKeys.ts';
import type { Intercept, Output, ServiceCall } from '../../support/simulator/calls.ts';
import { type Concerns, changed, ignored, refusalsIgnored, unconditional } from '../../support/simulator/mutants.ts';
import type { FaultMutant } from './instance.ts';

const DELIVERY_SORT_PREFIX = webhookDeliveryKey('', '', '').SK.split('#')[0] ?? '';
const WEBHOOK_SORT_PREFIX = webhookKey('', '').SK;

const updates = (sortPrefix: string, call: ServiceCall): boolean =>
  call.action === 'UpdateItem' && String((call.input.Key as Item).SK).startsWith(sortPrefix);
const isOfDelivery: Concerns = (call) => updates(DELIVERY_SORT_PREFIX, call);
const isClaim: Concerns = (call) => isOfDelivery(call) && /\bclaim = :/.test(String(call.input.UpdateExpression));
const isMark: Concerns = (call) => isOfDelivery(call) && !isClaim(call);
const isNote: Concerns = (call) => updates(WEBHOOK_SORT_PREFIX, call);
/** The write by which a turn is to come up later: a message that waits, or an item. */
const isNextTurn: Concerns = ({ service, action, input }) =>
  (service === 'sqs' && String(input.MessageBody).includes('"take"')) || action === 'PutItem';

/** The next attempt is seen to after the mark. */
const scheduledAfterMark = (): Intercept => {
  let held: (() => Promise<Output>) | undefined;
  return async (call, perform) => {
    if (isNextTurn(call)) {
      held = () => perform(call);
      return {};
    }
    const output = await perform(call);
    if (isMark(call)) {
      await held?.();
      held = undefined;
    }
    return output;
  };
};

/** Deliveries get another id each time that they are put into the queue. */
const withRandomIds = changed(
  ({ action }) => action === 'SendMessageBatch',
  ({ Entries, ...input }) => ({
    ...input,
    Entries: (Entries as { MessageBody: string }[]).map((entry) => {
      const id = `msg_${randomUUID()}`;
      const MessageBody = JSON.stringify({ ...JSON.parse(entry.MessageBody), id });
      return { ...entry, MessageBody, MessageDeduplicationId: id };
    }),
  }),
);

/** Nobody reads that a webhook was switched off. */
const blindToSwitchedOff: Intercept = async (call, perform) => {
  const output = await perform(call);
  if (call.action !== 'BatchGetItem') return output;
  const { Responses = {} } = output as { Responses?: Record<string, Item[]> };
  const items = Object.entries(Responses).map(([table, all]) => [table, all.map(({ disabledAt: _, ...item }) => item)]);
  return { ...output, Responses: Object.fromEntries(items) };
};

const withoutFailures = (result: unknown): unknown => ({ ...(result as object), batchItemFailures: [] });

/** Defects of what brings events to webhooks; each is found by some fault. */
export const WEBHOOK_MUTANTS: Record<string, FaultMutant> = {
  'a delivery claimed whatever became of it': {
    harm: /was told 2 times|was posted again/,
    function: 'sendWebhook',
    scenario: 'takes everything',
    intercept: () => unconditional(isClaim),
  },
  'a mark of a delivery that is forgotten': {
    harm: /is still pending/,
    function: 'sendWebhook',
    scenario: 'takes everything',
    intercept: () => ignored(isMark),
  },
  'a delivery marked whatever became of it': {
    harm: /nothing accounts for HOOK#\w+ DELIVERY#/,
    function: 'sendWebhook',
    scenario: 'an endpoint that is deleted',
    intercept: () => unconditional(isMark),
  },
  'a webhook noted to fail whatever became of it': {
    harm: /nothing accounts for HOOK#\w+ WEBHOOK#|lacks HOOKSECRET#/,
    function: 'sendWebhook',
    scenario: 'a webhook that is deleted',
    intercept: () => unconditional(isNote),
  },
  'a next attempt that is seen to after the mark': {
    harm: /nobody was told of submission\.created/,
    function: 'sendWebhook',
    scenario: 'fails at first',
    intercept: scheduledAfterMark,
  },
  'a turn acknowledged though it could not be taken': {
    harm: /nobody was told of submission\.created/,
    function: 'sendWebhook',
    scenario: 'takes everything',
    result: withoutFailures,
  },
  'a switching off that only its own turn tells of': {
    harm: /nobody was told/,
    function: 'sendWebhook',
    scenario: 'a receiver that is gone',
    intercept: () => blindToSwitchedOff,
  },
  'events with another id each time': {
    harm: /was told (?:by several ids|2 times)|was posted again/,
    function: 'indexSubmissions',
    scenario: 'events for a webhook',
    intercept: () => withRandomIds,
  },
  'turns that the queue refused and that are not noted as due': {
    harm: /nobody was told of submission\.created/,
    function: 'indexSubmissions',
    scenario: 'events for a webhook',
    intercept: () => refusalsIgnored,
  },
};
