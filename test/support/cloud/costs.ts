import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { localTable } from '../../../infra/localService/localTable.ts';
import type { Outputs } from '../../../infra/localService/outputs.ts';
import type { FunctionUsage } from '../../../local/functions/usage.ts';
import { isManagement } from '../../../shared/contract/operations/define.ts';
import { OPERATIONS, type Operation, type OperationId } from '../../../shared/contract/operations/index.ts';
import type { FieldRule } from '../../../shared/contract/schemas/endpoints/fieldRules.ts';
import { statisticsKey } from '../../../shared/storage/table/itemKeys.ts';
import { credentialFor, newOwn, newThings, type Own, pathWith, rightRequest } from './rightRequests.ts';

/** A request's cost: DynamoDB calls, sequential rounds, and capacity units. */
export type Cost = Omit<FunctionUsage, 'invocations'>;

export const COSTS_FILE = new URL('costs.json', import.meta.url);

/**
 * The cost of a small request as measured by `npm run docs -- --costs`: items of at most 1 kB (a read unit covers 4),
 * short lists. Recording a key's use adds 1 write unit at most every half minute.
 */
export const COSTS: Record<OperationId, Cost> = JSON.parse(readFileSync(COSTS_FILE, 'utf8'));

/**
 * The most read units of a page, including key and endpoint: of 20 submissions of 1 kB among up to 1,000,000, first or
 * other page; of 100 endpoints among 1,000.
 */
export const PAGE_UNITS_MAX = { first: 12, other: 16, endpoints: 130 };

/** Rules for fields, of 160 bytes each; the request of `rightRequest` meets them. */
export const rulesOf = (count: number): FieldRule[] =>
  Array.from({ length: count }, (_, i) => ({
    name: i === 0 ? 'message' : `field${i}`,
    label: `Field number ${i}`.padEnd(40, 'x'),
    type: 'text',
    required: i === 0,
    maxLength: 100,
    pattern: '[A-Za-z]+',
    message: 'Write letters, please.',
  }));

/** Read units of a submission by the number of such rules: one for each 4,096 bytes of the endpoint's item. */
export const READ_UNITS_BY_RULES: Readonly<Record<string, number>> = { 0: 1, 1: 1, 10: 1, 100: 4 };

/** Bytes of ordinary text, as JSON, that cost the units of a small submission. */
export const PROSE_BYTES = [1_000, 1_800];

const COUNTED_AFTER_MAX_MS = 30_000;
const POLL_MS = 50;

/** The cost of a valid request to each operation, each in its own workspace. */
export async function measureCosts(outputs: Outputs): Promise<Record<OperationId, Cost>> {
  const costs: Partial<Record<OperationId, Cost>> = {};
  for (const operation of OPERATIONS) costs[operation.id as OperationId] = await costOf(outputs, operation);
  return costs as Record<OperationId, Cost>;
}

/** True if it works once on the same item, or costs less when it is repeated. */
const usesUp = ({ id }: Operation): boolean =>
  id.startsWith('delete') || /^(?:confirmSubmission|answerConfirmation|updateMember|endSessions?|signIn)$/.test(id);

async function costOf(outputs: Outputs, operation: Operation): Promise<Cost> {
  const own = await newOwn(outputs);
  if (operation.id.endsWith('Statistics')) await untilCounted(outputs, own);
  const removed = usesUp(operation) ? await newThings(outputs, own, operation.group, 2) : [];
  // The first request also records the key's use; the second is measured.
  await sendRight(outputs, operation, { ...own, ...removed[0] });
  await fetch(outputs.usageUrl, { method: 'DELETE' });
  await sendRight(outputs, operation, { ...own, ...removed[1] });
  const usage = (await (await fetch(outputs.usageUrl)).json()) as Record<string, FunctionUsage>;
  const { invocations, ...cost } = usage[operation.id] ?? { invocations: 0 };
  if (invocations !== 1) throw new Error(`${operation.id} was invoked ${invocations} times for one request`);
  return cost as Cost;
}

/** Once the stream's consumer has written statistics, they are read instead of counted. */
async function untilCounted(outputs: Outputs, { endpointId }: Own): Promise<void> {
  const table = localTable(outputs);
  for (const endsAt = Date.now() + COUNTED_AFTER_MAX_MS; ; await sleep(POLL_MS)) {
    if ((await table.get(statisticsKey(endpointId)))?.submissions === 1) return;
    if (Date.now() > endsAt) throw new Error(`${endpointId} has no statistics yet`);
  }
}

async function sendRight({ apiUrl }: Outputs, operation: Operation, own: Own): Promise<void> {
  const { params, json } = rightRequest(operation, own);
  const response = await fetch(apiUrl + pathWith(operation, params), {
    method: operation.method,
    headers: {
      ...(isManagement(operation) && { Authorization: `Bearer ${credentialFor(operation, own)}` }),
      ...{ 'Content-Type': 'application/json', Accept: 'application/json' },
    },
    body: json === undefined ? null : JSON.stringify(json),
  });
  const text = await response.text();
  if (response.status !== operation.status) throw new Error(`${operation.id} answered ${response.status}: ${text}`);
}
