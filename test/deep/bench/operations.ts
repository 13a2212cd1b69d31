import type { Outputs } from '../../../infra/localService/outputs.ts';
import type { Operation, OperationId } from '../../../shared/contract/operations/index.ts';
import { type Cost, measureCosts } from '../../support/cloud/costs.ts';
import { type Ids, newOwn, newThings, type Own, pathWith, rightRequest } from '../../support/cloud/rightRequests.ts';
import { type LoadFigures, type LoadRequest, runLoad } from './load.ts';
import { LOADED } from './loaded.ts';
import { progress } from './progress.ts';

export const CONNECTIONS = [1, 10] as const;
/** Workspaces in rotation, so that created keys and endpoints stay below the quotas. */
const WORKSPACES = 32;

export interface OperationFigures extends Cost {
  load: Record<string, LoadFigures>;
}
export interface OperationsReport {
  operations: Record<OperationId, OperationFigures>;
}

export interface Amounts {
  /**
   * Requests to each operation at each number of connections. Before that, unmeasured ones at the largest: until a
   * function's code is compiled, its requests use about twice the processor time.
   */
  requests: number;
  warmUp: number;
}

export async function measureOperations(outputs: Outputs, amounts: Amounts): Promise<OperationsReport> {
  progress('costs of each operation');
  const costs = await measureCosts(outputs);
  const owns = await Promise.all(Array.from({ length: WORKSPACES }, () => newOwn(outputs)));
  const operations: Partial<Record<OperationId, OperationFigures>> = {};
  for (const operation of LOADED) {
    progress(`${operation.id} under load`);
    const id = operation.id as OperationId;
    operations[id] = { ...costs[id], load: await loadOperation(outputs, operation, owns, amounts) };
  }
  return { operations: operations as Record<OperationId, OperationFigures> };
}

async function loadOperation(outputs: Outputs, operation: Operation, owns: Own[], { requests, warmUp }: Amounts) {
  const { apiUrl: url, pid } = outputs;
  const next = await requestsTo(outputs, operation, owns, warmUp + requests * CONNECTIONS.length);
  const run = (connections: number, count: number) =>
    runLoad({ name: operation.id, url, pid, next, connections, requests: count });
  await run(Math.max(...CONNECTIONS), warmUp);
  const figures: Record<string, LoadFigures> = {};
  for (const connections of CONNECTIONS) figures[connections] = await run(connections, requests);
  return figures;
}

/** A sequence of valid requests, rotating between workspaces; each delete finds an item to delete. */
async function requestsTo(outputs: Outputs, operation: Operation, owns: Own[], count: number) {
  const removes = operation.method === 'DELETE' || operation.id === 'deleteSubmissions';
  const things: Ids[][] = [];
  for (const own of owns) {
    things.push(removes ? await newThings(outputs, own, operation.group, Math.ceil(count / owns.length) + 1) : []);
  }
  let made = 0;
  return (): LoadRequest => {
    const workspace = made % owns.length;
    const own = owns[workspace] as Own;
    const { params, json } = rightRequest(operation, {
      ...own,
      ...things[workspace]?.[Math.floor(made / owns.length)],
    });
    made++;
    return {
      method: operation.method,
      path: pathWith(operation, params),
      // Without Accept, retrieving a file redirects.
      headers: { Authorization: `Bearer ${own.key}`, 'Content-Type': 'application/json', Accept: 'application/json' },
      ...(json && { body: JSON.stringify(json) }),
    };
  };
}
