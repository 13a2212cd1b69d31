import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import type { Item } from '../../../shared/storage/table/table.ts';
import { type ServiceCall, ServiceFailure, type ServiceOutput } from './calls.ts';
import { inputOf, responseOf } from './documentClient.ts';

export interface WireRequest {
  headers: Record<string, string | undefined>;
  path: string;
  /** Undefined for a GET request. */
  body?: string | Uint8Array;
}

type Encoded = Record<string, AttributeValue>;

/** Fields of requests and responses that contain an item or a part of one. */
const ITEM_FIELDS = ['Key', 'Item', 'Attributes', 'ExpressionAttributeValues', 'ExclusiveStartKey', 'LastEvaluatedKey'];

/** An item's attributes on the wire and in stream events, where binary values are base64. */
export function encoded(item: Item): Record<string, unknown> {
  const attributes: Record<string, unknown> = marshall(item, { removeUndefinedValues: true });
  for (const [name, value] of Object.entries(item))
    if (value instanceof Uint8Array) attributes[name] = { B: Buffer.from(value).toString('base64') };
  return attributes;
}

export function decoded(attributes: Encoded): Item {
  const item = unmarshall(attributes);
  for (const [name, { B }] of Object.entries(attributes))
    if (typeof B === 'string') item[name] = Uint8Array.from(Buffer.from(B, 'base64'));
  return item;
}

const mapItemFields = (fields: ServiceOutput, convert: (item: Item) => Item): ServiceOutput =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      ITEM_FIELDS.includes(name) && value !== undefined ? convert(value as Item) : value,
    ]),
  );

function decodeFields(fields: ServiceOutput): ServiceOutput {
  return mapItemFields(fields, (item) => decoded(item as Encoded));
}

function decodeCall(service: ServiceCall['service'], { headers, path, body = '{}' }: WireRequest): ServiceCall {
  const ofMail = path.endsWith('/account') ? 'GetAccount' : 'SendEmail';
  const action = headers['x-amz-target']?.split('.').at(-1) ?? ofMail;
  const input = JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body));
  return { service, action, input: service === 'dynamodb' ? decodeInput(input) : input };
}

function decodeInput(input: ServiceOutput): ServiceOutput {
  const { Keys, TransactItems, ...others } = decodeFields(inputOf(input));
  const writes = (TransactItems as Record<string, ServiceOutput>[] | undefined)?.map((write) =>
    Object.fromEntries(Object.entries(write).map(([kind, fields]) => [kind, decodeFields(fields)])),
  );
  const keys = (Keys as Encoded[] | undefined)?.map((key) => unmarshall(key));
  return { ...others, ...(writes && { TransactItems: writes }), ...(keys && { Keys: keys }) };
}

function encodeOutput({ action, input }: ServiceCall, output: ServiceOutput): ServiceOutput {
  const fields = mapItemFields(output, encoded);
  for (const name of ['Items', 'UnprocessedKeys'])
    if (fields[name]) fields[name] = (fields[name] as Item[]).map(encoded);
  return responseOf(action, input, fields);
}

export const wireHandler = (
  service: ServiceCall['service'],
  answer: (call: ServiceCall, id: string) => Promise<ServiceOutput>,
) => ({
  metadata: { handlerProtocol: 'http/1.1' },
  handle: async (request: WireRequest) => ({ response: await respond(service, request, answer) }),
  updateHttpClientConfig: () => undefined,
  httpHandlerConfigs: () => ({}),
});

async function respond(
  service: ServiceCall['service'],
  request: WireRequest,
  answer: (call: ServiceCall, id: string) => Promise<ServiceOutput>,
) {
  const call = decodeCall(service, request);
  const { status, type, body } = await answer(call, String(request.headers['amz-sdk-invocation-id'])).then(
    (output) => ({ status: 200, type: '', body: encodeOutput(call, output) }),
    (error: unknown) => {
      if (!(error instanceof ServiceFailure)) throw error;
      const { status, name, message, details } = error;
      return { status, type: name, body: { __type: name, message, ...details } };
    },
  );
  return {
    statusCode: status,
    headers: { 'content-type': 'application/x-amz-json-1.0', ...(type ? { 'x-amzn-errortype': type } : {}) },
    body: Buffer.from(JSON.stringify(body)),
  };
}
