import { CHANNEL_PREFIX, CHANNELS } from '../../../shared/storage/partitions.ts';
import type { Item } from '../../../shared/storage/table.ts';
import type { Intercept, Output, ServiceCall } from './calls.ts';
import { type Substitutes, updated } from './expressions.ts';

export type Concerns = (call: ServiceCall) => boolean;

/** The result of a write on a missing item, which identifies the write. */
export function itemWrittenBy({ action, input }: ServiceCall): Item | undefined {
  if (action === 'PutItem') return input.Item as Item;
  if (action !== 'UpdateItem') return undefined;
  return updated(String(input.UpdateExpression), { ...(input.Key as Item) }, input as Substitutes);
}

function recordWrittenBy(call: ServiceCall): Item | undefined {
  const item = itemWrittenBy(call);
  return CHANNELS.some((channel) => String(item?.PK).startsWith(CHANNEL_PREFIX[channel])) ? item : undefined;
}

/** The write that records a delivery as pending. */
export const isPlan: Concerns = (call) => call.action === 'PutItem' && recordWrittenBy(call)?.state === 'pending';
export const isClaim: Concerns = (call) => recordWrittenBy(call)?.claim !== undefined;
export const isOutcome: Concerns = (call) =>
  call.action === 'UpdateItem' && recordWrittenBy(call)?.failures !== undefined;
export const isSuccess: Concerns = (call) => recordWrittenBy(call)?.state === 'sent';

export const changed =
  (concerns: Concerns, change: (input: Output) => Output): Intercept =>
  (call, perform) =>
    perform(concerns(call) ? { ...call, input: change(call.input) } : call);

/** Skips a call and pretends that it succeeded. */
export const dropped =
  (concerns: Concerns): Intercept =>
  async (call, perform) =>
    concerns(call) ? {} : perform(call);

/** Makes a call and pretends that it succeeded. */
export const ignored =
  (concerns: Concerns): Intercept =>
  async (call, perform) => {
    if (!concerns(call)) return perform(call);
    return perform(call).catch(() => ({}));
  };

export const failingAs =
  (change: (error: Error & { code?: string }, call: ServiceCall) => Error): Intercept =>
  async (call, perform) => {
    try {
      return await perform(call);
    } catch (error) {
      throw change(error as Error, call);
    }
  };

export const unconditional = (concerns: Concerns): Intercept =>
  changed(concerns, ({ ConditionExpression, ...input }) => input);

export const withValue = (concerns: Concerns, attribute: string, change: (value: unknown) => unknown): Intercept =>
  changed(concerns, (input) => {
    const item = input.Item as Item | undefined;
    if (item) return { ...input, Item: { ...item, [attribute]: change(item[attribute]) } };
    const values = input.ExpressionAttributeValues as Item;
    const [, name = ''] = new RegExp(`#?\\b${attribute} = (:\\w+)`).exec(String(input.UpdateExpression)) ?? [];
    if (!(name in values)) throw new Error(`the write does not set ${attribute}`);
    return { ...input, ExpressionAttributeValues: { ...values, [name]: change(values[name]) } };
  });

export const withoutAttempt: Intercept = withValue(isSuccess, 'attempts', () => []);
