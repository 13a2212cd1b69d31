import { digestAt } from '../../../shared/deliveries/digestId.ts';
import { readStatistics } from '../../../shared/pageIndex/statistics.ts';
import { readHead } from '../../../shared/pageIndex/store.ts';
import { SubmissionListPages } from '../../../shared/pageIndex/submissionListPages.ts';
import { deliveryKey } from '../../../shared/storage/deliveryKeys.ts';
import { endpointKey, statisticsKey, submittedAt } from '../../../shared/storage/itemKeys.ts';
import { clientsOf } from '../../support/simulator/directClients.ts';
import { MeteredTable } from './partitions.ts';
import type { ScaledService } from './scaledService.ts';

/** The outcome of a flood. */
export interface FloodReport {
  posts: number;
  /** Posts that the table refused. */
  refused: number;
  /** The longest time from a post to its place in page index and statistics, and to its planned deliveries. */
  indexLagMs: number;
  planLagMs: number;
  /** The last full list page of 20, at most page 10,000, and the read units that `listSubmissions` uses for it. */
  page: { number: number; readUnits: number };
  /** Submissions in the endpoint's statistics. */
  counted: number;
  /** Units of each partition's busiest second, and the number of calls that were throttled. */
  partitions: Record<string, { peak: number; throttled: number }>;
  functions: Record<string, { invocations: number; concurrency: number }>;
  mails: Delivered & { single: number; digests: number };
  deliveries: Delivered & { made: number };
}

interface Delivered {
  /** Submissions without mail or digest, or without a delivery, planned or made. */
  lost: number;
  /** Sent again. */
  doubled: number;
}

const PAGE_MAX = 10_000;
const LIMIT = 20;

/** Read units of a list page right after the last post; the key's is included. */
export async function pageUnits({ services }: ScaledService, endpointId: string, posts: number) {
  const number = Math.min(PAGE_MAX, Math.floor(posts / LIMIT));
  const meter = new MeteredTable(services.items, () => 0);
  const { table } = clientsOf(services, meter.perform);
  const head = await readHead(table, endpointId);
  const { items } = await new SubmissionListPages(table).read(endpointId, { page: number, limit: LIMIT }, head);
  if (items.length !== LIMIT) throw new Error(`page ${number} has ${items.length} submissions`);
  const partitions = [endpointKey(endpointId), statisticsKey(endpointId)].map(({ PK }) => PK);
  const [submissions = 0, index = 0] = partitions.map((partition) => meter.usage(partition, 'read').peak);
  const [key, endpoint] = [1, 1];
  return { number, readUnits: key + endpoint + submissions + index };
}

export const statisticsIn = async ({ services }: ScaledService, endpointId: string): Promise<number> =>
  (await readStatistics(services.table, endpointId))?.submissions ?? 0;

export function usageIn({ table, lambdas }: ScaledService, endpointId: string, webhookId: string) {
  const keys = {
    submissions: endpointKey(endpointId).PK,
    'page index and statistics': statisticsKey(endpointId).PK,
    'deliveries to the webhook': partitionOf(webhookId),
  };
  const partitions = Object.entries(keys).flatMap(([name, key]) =>
    (['write', 'read'] as const).map((kind) => [`${name}, ${kind}`, table.usage(key, kind)] as const),
  );
  const functions = [...lambdas].map(([name, { invocations, concurrency }]) => [name, { invocations, concurrency }]);
  return { partitions: Object.fromEntries(partitions), functions: Object.fromEntries(functions) };
}

export function mailsIn({ services }: ScaledService, endpointId: string, ids: readonly string[]) {
  const sent = services.mails.map(({ about }) => about);
  const once = new Set(sent);
  const digests = [...once].filter((about) => about.startsWith('dig_')).length;
  const isTold = (id: string) => once.has(id) || once.has(digestAt(endpointId, submittedAt(id)).id);
  return {
    single: once.size - digests,
    digests,
    lost: ids.filter((id) => !isTold(id)).length,
    doubled: sent.length - once.size,
  };
}

export function deliveriesIn({ services }: ScaledService, webhookId: string, ids: readonly string[]) {
  const made = new Set(services.posted.map(({ headers }) => headers['webhook-id']));
  const records = [...services.items.partition(partitionOf(webhookId)).between('', '\uffff', {})];
  const isRight = ({ SK, state }: (typeof records)[number]) =>
    state === 'sent' ? made.has(String(SK)) : state === 'pending';
  const kept = new Set(records.filter(isRight).map(({ about }) => about));
  return {
    made: made.size,
    lost: ids.filter((id) => !kept.has(id)).length,
    doubled: services.posted.length - made.size,
  };
}

const partitionOf = (webhookId: string): string => deliveryKey({ channel: 'webhook', target: webhookId, id: '' }).PK;
