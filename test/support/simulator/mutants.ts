import { notificationKey } from '../../../shared/storage/itemKeys.ts';
import type { Item } from '../../../shared/storage/table.ts';
import type { Intercept, Output, ServiceCall } from './calls.ts';
import { type Substitutes, updated } from './expressions.ts';

/** Whether a mutant is concerned with a call. */
export type Concerns = (call: ServiceCall) => boolean;

/** What a write of one item makes of an item that is not there: what tells the service's writes apart. */
export function itemWrittenBy({ action, input }: ServiceCall): Item | undefined {
  if (action === 'PutItem') return input.Item as Item;
  if (action !== 'UpdateItem') return undefined;
  return updated(String(input.UpdateExpression), { ...(input.Key as Item) }, input as Substitutes);
}

const isOfNotification = (call: ServiceCall): boolean =>
  String((call.input.Key as Item | undefined)?.PK).startsWith(notificationKey('', '').PK);

const setsState = (state: string) => (call: ServiceCall) =>
  isOfNotification(call) && itemWrittenBy(call)?.state === state;

/** The write that claims a notification. */
export const isClaim: Concerns = setsState('claimed');
/** The write that marks a notification as sent. */
export const isMark: Concerns = setsState('sent');

/** Changes what is asked for. */
export const changed =
  (concerns: Concerns, change: (input: Output) => Output): Intercept =>
  (call, perform) =>
    perform(concerns(call) ? { ...call, input: change(call.input) } : call);

/** Makes no such call, and pretends that it succeeded. */
export const dropped =
  (concerns: Concerns): Intercept =>
  async (call, perform) =>
    concerns(call) ? {} : perform(call);

/** Makes such a call and pretends that it succeeded, whatever became of it. */
export const ignored =
  (concerns: Concerns): Intercept =>
  async (call, perform) => {
    if (!concerns(call)) return perform(call);
    return perform(call).catch(() => ({}));
  };

/** Reports every message of a batch as sent, also those that the queue refused. */
export const refusalsIgnored: Intercept = async (call, perform) => {
  if (call.action !== 'SendMessageBatch') return perform(call);
  return { ...(await perform(call).catch(() => ({}))), Failed: [] };
};

/** Makes such a write whatever there is. */
export const unconditional = (concerns: Concerns): Intercept =>
  changed(concerns, ({ ConditionExpression, ...input }) => input);

/** Sets an attribute of an item to another value than it is set to. */
export const withValue = (concerns: Concerns, attribute: string, change: (value: unknown) => unknown): Intercept =>
  changed(concerns, (input) => {
    const [, name = ''] = new RegExp(`\\b${attribute} = (:\\w+)`).exec(String(input.UpdateExpression)) ?? [];
    const values = input.ExpressionAttributeValues as Item;
    if (!(name in values)) throw new Error(`the write does not set ${attribute}`);
    return { ...input, ExpressionAttributeValues: { ...values, [name]: change(values[name]) } };
  });

/** The claim does not put its attempt on record. */
export const withoutAttempt: Intercept = changed(isClaim, (input) => ({
  ...input,
  UpdateExpression: String(input.UpdateExpression).replace(/ ADD attempts :\w+/, ''),
}));
