/**
 * Adds `ReturnConsumedCapacity` to a request without serializing it again, which would take longer than the rest of the
 * proxy's work.
 */
export const askingForCapacity = (text: string, body: Record<string, unknown>): string =>
  body.ReturnConsumedCapacity === undefined
    ? text.replace('{', '{"ReturnConsumedCapacity":"TOTAL",')
    : JSON.stringify({ ...body, ReturnConsumedCapacity: 'TOTAL' });

/** Consumed capacity of one table or several. In JSON, text never contains an unescaped quote. */
const CONSUMED = /"ConsumedCapacity":(\{[^{}]*\}|\[[^[\]]*\])/;

/** Reads the consumed units without parsing a response of up to 1 MB. */
export function consumedUnits(response: Buffer): number {
  const [, consumed = '[]'] = CONSUMED.exec(response.toString('latin1')) ?? [];
  const capacities = [JSON.parse(consumed)].flat() as { CapacityUnits?: number }[];
  return capacities.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
}
