import { EventEmitter } from 'node:events';
import http, { type IncomingHttpHeaders, type RequestOptions } from 'node:http';
import { sendCounted } from './aws/consumedCapacity.ts';
import { DynamoDb } from './aws/dynamodb.ts';
import { callsOf } from './aws/tableCalls.ts';
import { Policy, type RawStatement } from './functions/policy.ts';
import { type HttpResponse, httpPost } from './http/httpPost.ts';

/** The engine's address and the function's permissions, for direct calls by an instance. */
export interface EngineAccess {
  endpoint: string;
  /** The function's permissions. */
  statements: RawStatement[];
  /** Its only element is 1 while faults are set. */
  areFaultsSet: Int32Array;
}

/** A call that an instance made, for the main thread to count. */
export interface EngineCall {
  action: string;
  units: number;
  /** The engine's response if it failed. */
  failure?: string;
}

type Callback = (response: Buffer & { statusCode: number; headers: IncomingHttpHeaders }) => void;

const TARGET = /^DynamoDB_20120810\.(\w+)$/;

/**
 * Makes `http.request`, with which the AWS SDK sends, call the engine without the detour through the main thread. Calls
 * that the function's policy denies, and all while faults are set, still take it: the main thread answers them.
 * @param start called when a call starts; the function that it returns, when the call has ended
 */
export function callEngineDirectly(
  { endpoint, statements, areFaultsSet }: EngineAccess,
  report: (call: EngineCall) => void,
  start: () => () => void,
): void {
  const engine = new DynamoDb(endpoint);
  const policy = new Policy(statements);
  const { request } = http;
  const answer = async (action: string, text: string, askMain: () => Promise<HttpResponse>): Promise<HttpResponse> => {
    const body = JSON.parse(text);
    const isDirect = Atomics.load(areFaultsSet, 0) === 0 && callsOf(action, body).every((call) => policy.allows(call));
    if (!isDirect) return askMain();
    const { response, units } = await sendCounted(engine, action, text, body);
    const failure = response.status === 500 ? { failure: response.body.toString() } : {};
    report({ action, units, ...failure });
    return response;
  };
  const requestOrCall = (options: RequestOptions, callback: Callback) => {
    const { host, port, headers = {} } = options;
    const { authorization: Authorization = '', 'x-amz-target': target = '' } = headers as Record<string, string>;
    const action = TARGET.exec(target)?.[1];
    if (action === undefined) return request(options, callback as (incoming: unknown) => void);
    return new TableRequest(callback, (text) => {
      const askMain = () => httpPost(`http://${host}:${port}`, { Authorization, 'X-Amz-Target': target }, text);
      return answer(action, text, askMain).finally(start());
    });
  };
  Object.assign(http, { request: requestOrCall });
}

/** The part of a connection that the SDK uses. It is already established, which ends the SDK's timers for it. */
const CONNECTED = Object.fromEntries(
  ['setTimeout', 'setKeepAlive', 'removeListener', 'destroy'].map((name) => [name, () => undefined]),
);

/** The part of a request to the table that the SDK uses. */
class TableRequest extends EventEmitter {
  readonly socket = CONNECTED;
  readonly #callback: Callback;
  readonly #answer: (text: string) => Promise<HttpResponse>;

  constructor(callback: Callback, answer: (text: string) => Promise<HttpResponse>) {
    super();
    this.#callback = callback;
    this.#answer = answer;
  }

  /** Sends the body, which the SDK hands over whole. */
  end(text: unknown): this {
    void this.#send(String(text));
    return this;
  }

  /** After a timeout. The SDK ignores later events. */
  destroy(): this {
    return this;
  }

  async #send(text: string): Promise<void> {
    try {
      const { status, headers, body } = await this.#answer(text);
      // The SDK takes a body that it need not read for what it is.
      this.#callback(Object.assign(body, { statusCode: status, headers }));
    } catch (error) {
      this.emit('error', error);
    }
  }
}
