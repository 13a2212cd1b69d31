import { arnOf } from '../../infra/localService/template.ts';
import { KEY_ATTRIBUTES } from '../../shared/storage/table/partitions.ts';
import type { Call } from '../functions/policy.ts';

/** A request to DynamoDB, or one part of a batch or transaction. */
type Request = Record<string, unknown>;

/** The calls that a policy must allow for a request: one per table of a batch. */
export function callsOf(action: string, body: Request): Call[] {
  if (action === 'TransactWriteItems' || action === 'TransactGetItems')
    return callsOfTransaction(body.TransactItems as Record<string, Request>[]);
  if (!action.startsWith('Batch')) return [callOn(action, body.TableName, [body])];
  const requestItems = body.RequestItems as Record<string, unknown>;
  return Object.entries(requestItems).map(([table, batch]) => callOn(action, table, partsOf(action, batch)));
}

/**
 * Each part by itself, and all parts with the same action and table together. AWS does not say which of them a policy
 * must allow ("Using IAM with DynamoDB transactions"); the parts of a batch are authorized together.
 */
function callsOfTransaction(items: Record<string, Request>[]): Call[] {
  const together = new Map<string, { action: string; table: unknown; requests: Request[] }>();
  const single = items
    .flatMap((item) => Object.entries(item))
    .map(([kind, request]) => {
      const [action, table] = [kind === 'ConditionCheck' ? 'ConditionCheckItem' : `${kind}Item`, request.TableName];
      const { requests = [] } = together.get(`${action} ${table}`) ?? {};
      together.set(`${action} ${table}`, { action, table, requests: [...requests, request] });
      return callOn(action, table, [request]);
    });
  const several = [...together.values()].filter(({ requests }) => requests.length > 1);
  return [...single, ...several.map(({ action, table, requests }) => callOn(action, table, requests))];
}

function partsOf(action: string, batch: unknown): Request[] {
  if (action === 'BatchWriteItem') return (batch as Record<string, Request>[]).flatMap((part) => Object.values(part));
  const { Keys, ...shared } = batch as Request & { Keys: Request[] };
  return [shared, ...Keys.map((Key) => ({ Key }))];
}

const READS = new Set(['GetItem', 'BatchGetItem', 'Query', 'Scan']);
const WRITES = new Set(['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem']);

const callOn = (action: string, table: unknown, requests: Request[]): Call => ({
  action: `dynamodb:${action}`,
  resource: arnOf(String(table), 'AWS::DynamoDB::GlobalTable'),
  context: {
    'dynamodb:LeadingKeys': unique(requests.flatMap((request) => leadingKeysOf(action, request))),
    'dynamodb:Attributes': unique(requests.flatMap(attributesOf)),
    'dynamodb:Select': READS.has(action) && requests[0] ? [selectOf(requests[0])] : [],
    'dynamodb:ReturnValues': WRITES.has(action)
      ? unique(requests.map(({ ReturnValues = 'NONE' }) => String(ReturnValues)))
      : [],
  },
});

const unique = (values: string[]): string[] => [...new Set(values)];

const [PARTITION_KEY] = KEY_ATTRIBUTES;

/** Partition keys of a request's items; empty where they are unknown, as for a scan. */
function leadingKeysOf(action: string, request: Request): string[] {
  if (action === 'Query') return queriedPartitions(request);
  const key = (request.Key ?? request.Item) as Request | undefined;
  return key ? [textOf(key[PARTITION_KEY])] : [];
}

const EQUALITY = /([#\w]+)\s*=\s*(:\w+)/g;

function queriedPartitions({ KeyConditionExpression = '', ExpressionAttributeValues = {}, ...request }: Request) {
  const values = ExpressionAttributeValues as Request;
  return [...String(KeyConditionExpression).matchAll(EQUALITY)]
    .filter(([, name = '']) => nameOf(name, request) === PARTITION_KEY)
    .map(([, , value = '']) => textOf(values[value]));
}

/** A string value, also as the SDK's document client takes it; other types as JSON, which no policy pattern matches. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : ((value as { S?: string } | undefined)?.S ?? JSON.stringify(value ?? null));

/** Parameters keyed by attribute name. */
const NAMED = ['Key', 'Item', 'Expected', 'AttributeUpdates', 'KeyConditions', 'QueryFilter', 'ScanFilter'];
const EXPRESSIONS = [
  'KeyConditionExpression',
  'FilterExpression',
  'ProjectionExpression',
  'ConditionExpression',
  'UpdateExpression',
];
/** Attribute names and placeholders at the start of a path. A function name is followed by a parenthesis. */
const PATH_START = /(?<![\w.#:])(?:#\w+|[A-Za-z_]\w*)(?!\w|\s*\()/g;
const WORDS = /^(?:SET|REMOVE|ADD|DELETE|AND|OR|NOT|BETWEEN|IN)$/i;

/** Every attribute that a request writes or reads in its expressions. */
function attributesOf(request: Request): string[] {
  const inExpressions = EXPRESSIONS.flatMap((name) => String(request[name] ?? '').match(PATH_START) ?? []);
  return [
    ...NAMED.flatMap((name) => Object.keys((request[name] as object | undefined) ?? {})),
    ...((request.AttributesToGet as string[] | undefined) ?? []),
    ...inExpressions.filter((word) => !WORDS.test(word)).map((name) => nameOf(name, request)),
  ];
}

const nameOf = (name: string, { ExpressionAttributeNames = {} }: Request): string =>
  name.startsWith('#') ? ((ExpressionAttributeNames as Record<string, string>)[name] ?? name) : name;

const selectOf = ({ Select, ProjectionExpression, AttributesToGet }: Request): string =>
  String(Select ?? (ProjectionExpression || AttributesToGet ? 'SPECIFIC_ATTRIBUTES' : 'ALL_ATTRIBUTES'));
