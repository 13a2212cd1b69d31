import { randomBytes } from 'node:crypto';
import { OPERATIONS, type OperationId } from '../../../shared/contract/operations/index.ts';
import type { Endpoint } from '../../../shared/contract/schemas/endpoint.ts';
import type { Answer, Client, Request } from './client.ts';
import { demand, type Inspector } from './inspect.ts';

/** What a run made, as far as it came. */
interface Made {
  endpoint: Endpoint;
  submissionId: string;
  file: { endpointId: string; id: string; fileId: string };
  keyId: string;
  keySecret: string;
  webhookId: string;
}

/** What the checks of one run share. */
export class SmokeRun {
  readonly client: Client;
  readonly inspector: Inspector;
  /** Stands in the slug or name of everything that this run makes. */
  readonly marker = `smoke-${randomBytes(6).toString('hex')}`;
  readonly #made: Partial<Made> = {};

  constructor(client: Client, inspector: Inspector) {
    this.client = client;
    this.inspector = inspector;
  }

  keep<Name extends keyof Made>(name: Name, value: Made[Name]): void {
    this.#made[name] = value;
  }

  /** @throws Error when the check that makes it did not come so far */
  get<Name extends keyof Made>(name: Name): Made[Name] {
    const value = this.#made[name];
    demand(value !== undefined, `not tried: there is no ${name}, see above`);
    return value as Made[Name];
  }

  /** Sends the request of an operation. */
  ask(id: OperationId, params: Record<string, string> = {}, request: Request & { query?: string } = {}) {
    const { query = '', ...rest } = request;
    return this.client.send(declarationOf(id).method, pathOf(id, params) + query, rest);
  }

  /** Sends it and looks at the success that its declaration promises. */
  async succeed(id: OperationId, params: Record<string, string> = {}, request: Request & { query?: string } = {}) {
    const answer = await this.ask(id, params, request);
    this.inspector.success(answer, declarationOf(id).status);
    return answer;
  }
}

export const declarationOf = (id: OperationId) => {
  const operation = OPERATIONS.find((candidate) => candidate.id === id);
  if (!operation) throw new Error(`there is no operation ${id}`);
  return operation;
};

/** An operation's path with its parameters. */
const pathOf = (id: OperationId, params: Record<string, string>): string =>
  declarationOf(id).path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');

/** What an operation answered, as the caller of this function knows it to be. */
export const bodyOf = <T>({ json }: Answer): T => json as T;
