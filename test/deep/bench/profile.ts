import { localTable } from '../../../infra/localService/localTable.ts';
import { createRepositories } from '../../../shared/http/repositories.ts';
import { newDataFolder, removeFolder, startCloud } from '../../support/cloudProcess.ts';
import { newOwn } from '../../support/rightRequests.ts';
import { textTable } from '../../support/textTable.ts';
import { type LoadFigures, type LoadRequest, runLoad } from './load.ts';
import { progress } from './progress.ts';
import { median, rounded } from './stats.ts';

const CONNECTIONS = 10;
/** Connections that post and list in turn. */
const MIXED_CONNECTIONS = 50;
const LISTED = 100;
/** With this size, a hundred of them make a response of 25 kB. */
const BODY = JSON.stringify({ email: 'ada@example.com', name: 'Ada Lovelace', message: 'x'.repeat(64) });

export interface ProfileAmounts {
  rounds: number;
  requests: number;
  warmUp: number;
}

interface Kind {
  name: string;
  connections: number;
  requests: LoadRequest[];
}

/**
 * A table of the processor time and latency of a form post, of a list of 100, and of both mixed: medians of alternating
 * rounds.
 */
export async function measureProfile({ rounds, requests, warmUp }: ProfileAmounts): Promise<string> {
  const data = newDataFolder();
  const cloud = await startCloud(data);
  try {
    const kinds = await requestsTo(cloud.outputs);
    const samples = kinds.map((): LoadFigures[] => []);
    for (let round = 0; round <= rounds; round++) {
      for (const [i, { name, connections, requests: turns }] of kinds.entries()) {
        progress(`${name}, ${round === 0 ? 'warm-up' : `round ${round} of ${rounds}`}`);
        const { apiUrl: url, pid } = cloud.outputs;
        const load = { name, url, pid, connections, requests: round === 0 ? warmUp : requests };
        let sent = 0;
        const next = () => turns[sent++ % turns.length] as LoadRequest;
        const figures = await runLoad({ ...load, next });
        if (round > 0) samples[i]?.push(figures);
      }
    }
    const medianOf = (i: number, figure: 'cloudCpuMs' | 'engineCpuMs' | 'p50Ms' | 'p99Ms') =>
      median((samples[i] ?? []).map((sample) => sample[figure] ?? Number.NaN));
    const rows = kinds.map(({ name }, i) => {
      const [cloud, engine] = [medianOf(i, 'cloudCpuMs'), medianOf(i, 'engineCpuMs')];
      const [p50, p99] = [medianOf(i, 'p50Ms'), medianOf(i, 'p99Ms')];
      return [name, cloud, engine, rounded(cloud + engine), p50, p99, rounded(p99 / p50)];
    });
    return textTable([['', 'cpu ms', 'engine cpu', 'all', 'p50 ms', 'p99 ms', 'p99 / p50'], ...rows]);
  } finally {
    await cloud.end('SIGTERM');
    removeFolder(data);
  }
}

async function requestsTo(outputs: Parameters<typeof newOwn>[0]): Promise<Kind[]> {
  const [posted, listed] = [await newOwn(outputs), await newOwn(outputs)];
  const { submissions } = createRepositories(localTable(outputs as Parameters<typeof localTable>[0]));
  const submission = { data: JSON.parse(BODY), location: 'Spain' };
  for (let count = 1; count < LISTED; count++) await submissions.create(listed.endpointId, submission);
  const headers = { 'Content-Type': 'application/json' };
  const path = `/v1/submissions/${listed.endpointId}?limit=${LISTED}`;
  const post: LoadRequest = { method: 'POST', path: `/v1/f/${posted.endpointId}`, headers, body: BODY };
  const list: LoadRequest = { method: 'GET', path, headers: { Authorization: `Bearer ${listed.key}` } };
  return [
    { name: 'POST', connections: CONNECTIONS, requests: [post] },
    { name: 'list of 100', connections: CONNECTIONS, requests: [list] },
    { name: `both, ${MIXED_CONNECTIONS} connections`, connections: MIXED_CONNECTIONS, requests: [post, list] },
  ];
}
