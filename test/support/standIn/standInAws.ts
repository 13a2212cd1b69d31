import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../../../local/http/ports.ts';
import { newId } from '../../../shared/runtime/newId.ts';
import { Endpoints } from '../../../shared/storage/endpoints/endpoints.ts';
import type { Table } from '../../../shared/storage/table/table.ts';
import { MemoryItems } from '../simulator/memoryItems.ts';
import { MemoryTable } from '../simulator/memoryTable.ts';
import { type Account, newAccount } from './account.ts';
import { type Call, callOf, json, jsonError, type Request, type Service, type ServiceResponse } from './call.ts';
import { route53Of } from './edge.ts';
import { accountServicesOf, assets, cloudFormationOf, dataOf } from './others.ts';
import { recordMail } from './recordMail.ts';
import { sesOf } from './ses.ts';

/** `refused` fails without an effect; `lost` takes effect, but its response is lost. */
export type Fault = 'refused' | 'lost';

/** A request of the SDK. */
interface HttpRequest extends Omit<Request, 'url' | 'body'> {
  path: string;
  query: Record<string, string>;
  body?: string | Uint8Array;
}

const READS = /^(?:Get|List|Describe|HEAD|GET|Query|BatchGet|template)/;

/** An AWS account behind HTTP, with state and a fault at any call. */
export class StandInAws {
  readonly account: Account;
  readonly calls: string[] = [];
  readonly items = new MemoryItems();
  fault: { at: number; kind: Fault } | undefined;
  url = '';
  /** The service's URL, if the stand-in itself should not receive forms. */
  apiUrl: string | undefined;
  readonly #server = createServer((incoming, outgoing) => void this.#respond(incoming, outgoing));
  readonly #services: Service[];

  constructor(changes: Partial<Account> = {}) {
    this.account = { ...newAccount(), ...changes };
    const { account } = this;
    this.#services = [
      accountServicesOf(account),
      cloudFormationOf(account, () => this.apiUrl ?? this.url),
      sesOf(account),
      route53Of(account),
      dataOf(account),
      assets(),
    ];
  }

  async start(): Promise<void> {
    this.url = await listen(this.#server, 0);
  }

  stop(): Promise<unknown> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(resolve));
  }

  /** Configuration of clients in this process, which need no HTTP and no signatures. */
  get clientSettings() {
    const handle = async ({ method, path, query, headers, body = '' }: HttpRequest) => ({
      response: await this.#answer({
        method,
        url: `${path}?${new URLSearchParams(query)}`,
        headers,
        body: typeof body === 'string' ? body : new TextDecoder().decode(body),
      }),
    });
    return {
      endpoint: this.url,
      requestHandler: { metadata: { handlerProtocol: 'http/1.1' }, handle },
      signer: { sign: async <Request>(request: Request): Promise<Request> => request },
    };
  }

  get changes(): string[] {
    return this.calls.filter((name) => !READS.test(name));
  }

  get table(): Table {
    const intercept = (call: Parameters<MemoryTable['perform']>[0], perform: MemoryTable['perform']) =>
      this.counted(call.action, () => perform(call));
    return new MemoryTable(this.items, { intercept });
  }

  async counted<T>(name: string, perform: () => Promise<T>): Promise<T> {
    const kind = this.#begin(name);
    if (kind === 'refused') throw new Error(`${name} was refused`);
    const output = await perform();
    if (kind === 'lost') throw new Error(`the answer of ${name} was lost`);
    return output;
  }

  #begin(name: string): Fault | undefined {
    this.calls.push(name);
    return this.fault?.at === this.calls.length ? this.fault.kind : undefined;
  }

  async #respond(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = incoming;
    const { statusCode, ...response } = await this.#answer({ method, url, headers, body: await text(incoming) });
    outgoing.writeHead(statusCode, response.headers).end(response.body);
  }

  async #answer(request: Request) {
    const call = callOf(request);
    const kind = this.#begin(call.name);
    const answer = kind === 'refused' ? undefined : await this.#perform(call);
    const {
      status = 200,
      type = 'text/xml',
      headers,
      body = '',
    } = kind ? { status: 503 } : (answer ?? { status: 500 });
    return { statusCode: status, headers: { 'content-type': type, ...headers }, body: Buffer.from(body) };
  }

  async #perform(call: Call): Promise<ServiceResponse> {
    if (call.path[1] === 'f') return this.#receive(call.path[2] ?? '');
    for (const service of this.#services) {
      const answer = service(call);
      if (answer) return answer;
    }
    return jsonError(400, 'NotUnderstood', `${call.name} is not understood by the stand-in`);
  }

  async #receive(endpointId: string): Promise<ServiceResponse> {
    const table = new MemoryTable(this.items);
    const endpoint = await new Endpoints(table).find(endpointId);
    if (!endpoint) return { ...json({ message: 'There is no such form.', requestId: 'r1' }), status: 404 };
    const id = newId('submission');
    for (const recipient of endpoint.emailNotifications ? endpoint.targetEmails : []) {
      const refusal = this.#isTaken(recipient)
        ? undefined
        : `MessageRejected: Email address is not verified: ${recipient}`;
      await recordMail(table, { submissionId: id, endpointId, recipient, refusal });
    }
    return { ...json({ id }), status: 201 };
  }

  #isTaken(recipient: string): boolean {
    const { hasProductionAccess, identities } = this.account;
    return hasProductionAccess || identities[recipient]?.isVerified === true;
  }
}
