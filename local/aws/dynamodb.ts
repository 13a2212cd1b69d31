import type { Resource } from '../../infra/localService/template.ts';
import { parseJson } from '../../infra/tools/parseJson.ts';
import { type HttpResponse, httpPost } from '../http/httpPost.ts';
import { ChangeSignal } from '../process/changeSignal.ts';
import { ENGINE_UNAVAILABLE } from '../process/complain.ts';
import { authorizationWith } from './signature.ts';

/** Access key for every call to the engine. DynamoDB Local has a separate database for each access key. */
export const ENGINE_ACCESS_KEY_ID = 'local';

/** Actions that write to the table's stream. */
const WRITE = /(?:(?:Put|Update|Delete)Item|BatchWriteItem|TransactWriteItems)$/;

type Target = `${'DynamoDB_20120810' | 'DynamoDBStreams_20120810'}.${string}`;

export class DynamoDb {
  readonly writes = new ChangeSignal();
  /** Called with the engine's message once it says that its database is damaged. */
  onDamage: (message: string) => void = () => undefined;
  #isDamaged = false;
  readonly endpoint: string;
  readonly #authorization: string;

  constructor(endpoint: string, accessKeyId = ENGINE_ACCESS_KEY_ID) {
    this.endpoint = endpoint;
    this.#authorization = authorizationWith(accessKeyId);
  }

  /** True if the engine said that its database is damaged. */
  get isDamaged(): boolean {
    return this.#isDamaged;
  }

  /** Sends a body unchanged and returns the response, also one with an error status; 503 while there is no engine. */
  async send(target: string, body: string | Buffer): Promise<HttpResponse> {
    const headers = {
      'Content-Type': 'application/x-amz-json-1.0',
      'X-Amz-Target': target,
      'X-Amz-Date': new Date().toISOString().replace(/[-:]|\.\d+/g, ''),
      Authorization: this.#authorization,
    };
    const response = await httpPost(this.endpoint, headers, body).catch(asUnavailable);
    this.note(target, response.status === 500 ? response.body.toString() : undefined);
    return response;
  }

  /** Notes a call to the engine, and its response if it failed. */
  note(action: string, failure = ''): void {
    this.#noteDamage(failure);
    if (WRITE.test(action)) this.writes.note();
  }

  /** @throws Error named after the service's exception */
  async call<T>(target: Target, input: unknown): Promise<T> {
    const { status, body } = await this.send(target, JSON.stringify(input));
    if (status === 200) return JSON.parse(body.toString()) as T;
    const response = Object(parseJson(body)) as { __type?: string; message?: string; Message?: string };
    const error = new Error(response.message ?? response.Message ?? `DynamoDB responded with ${status}`);
    error.name = response.__type?.split('#').at(-1) ?? 'Error';
    throw error;
  }

  #noteDamage(text: string): void {
    if (this.#isDamaged || !DAMAGE.test(text)) return;
    this.#isDamaged = true;
    const { message = text } = Object(parseJson(text)) as { message?: unknown };
    this.onDamage(String(message));
  }

  /** Creates the template's table unless it exists. Returns the ARN of its stream. */
  async createTable({ logicalId, properties }: Resource): Promise<string> {
    const { KeySchema, AttributeDefinitions, BillingMode, StreamSpecification, TimeToLiveSpecification } = properties;
    try {
      await this.call('DynamoDB_20120810.CreateTable', {
        TableName: logicalId,
        KeySchema,
        AttributeDefinitions,
        BillingMode,
        StreamSpecification: { ...(StreamSpecification as object), StreamEnabled: true },
      });
      await this.call('DynamoDB_20120810.UpdateTimeToLive', { TableName: logicalId, TimeToLiveSpecification });
    } catch (error) {
      if ((error as Error).name !== 'ResourceInUseException') throw error;
    }
    const { Table } = await this.call<{ Table: { LatestStreamArn: string } }>('DynamoDB_20120810.DescribeTable', {
      TableName: logicalId,
    });
    return Table.LatestStreamArn;
  }
}

/** The engine's errors for a damaged database, or a damaged item. */
const DAMAGE = /malformed|not a database|Conversion error|corrupt/;

/** @throws other errors than those of a missing engine */
function asUnavailable(error: NodeJS.ErrnoException): HttpResponse {
  if (!['ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(error.code ?? '')) throw error;
  const body = {
    __type: `com.amazonaws.dynamodb.v20120810#${ENGINE_UNAVAILABLE}`,
    message: 'The table is not running.',
  };
  return { status: 503, headers: {}, body: Buffer.from(JSON.stringify(body)) };
}

export function headersOf({ headers }: HttpResponse): Record<string, string> {
  const { 'content-type': contentType = 'application/json', 'x-amzn-errortype': errorType } = headers;
  return { 'Content-Type': contentType, ...(errorType ? { 'x-amzn-errortype': String(errorType) } : {}) };
}
