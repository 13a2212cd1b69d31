/**
 * A request to DynamoDB that asks what it consumes. It is handed on as it was sent, but for this: writing it anew would
 * take longer than everything else that is done to a call.
 */
export const askingForCapacity = (text: string, body: Record<string, unknown>): string =>
  body.ReturnConsumedCapacity === undefined
    ? text.replace('{', '{"ReturnConsumedCapacity":"TOTAL",')
    : JSON.stringify({ ...body, ReturnConsumedCapacity: 'TOTAL' });

/** What was consumed of one table, or of each of several. In JSON, quotes without a backslash are never part of a text. */
const CONSUMED = /"ConsumedCapacity":(\{[^{}]*\}|\[[^[\]]*\])/;

/** The units that an answer of DynamoDB says were consumed, found without parsing what may be a page of 1 MB. */
export function consumedUnits(answer: Buffer): number {
  const [, consumed = '[]'] = CONSUMED.exec(answer.toString('latin1')) ?? [];
  const capacities = [JSON.parse(consumed)].flat() as { CapacityUnits?: number }[];
  return capacities.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
}
