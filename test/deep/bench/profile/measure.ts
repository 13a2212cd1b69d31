import { fileURLToPath } from 'node:url';
import { localTable } from '../../../../infra/local/localTable.ts';
import { createRepositories } from '../../../../shared/http/repositories.ts';
import { type CloudProcess, newDataFolder, removeFolder, startCloudWith } from '../../../support/cloudProcess.ts';
import { newOwn, type Own } from '../../../support/rightRequests.ts';
import { type LoadRequest, runLoad } from '../load.ts';
import { progress } from '../progress.ts';
import { median, rounded } from '../stats.ts';
import { type Hotspot, hotspotsOf } from './hotspots.ts';
import type { FunctionThread, ProbeRequest, ThreadProfile } from './probe.ts';
import { type ThreadTimes, takeSnapshot, timesBetween } from './threads.ts';

const PROBE = fileURLToPath(new URL('probe.ts', import.meta.url));
const CONNECTIONS = 10;
const LISTED = 100;
/** With this size, a hundred of them make a response of 25 kB. */
const BODY = JSON.stringify({ email: 'ada@example.com', name: 'Ada Lovelace', message: 'x'.repeat(64) });

export interface ProfileAmounts {
  rounds: number;
  requests: number;
  warmUp: number;
}

export interface RequestProfile {
  times: ThreadTimes;
  hotspots: Record<string, Hotspot[]>;
}

export type ProfileReport = Record<string, RequestProfile>;

export async function measureProfile(amounts: ProfileAmounts): Promise<ProfileReport> {
  const data = newDataFolder();
  try {
    const cloud = await startCloudWith(PROBE, data);
    try {
      return await profileRequests(cloud, amounts);
    } finally {
      await cloud.end('SIGTERM');
    }
  } finally {
    removeFolder(data);
  }
}

async function profileRequests(cloud: CloudProcess, amounts: ProfileAmounts): Promise<ProfileReport> {
  const { rounds, requests, warmUp } = amounts;
  const kinds = Object.entries(await requestsTo(cloud));
  const run = async (kind: string, next: () => LoadRequest, count: number) => {
    const { apiUrl: url, pid } = cloud.outputs;
    await runLoad({ name: kind, url, pid, next, connections: CONNECTIONS, requests: count });
  };
  for (const [kind, next] of kinds) await run(kind, next, warmUp);
  const samples: Record<string, ThreadTimes[]> = {};
  for (let round = 1; round <= rounds; round++) {
    for (const [kind, next] of kinds) {
      progress(`${kind}, round ${round} of ${rounds}`);
      const times = await timesOf(cloud, () => run(kind, next, requests));
      samples[kind] = [...(samples[kind] ?? []), perRequest(times, requests)];
    }
  }
  const report: ProfileReport = {};
  for (const [kind, next] of kinds) {
    progress(`${kind}, with a profile of each thread`);
    await ask(cloud, 'startProfiles');
    await run(kind, next, requests);
    const profiles = await ask<ThreadProfile[]>(cloud, 'stopProfiles');
    report[kind] = { times: medians(samples[kind] ?? []), hotspots: hotspotsOf(profiles) };
  }
  return report;
}

async function requestsTo({ outputs }: CloudProcess): Promise<Record<string, () => LoadRequest>> {
  const [posted, listed] = [await newOwn(outputs), await newOwn(outputs)];
  await fill(outputs, listed);
  const headers = { 'Content-Type': 'application/json' };
  return {
    POST: () => ({ method: 'POST', path: `/v1/f/${posted.endpointId}`, headers, body: BODY }),
    'list of 100': () => ({
      method: 'GET',
      path: `/v1/submissions/${listed.endpointId}?limit=${LISTED}`,
      headers: { Authorization: `Bearer ${listed.key}` },
    }),
  };
}

async function fill(outputs: CloudProcess['outputs'], { endpointId }: Own): Promise<void> {
  const { submissions } = createRepositories(localTable(outputs));
  const submission = { data: JSON.parse(BODY), location: 'Spain' };
  for (let count = 1; count < LISTED; count++) await submissions.create(endpointId, submission);
}

async function timesOf({ outputs, ...cloud }: CloudProcess, work: () => Promise<void>): Promise<ThreadTimes> {
  const before = takeSnapshot(outputs.pid);
  await work();
  const after = takeSnapshot(outputs.pid);
  const threads = await ask<FunctionThread[]>(cloud, 'threads');
  return timesBetween(before, after, outputs.pid, threads);
}

function ask<Answer = null>({ child, output }: Omit<CloudProcess, 'outputs'>, request: ProbeRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const fail = (code: number | null, signal: string | null) =>
      reject(new Error(`The local cloud ended with ${code ?? signal}. It printed:\n${output()}`));
    child.once('exit', fail).once('message', (answer) => {
      child.off('exit', fail);
      resolve(answer as Answer);
    });
    child.send(request);
  });
}

const perRequest = (times: ThreadTimes, requests: number): ThreadTimes => mapTimes(times, (ms) => ms / requests);

const medians = (samples: ThreadTimes[]): ThreadTimes =>
  mapTimes(samples[0] as ThreadTimes, (_, kind) => rounded(median(samples.map((sample) => sample[kind]))));

const mapTimes = (times: ThreadTimes, change: (ms: number, kind: keyof ThreadTimes) => number): ThreadTimes => ({
  functions: change(times.functions, 'functions'),
  main: change(times.main, 'main'),
  helpers: change(times.helpers, 'helpers'),
  engine: change(times.engine, 'engine'),
});
