import { marshall } from '@aws-sdk/util-dynamodb';
import type { TableAddress } from '../../../infra/local/localTable.ts';
import { localTable } from '../../../infra/local/localTable.ts';
import type { Operation, OperationId } from '../../../shared/contract/operations/index.ts';
import { UNKNOWN_LOCATION } from '../../../shared/http/location.ts';
import { buildIndex } from '../../../shared/pageIndex/buildIndex.ts';
import { inPartition } from '../../../shared/storage/expressions.ts';
import { endpointKey, keyKey, SORT_PREFIX, submissionKey } from '../../../shared/storage/itemKeys.ts';
import { Submissions } from '../../../shared/storage/submissions.ts';
import { COSTS } from '../../support/costs.ts';
import { type Ids, newOwn, newThings, type Own, rightRequest } from '../../support/rightRequests.ts';
import type { BareCall } from './bareCalls.ts';

/** Submissions on the page that `listSubmissions` answers, and on which the table of rates depends. */
const LISTED = 100;
/** Things that are created in one workspace, by their group: it may hold 100 keys, and its endpoint 10 webhooks. */
const CREATED_PER_WORKSPACE = { endpoints: 90, submissions: 90, keys: 90, webhooks: 8 };

/** 120 bytes as JSON. */
export const DATA = { name: 'Ada Lovelace', email: 'ada@example.com', message: `Hello, ${'x'.repeat(53)}.` };

/** A workspace whose endpoint has so many submissions, all but the newest few of them in its index. */
export async function newListedOwn(address: TableAddress): Promise<Own> {
  const table = localTable(address);
  const own = await newOwn(address);
  const submissions = new Submissions(table);
  for (let count = 1; count < LISTED; count++) {
    await submissions.create(own.endpointId, { data: DATA, location: UNKNOWN_LOCATION });
  }
  await buildIndex(table, own.endpointId, { recount: false, onPart: () => undefined });
  return own;
}

/** Events as the gateway makes them, each a right request: as many different ones as one that changes things needs. */
export async function eventsOf(
  address: TableAddress,
  operation: Operation,
  listed: Own,
  count: number,
): Promise<unknown[]> {
  if (/^(?:GET|PUT)$/.test(operation.method) || /^(?:verifyKey|createSubmission)$/.test(operation.id)) {
    return [eventOf(operation, listed)];
  }
  const events: unknown[] = [];
  while (events.length < count) {
    const own = await newOwn(address);
    const size = Math.min(CREATED_PER_WORKSPACE[operation.group], count - events.length);
    const removed = operation.method === 'DELETE' ? await newThings(address, own, operation.group, size) : [];
    for (let i = 0; i < size; i++) events.push(eventOf(operation, { ...own, ...removed[i] }));
  }
  return events;
}

function eventOf(operation: Operation, own: Own & Partial<Ids>) {
  const { params, json } = rightRequest(operation, own);
  const body = operation.id === 'createSubmission' ? DATA : json;
  const headers = {
    Accept: '*/*',
    'Accept-Encoding': 'gzip',
    Authorization: `Bearer ${own.key}`,
    'CloudFront-Viewer-Country': 'ES',
    Host: 'api.example.com',
    'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'X-Forwarded-For': '192.0.2.1, 192.0.2.2',
    ...(body && { 'Content-Type': 'application/json' }),
  };
  return {
    httpMethod: operation.method,
    resource: operation.path,
    headers,
    multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    pathParameters: params,
    multiValueQueryStringParameters: null,
    body: body ? Buffer.from(JSON.stringify(body)).toString('base64') : null,
    isBase64Encoded: body !== undefined,
    requestContext: { requestId: '00000000-0000-4000-8000-000000000000', extendedRequestId: 'AAAAAAAAAAAAAAA=' },
  };
}

/** The calls that an operation makes to DynamoDB, about as large, without conditions: they can be made again and again. */
export function callsOf({ id }: Operation, own: Own, TableName: string): BareCall[] {
  const inputs = inputsOf(own, TableName);
  const { dynamodb } = COSTS[id as OperationId];
  if (id === 'listSubmissions') return [...repeated({ ...dynamodb, Query: 0 }, inputs), ...pageCalls(own, TableName)];
  return repeated(dynamodb, inputs);
}

const repeated = (calls: Record<string, number>, inputs: Record<string, object>): BareCall[] =>
  Object.entries(calls).flatMap(([action, times]) =>
    Array.from({ length: times }, () => ({ action, input: inputs[action] ?? {} })),
  );

/** One item, of the smallest size that is usual. */
export const getItem = (own: Own, TableName: string): BareCall => ({
  action: 'GetItem',
  input: inputsOf(own, TableName).GetItem,
});

function inputsOf({ endpointId, submissionId, keyId, workspaceId }: Own, TableName: string) {
  const written = { ...submissionKey('bench', submissionId), data: JSON.stringify(DATA), location: UNKNOWN_LOCATION };
  const Item = marshall(written);
  const Key = marshall(submissionKey('bench', submissionId));
  const entries = inPartition(`WS#${workspaceId}`, SORT_PREFIX.keyOfWorkspace);
  const Keys = [keyKey(keyId), endpointKey(endpointId), submissionKey(endpointId, submissionId)].map((key) =>
    marshall(key),
  );
  return {
    GetItem: { TableName, Key: marshall(endpointKey(endpointId)), ConsistentRead: true },
    BatchGetItem: { RequestItems: { [TableName]: { Keys, ConsistentRead: true } } },
    Query: { TableName, ConsistentRead: true, ...queryOf(entries) },
    PutItem: { TableName, Item },
    UpdateItem: {
      TableName,
      Key,
      UpdateExpression: 'SET isRead = :true',
      ExpressionAttributeValues: { ':true': { BOOL: true } },
      ReturnValues: 'ALL_NEW',
    },
    DeleteItem: { TableName, Key: marshall(submissionKey('bench', 'none')) },
    TransactWriteItems: {
      TransactItems: ['a', 'b', 'c', 'd'].map((SK) => ({ Put: { TableName, Item: { ...Item, SK: { S: SK } } } })),
    },
  };
}

const queryOf = ({ KeyConditionExpression, ExpressionAttributeValues }: ReturnType<typeof inPartition>) => ({
  KeyConditionExpression,
  ExpressionAttributeValues: marshall(ExpressionAttributeValues),
});

function pageCalls({ endpointId }: Own, TableName: string): BareCall[] {
  const { PK } = endpointKey(endpointId);
  const query = { TableName, ...queryOf(inPartition(PK, SORT_PREFIX.submission)) };
  return [
    { action: 'Query', input: { ...query, ScanIndexForward: false, Limit: LISTED, ConsistentRead: true } },
    { action: 'Query', input: { ...query, Select: 'COUNT', Limit: 1 } },
  ];
}
