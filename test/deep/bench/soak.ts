import { OPERATIONS, type OperationId } from '../../../shared/contract/operations/index.ts';
import { type CloudProcess, newDataFolder, removeFolder, startCloud } from '../../support/cloudProcess.ts';
import { newOwn, type Own, pathWith, rightRequest } from '../../support/rightRequests.ts';
import { type Extent, type LoadFigures, type LoadRequest, runLoad } from './load.ts';
import { memoryMb } from './processorTime.ts';
import { progress } from './progress.ts';
import { median, rounded } from './stats.ts';

const CONNECTIONS = 50;
const WORKSPACES = 32;
const SAMPLE_MS = 1_000;
/** A heap is collected when it has grown by so much, or later: what is above is a leak. */
const MEMORY_GROWTH_MAX = 1.15;
const P99_BY_P50_MAX = 5;

/** What a form that is in use gets, of one hundred requests: nothing that runs into a quota, and nothing that ends. */
const MIX: [id: OperationId, count: number][] = [
  ['createSubmission', 50],
  ['retrieveSubmission', 15],
  ['listSubmissions', 10],
  ['updateSubmission', 10],
  ['retrieveEndpoint', 10],
  ['verifyKey', 5],
];

export interface SoakAmounts {
  /** Meanwhile nothing is measured: functions start, and their code is compiled. */
  settling: Extent;
  measured: Extent;
}

export interface SoakReport extends LoadFigures {
  /** Of the local cloud's process without the engine: medians of the first and of the last third of the time. */
  memoryMb: { first: number; last: number };
}

/** Mixed requests by 50 connections for a while. @throws Error when one is not answered with success */
export async function soak(amounts: SoakAmounts): Promise<SoakReport> {
  const data = newDataFolder();
  try {
    const cloud = await startCloud(data);
    try {
      return await soakCloud(cloud, amounts);
    } finally {
      await cloud.end('SIGTERM');
    }
  } finally {
    removeFolder(data);
  }
}

async function soakCloud({ outputs }: CloudProcess, { settling, measured }: SoakAmounts): Promise<SoakReport> {
  const { apiUrl: url, pid } = outputs;
  const owns = await Promise.all(Array.from({ length: WORKSPACES }, () => newOwn(outputs)));
  const load = { name: 'mixed traffic', url, pid, connections: CONNECTIONS, next: mixedRequests(owns) };
  progress(`${CONNECTIONS} connections`);
  await runLoad({ ...load, ...settling });
  const samples = [memoryMb(pid)];
  const timer = setInterval(() => samples.push(memoryMb(pid)), SAMPLE_MS);
  try {
    const figures = await runLoad({ ...load, ...measured });
    return { ...figures, memoryMb: compareThirds(samples) };
  } finally {
    clearInterval(timer);
  }
}

/** One request after another, evenly mixed, in the name of one workspace after another. */
function mixedRequests(owns: Own[]): () => LoadRequest {
  const mix = spread(MIX);
  let made = 0;
  return () => {
    const own = owns[made % owns.length] as Own;
    const operation = OPERATIONS.find(({ id }) => id === mix[made % mix.length]) as (typeof OPERATIONS)[number];
    made++;
    const { params, json } = rightRequest(operation, own);
    return {
      method: operation.method,
      path: pathWith(operation, params),
      headers: { Authorization: `Bearer ${own.key}`, 'Content-Type': 'application/json' },
      ...(json && { body: JSON.stringify(json) }),
    };
  };
}

/** Each as often as it is to come, with equal distances between: ordered by where in the whole it is due. */
const spread = (mix: typeof MIX): OperationId[] =>
  mix
    .flatMap(([id, count]) => Array.from({ length: count }, (_, i) => ({ id, due: (i + 0.5) / count })))
    .sort((a, b) => a.due - b.due)
    .map(({ id }) => id);

function compareThirds(samples: number[]) {
  const third = Math.ceil(samples.length / 3);
  return { first: rounded(median(samples.slice(0, third)), 0), last: rounded(median(samples.slice(-third)), 0) };
}

/** What is not as it must be. */
export function soakFaults({ p50Ms, p99Ms, memoryMb: { first, last } }: SoakReport): string[] {
  return [
    ...(p99Ms < p50Ms * P99_BY_P50_MAX ? [] : [`p99 is ${p99Ms} ms, p50 ${p50Ms} ms`]),
    ...(last <= first * MEMORY_GROWTH_MAX ? [] : [`memory grew from ${first} to ${last} MB`]),
  ];
}

export const soakAsText = ({ perSecond, p50Ms, p99Ms, memoryMb: { first, last } }: SoakReport): string =>
  `${CONNECTIONS} connections: ${perSecond} requests a second, p50 ${p50Ms} ms, p99 ${p99Ms} ms; ` +
  `memory ${first} MB at first, ${last} MB at last`;
