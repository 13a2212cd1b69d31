import { RestApi } from '../../../local/gateway/restApi.ts';
import type { Match } from '../../../local/gateway/routes.ts';
import { OPERATIONS, type Operation } from '../../../shared/contract/operations/index.ts';
import { functionsOf, synthesizeStack } from '../../support/cloud/stack.ts';
import type { FuzzRequest } from './exchange.ts';

export const SITE_URL = 'https://forms.example.com';

/** The stack's own API, for requests that do not pass the local gateway. */
export interface Routing {
  api: RestApi;
  /** The type of the gateway response if no method takes the request. */
  find: (request: FuzzRequest) => Match | string;
  /** The id of the construct: the operationId, for an operation. */
  functionNameOf: (match: Match) => string;
  operationOf: (request: FuzzRequest) => Operation | undefined;
}

export async function readRouting(siteUrl = SITE_URL): Promise<Routing> {
  const stack = await synthesizeStack({ siteUrl });
  const api = new RestApi(stack.template);
  const names = new Map(functionsOf(stack).map(({ logicalId, name }) => [logicalId, name]));
  const found = new WeakMap<FuzzRequest, Match | string>();
  const find: Routing['find'] = (request) => {
    const match = found.get(request) ?? api.route({ method: request.method, url: request.path });
    found.set(request, match);
    return match;
  };
  const functionNameOf = (match: Match) => names.get(match.functionLogicalId) ?? '';
  return {
    api,
    find,
    functionNameOf,
    operationOf: (request) => {
      const match = find(request);
      return typeof match === 'string' ? undefined : OPERATIONS.find(({ id }) => id === functionNameOf(match));
    },
  };
}
