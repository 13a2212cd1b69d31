import { localTable } from '../../../infra/localService/localTable.ts';
import type { Outputs } from '../../../infra/localService/outputs.ts';
import type { FunctionUsage } from '../../../local/functions/usage.ts';
import { OPERATIONS, type Operation, type OperationId } from '../../../shared/contract/operations/index.ts';
import { Endpoints } from '../../../shared/storage/endpoints/endpoints.ts';
import { PAGE_UNITS_MAX, rulesOf } from '../../support/cloud/costs.ts';
import { newThings, type Own, pathWith, rightRequest } from '../../support/cloud/rightRequests.ts';
import { proseOf } from '../../support/site/prose.ts';
import { progress } from './progress.ts';
import { median, rounded } from './stats.ts';

export interface GrowthFigures {
  rounds: number;
  calls: number;
  readUnits: number;
  writeUnits: number;
  p50Ms: number;
}
export type GrowthReport = Record<string, Record<string, GrowthFigures>>;

/** Lists whose page may cost more with more stored items, with the most read units. Everything else costs the same. */
export const READ_UNITS_MAX: Record<string, number> = {
  'listSubmissions, page 1': PAGE_UNITS_MAX.first,
  'listSubmissions, middle page': PAGE_UNITS_MAX.other,
  'listSubmissions, last page': PAGE_UNITS_MAX.other,
  'listEndpoints, page 1': PAGE_UNITS_MAX.endpoints,
  'listEndpoints, last page': PAGE_UNITS_MAX.endpoints,
  // The newest 1,568 at most, which have no filter of words yet, and a filter of 16 kB for each 1,024 of 100,000 others.
  'searchSubmissions, absent word': 600,
};

const SAMPLES = 9;
const SUBMISSIONS_PER_PAGE = 20;
const ENDPOINTS_PER_PAGE = 100;

interface Question {
  operation: OperationId;
  own: Own;
  page?: { name: string; query: string };
  /** Replaces the data of `rightRequest`. */
  data?: object;
}

export const measureSubmissions = (
  outputs: Outputs,
  own: Own,
  stored: number,
): Promise<Record<string, GrowthFigures>> =>
  measureAll(outputs, [
    ...(['createSubmission', 'retrieveSubmission', 'updateSubmission', 'deleteSubmission'] as const).map(
      (operation) => ({ operation, own }),
    ),
    ...pagesOf(stored, SUBMISSIONS_PER_PAGE).map((page) => ({ operation: 'listSubmissions' as const, own, page })),
    { operation: 'searchSubmissions', own, page: { name: 'absent word', query: '?query=xylophone' } },
  ]);

export async function measureEndpoints(outputs: Outputs, own: Own, stored: number) {
  const [first, , last] = pagesOf(stored, ENDPOINTS_PER_PAGE) as [Page, Page, Page];
  return measureAll(outputs, [
    ...(['createEndpoint', 'retrieveEndpoint', 'updateEndpoint', 'deleteEndpoint', 'createSubmission'] as const).map(
      (operation) => ({ operation, own }),
    ),
    ...[first, last].map((page) => ({ operation: 'listEndpoints' as const, own, page })),
  ]);
}

export async function measureRules(outputs: Outputs, own: Own, count: number) {
  const response = await fetch(`${outputs.apiUrl}/v1/endpoint/${own.endpointId}`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${own.key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ fields: count > 0 ? rulesOf(count) : null }),
  });
  if (!response.ok) throw new Error(`updateEndpoint answered ${await response.text()}`);
  return measureAll(outputs, [{ operation: 'createSubmission', own }]);
}

/** Measures a post of ordinary text with this many bytes as JSON. */
export const measureProse = (outputs: Outputs, own: Own, bytes: number) =>
  measureAll(outputs, [{ operation: 'createSubmission', own, data: proseOf(bytes) }]);

type Page = NonNullable<Question['page']>;

function pagesOf(stored: number, limit: number): Page[] {
  const last = Math.max(1, Math.ceil(stored / limit));
  const pages = { 'page 1': 1, 'middle page': Math.ceil(last / 2), 'last page': last };
  return Object.entries(pages).map(([name, page]) => ({ name, query: `?page=${page}&limit=${limit}` }));
}

async function measureAll(outputs: Outputs, questions: Question[]): Promise<Record<string, GrowthFigures>> {
  const figures: Record<string, GrowthFigures> = {};
  for (const question of questions) {
    const name = [question.operation, question.page?.name].filter(Boolean).join(', ');
    progress(`  ${name}`);
    figures[name] = await measure(outputs, question);
  }
  return figures;
}

/** The lowest cost of several requests, without the write that records the key's use, and their median time. */
async function measure(outputs: Outputs, question: Question): Promise<GrowthFigures> {
  const samples: GrowthFigures[] = [];
  for (let i = 0; i <= SAMPLES; i++) {
    const sample = await ask(outputs, question);
    // The first one may start an instance of the function.
    if (i > 0) samples.push(sample);
  }
  const [cheapest] = samples.toSorted((a, b) => a.writeUnits - b.writeUnits || a.readUnits - b.readUnits);
  return { ...(cheapest as GrowthFigures), p50Ms: rounded(median(samples.map(({ p50Ms }) => p50Ms))) };
}

async function ask(outputs: Outputs, { operation: id, own, page, data }: Question): Promise<GrowthFigures> {
  const operation = OPERATIONS.find((declared) => declared.id === id) as Operation;
  const [removed] = operation.method === 'DELETE' ? await newThings(outputs, own, operation.group, 1) : [];
  const { params, json } = rightRequest(operation, { ...own, ...removed });
  await fetch(outputs.usageUrl, { method: 'DELETE' });
  const startedAt = performance.now();
  const response = await fetch(outputs.apiUrl + pathWith(operation, params) + (page?.query ?? ''), {
    method: operation.method,
    headers: { Authorization: `Bearer ${own.key}`, 'Content-Type': 'application/json' },
    body: (data ?? json) === undefined ? null : JSON.stringify(data ?? json),
  });
  const answer = (await response.json()) as { id: string; _metadata?: { done: boolean } };
  const p50Ms = performance.now() - startedAt;
  if (response.status !== operation.status || answer._metadata?.done === false)
    throw new Error(`${id} answered ${JSON.stringify(answer)}`);
  const usage = (await (await fetch(outputs.usageUrl)).json()) as Record<string, FunctionUsage>;
  if (id === 'createEndpoint') await removeEndpoint(outputs, answer.id);
  return { ...totalsOf(usage[id] as FunctionUsage), p50Ms };
}

async function removeEndpoint(outputs: Outputs, id: string): Promise<void> {
  const endpoints = new Endpoints(localTable(outputs));
  const endpoint = await endpoints.find(id);
  if (endpoint) await endpoints.delete(endpoint);
}

const totalsOf = ({ rounds, dynamodb, readUnits, writeUnits }: FunctionUsage) => ({
  rounds,
  calls: Object.values(dynamodb).reduce((sum, count) => sum + count, 0),
  readUnits,
  writeUnits,
});
