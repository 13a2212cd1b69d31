import { unmarshall } from '@aws-sdk/util-dynamodb';
import { itemBytes, writeUnitsOf } from '../../shared/storage/table/itemBytes.ts';
import type { HttpResponse } from '../http/httpPost.ts';
import type { DynamoDb } from './dynamodb.ts';

type Attributes = Parameters<typeof unmarshall>[0];
type Body = Record<string, unknown>;

/** Sends a call to the engine. @returns its response, and the units that AWS would bill */
export async function sendCounted(engine: DynamoDb, action: string, text: string, body: Body) {
  const response = await engine.send(`DynamoDB_20120810.${action}`, askingForCapacity(text, body));
  if (response.status !== 400) return { response, units: consumedUnits(response.body) };
  const { Item, ...failure } = JSON.parse(response.body.toString()) as Body;
  const units = unitsOfFailure(String(failure.__type), Item as Attributes | undefined, body);
  return { response: asksForItem(body) ? response : withBody(response, failure), units };
}

/**
 * Adds `ReturnConsumedCapacity`, and for a condition the item that fails it, to a request without serializing it again,
 * which would take longer than the rest of the proxy's work.
 */
export const askingForCapacity = (text: string, body: Body): string => {
  const added = {
    ReturnConsumedCapacity: 'TOTAL',
    ...(body.ConditionExpression !== undefined && { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }),
  };
  return Object.keys(added).some((name) => name in body)
    ? JSON.stringify({ ...body, ...added })
    : text.replace('{', `${JSON.stringify(added).slice(0, -1)},`);
};

/** Consumed capacity of one table or several. In JSON, text never contains an unescaped quote. */
const CONSUMED = /"ConsumedCapacity":(\{[^{}]*\}|\[[^[\]]*\])/;

/** Reads the consumed units without parsing a response of up to 1 MB. */
export function consumedUnits(response: Buffer): number {
  const [, consumed = '[]'] = CONSUMED.exec(response.toString('latin1')) ?? [];
  const capacities = [JSON.parse(consumed)].flat() as { CapacityUnits?: number }[];
  return capacities.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
}

/**
 * DynamoDB Local counts nothing if a condition fails, but AWS bills a write of the item that is there, at least one unit
 * ("Working with items: conditional writes"), and the first of the two writes of each part of a canceled transaction.
 */
function unitsOfFailure(type: string, item: Attributes | undefined, body: Body): number {
  if (type.endsWith('ConditionalCheckFailedException')) return unitsOf(item);
  if (!type.endsWith('TransactionCanceledException')) return 0;
  const parts = body.TransactItems as Record<string, { Item?: Attributes }>[];
  return parts.flatMap((part) => Object.values(part)).reduce((sum, { Item }) => sum + unitsOf(Item), 0);
}

const unitsOf = (item: Attributes | undefined): number =>
  Math.max(1, item ? writeUnitsOf(itemBytes(unmarshall(item))) : 0);

const asksForItem = (body: Body): boolean => body.ReturnValuesOnConditionCheckFailure !== undefined;

function withBody({ status, headers }: HttpResponse, content: Body): HttpResponse {
  const body = Buffer.from(JSON.stringify(content));
  return { status, headers: { ...headers, 'content-length': String(body.length) }, body };
}
