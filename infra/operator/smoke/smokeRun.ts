import { randomBytes } from 'node:crypto';
import { OPERATIONS, type OperationId } from '../../../shared/contract/operations/index.ts';
import type { Endpoint } from '../../../shared/contract/schemas/endpoint.ts';
import type { Client, Request, TextResponse } from './client.ts';
import { demand, type Inspector } from './inspect.ts';

interface Made {
  endpoint: Endpoint;
  submissionId: string;
  file: { endpointId: string; id: string; fileId: string };
  keyId: string;
  keySecret: string;
  webhookId: string;
}

export class SmokeRun {
  readonly client: Client;
  readonly inspector: Inspector;
  /** Part of the slug or name of everything that this run creates. */
  readonly marker = `smoke-${randomBytes(6).toString('hex')}`;
  readonly #made: Partial<Made> = {};

  constructor(client: Client, inspector: Inspector) {
    this.client = client;
    this.inspector = inspector;
  }

  keep<Name extends keyof Made>(name: Name, value: Made[Name]): void {
    this.#made[name] = value;
  }

  /** @throws Error if the check that creates it failed */
  get<Name extends keyof Made>(name: Name): Made[Name] {
    const value = this.#made[name];
    demand(value !== undefined, `not tried: there is no ${name}, see above`);
    return value as Made[Name];
  }

  ask(id: OperationId, params: Record<string, string> = {}, request: Request & { query?: string } = {}) {
    const { query = '', ...rest } = request;
    return this.client.send(declarationOf(id).method, pathOf(id, params) + query, rest);
  }

  /** Sends an operation's request and checks for its declared success. */
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

const pathOf = (id: OperationId, params: Record<string, string>): string =>
  declarationOf(id).path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');

/** The response body, with the type that the caller expects. */
export const bodyOf = <T>({ json }: TextResponse): T => json as T;
