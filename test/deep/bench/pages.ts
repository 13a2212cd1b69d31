import '../../../infra/quietSdk.ts';
import { execFile } from 'node:child_process';
import { parseArgs, promisify } from 'node:util';
import type { FunctionUsage } from '../../../infra/local/functions/usage.ts';
import { localTable } from '../../../infra/local/localTable.ts';
import type { Outputs } from '../../../infra/local/outputs.ts';
import { newDataFolder, removeFolder, startCloud } from '../../support/cloudProcess.ts';
import { loadSubmissions } from '../../support/kilobyteSubmissions.ts';
import { measureIndexUpdates } from './indexUpdates.ts';
import { median, rounded } from './stats.ts';
import { walk } from './walk.ts';

/** Reads of each page: their median is shown. */
const READS = 9;
const LIMITS = [20, 100];

const { values } = parseArgs({ options: { sizes: { type: 'string', default: '100,1000,10000,100000,1000000' } } });
const sizes = values.sizes.split(',').map(Number);
const data = newDataFolder();
try {
  const endpoints = await load();
  const cloud = await startCloud(data);
  try {
    for (const { size, endpointId } of endpoints) {
      await build(endpointId, size);
      await measureReads(cloud.outputs, endpointId, size);
    }
    await measureIndexUpdates(cloud.outputs);
  } finally {
    await cloud.end('SIGTERM');
  }
} finally {
  removeFolder(data);
}

/** An endpoint for each size, its submissions put into the table's file while nothing runs. */
async function load() {
  const cloud = await startCloud(data);
  const endpoints: { size: number; endpointId: string }[] = [];
  for (const size of sizes) endpoints.push({ size, endpointId: await newEndpoint(cloud.outputs, `size-${size}`) });
  await cloud.end('SIGTERM');
  for (const { size, endpointId } of endpoints) {
    const startedAt = Date.now();
    loadSubmissions({ data, tableName: cloud.outputs.tableName }, endpointId, size);
    console.log(`loaded ${size} submissions of 1 kB in ${secondsSince(startedAt)} s`);
  }
  return endpoints;
}

async function build(endpointId: string, size: number): Promise<void> {
  const startedAt = Date.now();
  const command = ['infra/operator/pageIndex/pageIndex.ts', 'build', '--endpoint', endpointId, '--data', data];
  const { stdout } = await promisify(execFile)('node_modules/.bin/tsx', command);
  console.log(`\n${size} submissions: the operator's command took ${secondsSince(startedAt)} s: ${stdout.trim()}`);
}

async function measureReads(outputs: Outputs, endpointId: string, size: number): Promise<void> {
  const table = localTable(outputs);
  const walked = await walk(table, endpointId);
  for (const limit of LIMITS) {
    const last = Math.ceil(size / limit);
    for (const page of new Set([1, Math.ceil(last / 2), Math.min(last, 10_000), last])) {
      const { units, rounds, ms } = await readPage(outputs, endpointId, { page, limit });
      console.log(
        `  limit ${limit} page ${page} of ${last}: ${units} units, ${rounds} rounds, ${ms} ms; ` +
          `walking: ${walked.units} units, ${walked.queries} queries, ${walked.ms} ms`,
      );
    }
  }
}

/** Units and rounds of the whole operation, the caller's key and the endpoint included; the median latency. */
async function readPage(outputs: Outputs, endpointId: string, { page, limit }: { page: number; limit: number }) {
  const url = `${outputs.apiUrl}/v1/submissions/${endpointId}?page=${page}&limit=${limit}`;
  const headers = { Authorization: `Bearer ${outputs.apiKey}` };
  const times: number[] = [];
  await fetch(outputs.usageUrl, { method: 'DELETE' });
  for (let i = 0; i < READS; i++) {
    const startedAt = performance.now();
    const response = await fetch(url, { headers });
    const { submissions } = (await response.json()) as { submissions?: unknown[] };
    if (!submissions?.length) throw new Error(`page ${page} of ${limit} answered ${response.status}`);
    times.push(performance.now() - startedAt);
  }
  const usage = (await (await fetch(outputs.usageUrl)).json()) as Record<string, FunctionUsage>;
  const { readUnits = 0, rounds = 0 } = usage.listSubmissions ?? {};
  return { units: readUnits / READS, rounds, ms: rounded(median(times), 0) };
}

async function newEndpoint({ apiUrl, apiKey }: Outputs, slug: string): Promise<string> {
  const response = await fetch(`${apiUrl}/v1/endpoint`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ slug, targetEmails: [], emailNotifications: false }),
  });
  return ((await response.json()) as { id: string }).id;
}

function secondsSince(startedAt: number): string {
  return ((Date.now() - startedAt) / 1_000).toFixed(1);
}
