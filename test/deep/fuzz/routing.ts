import { apiBodyOf } from '../../../infra/local/gateway/apiBody.ts';
import { GatewayErrors } from '../../../infra/local/gateway/gatewayErrors.ts';
import { type Match, Routes } from '../../../infra/local/gateway/routes.ts';
import { OPERATIONS, type Operation } from '../../../shared/contract/operations/index.ts';
import { functionsOf, synthesizeStack } from '../../support/stack.ts';
import type { FuzzRequest } from './exchange.ts';

export const SITE_URL = 'https://forms.example.com';

/** The stack's own routes and gateway errors, for requests that do not pass the local gateway. */
export interface Routing {
  find: (request: FuzzRequest) => Match | 'malformed' | undefined;
  /** The id of the construct: the operationId, for an operation. */
  functionNameOf: (match: Match) => string;
  operationOf: (request: FuzzRequest) => Operation | undefined;
  errors: GatewayErrors;
}

export async function readRouting(siteUrl = SITE_URL): Promise<Routing> {
  const stack = await synthesizeStack({ siteUrl });
  const { methods, responses } = apiBodyOf(stack.template);
  const routes = new Routes(methods);
  const functions = functionsOf(stack);
  const names = new Map(functions.map(({ logicalId, name }) => [logicalId, name]));
  const errors = new GatewayErrors(responses);
  const found = new WeakMap<FuzzRequest, ReturnType<Routing['find']>>();
  const find: Routing['find'] = (request) => {
    if (!found.has(request)) found.set(request, findRoute(routes, request));
    return found.get(request);
  };
  const functionNameOf = (match: Match) => names.get(match.functionLogicalId) ?? '';
  return {
    find,
    functionNameOf,
    operationOf: (request) => {
      const match = find(request);
      return match && match !== 'malformed' ? OPERATIONS.find(({ id }) => id === functionNameOf(match)) : undefined;
    },
    errors,
  };
}

function findRoute(routes: Routes, { method, path }: FuzzRequest): Match | 'malformed' | undefined {
  try {
    return routes.find(method, path.split('?')[0] ?? '/');
  } catch {
    return 'malformed';
  }
}
