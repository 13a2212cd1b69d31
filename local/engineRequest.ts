import http, { ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { Readable } from 'node:stream';
import { askingForCapacity, consumedUnits } from './aws/consumedCapacity.ts';
import { ENGINE_ACCESS_KEY_ID } from './aws/dynamodb.ts';
import { authorizationWith } from './aws/signature.ts';
import { callsOf } from './aws/tableCalls.ts';
import { Policy, type RawStatement } from './functions/policy.ts';
import { type HttpResponse, post, readAll } from './http.ts';

/** With what an instance calls the engine itself. */
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

type Callback = (incoming: IncomingMessage) => void;
type Headers = Record<string, string>;

const TARGET = /^DynamoDB_20120810\.(\w+)$/;
const AUTHORIZATION = authorizationWith(ENGINE_ACCESS_KEY_ID);

/**
 * Makes `http.request`, with which the AWS SDK sends, call the engine without the detour through the main thread. Calls
 * that the function's policy denies, and all while faults are set, still take it: the main thread answers them.
 */
export function callEngineDirectly(
  { endpoint, statements, areFaultsSet }: EngineAccess,
  report: (call: EngineCall) => void,
): void {
  const engine = new URL(endpoint);
  const policy = new Policy(statements);
  const { request } = http;
  const requestOrCall = (options: RequestOptions, callback: Callback): ClientRequest => {
    const headers = options.headers as Headers | undefined;
    const action = TARGET.exec(headers?.['x-amz-target'] ?? '')?.[1];
    if (!headers || action === undefined || Atomics.load(areFaultsSet, 0) !== 0) return request(options, callback);
    return new EngineRequest(engine, options, callback, {
      action,
      allows: (body) => callsOf(action, body).every((call) => policy.allows(call)),
      report,
    });
  };
  Object.assign(http, { request: requestOrCall });
}

interface Call {
  action: string;
  allows: (body: Record<string, unknown>) => boolean;
  report: (call: EngineCall) => void;
}

/** A request to the main thread that goes to the engine instead. */
class EngineRequest extends ClientRequest {
  readonly #original: RequestOptions;
  readonly #callback: Callback;
  readonly #call: Call;

  constructor({ hostname, port, host }: URL, original: RequestOptions, callback: Callback, call: Call) {
    const headers = { ...(original.headers as Headers), host, authorization: AUTHORIZATION };
    super({ ...original, host: hostname, port, headers }, (incoming) => this.#respond(incoming));
    this.#original = original;
    this.#callback = callback;
    this.#call = call;
  }

  /** Sends the body, which the SDK hands over whole. */
  override end(given?: unknown): this {
    const text = String(given);
    const body = JSON.parse(text);
    if (!this.#call.allows(body)) {
      this.#askMain(text).catch((error) => this.destroy(error));
      return this;
    }
    const asking = askingForCapacity(text, body);
    this.setHeader('content-length', Buffer.byteLength(asking));
    return super.end(asking);
  }

  async #askMain(text: string): Promise<void> {
    const { host, port, headers } = this.#original;
    const { authorization, 'x-amz-target': target } = headers as Record<'authorization' | 'x-amz-target', string>;
    const sent = { Authorization: authorization, 'X-Amz-Target': target };
    this.#callback(asIncoming(await post(`http://${host}:${port}`, sent, text)));
    this.destroy();
  }

  async #respond(incoming: IncomingMessage): Promise<void> {
    const { statusCode: status = 500, headers } = incoming;
    try {
      const body = await readAll(incoming);
      const failure = status === 500 ? { failure: body.toString() } : {};
      this.#call.report({ action: this.#call.action, units: consumedUnits(body), ...failure });
      this.#callback(asIncoming({ status, headers, body }));
    } catch (error) {
      this.destroy(error as Error);
      this.emit('error', error);
    }
  }
}

/** A received response in the form in which Node.js hands it over. */
const asIncoming = ({ status, headers, body }: HttpResponse): IncomingMessage =>
  Object.assign(Readable.from(body), { statusCode: status, headers }) as Readable as IncomingMessage;
