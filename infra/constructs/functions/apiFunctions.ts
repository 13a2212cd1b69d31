import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { isManagement, takesForms } from '../../../shared/contract/operations/define.ts';
import { OPERATIONS } from '../../../shared/contract/operations/index.ts';
import { accessOf, RELEASED_GRADUALLY, tablePermissionsOf } from '../../access/index.ts';
import type { Settings } from '../../settings.ts';
import { allowedMethods } from '../api/allowedMethods.ts';
import type { GuardedFunction, ServiceFunction } from './serviceFunction.ts';
import type { ServiceFunctions } from './serviceFunctions.ts';

/** Time limit of API functions. They respond half a second earlier; the gateway waits 29 s. */
const API_TIMEOUT = Duration.seconds(10);

/** It calls operations, some of which take longer than `API_TIMEOUT`, and responds a second before the gateway gives up. */
const MCP_TIMEOUT = Duration.seconds(28);

interface Urls {
  siteUrl: string;
  /** For functions behind the API, whose resources cannot refer to it: with `{apiId}`, if its host has the API's id. */
  apiUrl: string;
}

export interface ApiFunctions {
  /** The function of each operation; `fallback` handles everything else. */
  functions: ReadonlyMap<string, IFunction>;
  receiver: GuardedFunction;
}

/** Adds the functions behind the gateway, one of them with an alias for canary deployments. */
export function addApiFunctions(
  all: ServiceFunctions,
  { siteUrl, apiUrl }: Urls,
  { formConcurrency }: Settings,
): ApiFunctions {
  const added = OPERATIONS.map((operation) => {
    const access = accessOf(operation);
    const { timeLimitS } = access;
    return all.add(operation.id, {
      isBehindGateway: true,
      isManagement: isManagement(operation),
      timeout: timeLimitS ? Duration.seconds(timeLimitS) : API_TIMEOUT,
      access: { ...access, tablePermissions: tablePermissionsOf(operation) },
      settings: { siteUrl },
      ...(takesForms(operation) && { reservedConcurrentExecutions: formConcurrency }),
    });
  });
  const allowed = { siteUrl, allowedMethods: JSON.stringify(allowedMethods()) };
  added.push(all.add('fallback', { isBehindGateway: true, timeout: API_TIMEOUT, settings: allowed }));
  const assistants = { isBehindGateway: true, isManagement: true, timeout: MCP_TIMEOUT };
  added.push(all.add('mcp', { ...assistants, settings: { siteUrl, apiUrl } }));
  const functions = new Map<string, IFunction>(added.map((each) => [each.node.id, each.function]));
  const guarded = added.find(({ node }) => node.id === RELEASED_GRADUALLY) as ServiceFunction;
  const receiver = { alias: guarded.addAlias(), log: guarded.log };
  return { functions: functions.set(RELEASED_GRADUALLY, receiver.alias), receiver };
}
