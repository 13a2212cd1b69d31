import { parseArgs } from 'node:util';
import { textTable } from '../../support/textTable.ts';
import { type LoadFigures, type LoadRequest, runLoad } from './load.ts';
import { progress } from './progress.ts';
import { median, rounded } from './stats.ts';

/**
 * Sends the same form to each URL and reads each list, in alternating rounds, so that other load on the machine slows
 * all of them alike.
 */
const USAGE = `Usage: npm run bench:compare -- [--rounds 5] [--requests 400] [--connections 10]
  [--list URL [--authorization VALUE]]... URL...

Each URL gets rounds × requests forms, and as many to warm up as a round has. They are stored: compare test endpoints.`;

const FORM = new URLSearchParams({
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  message: 'I would like to know what the engine can do. '.repeat(15),
}).toString();

interface Target {
  kind: 'post' | 'list';
  url: URL;
  headers: Record<string, string>;
}

const { targets, rounds, requests, connections } = readOptions();
const figures = new Map<Target, LoadFigures[]>(targets.map((target) => [target, []]));
try {
  for (let round = 0; round <= rounds; round++) {
    for (const target of targets) {
      progress(`${round === 0 ? 'warm-up' : `round ${round}`}: ${target.kind} ${target.url.host}`);
      const found = await load(target);
      if (round > 0) figures.get(target)?.push(found);
    }
  }
  console.log(['post', 'list'].map(tableOf).filter(Boolean).join('\n'));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

function load({ kind, url, headers }: Target): Promise<LoadFigures> {
  const path = url.pathname + url.search;
  const request: LoadRequest =
    kind === 'post' ? { method: 'POST', path, headers, body: FORM } : { method: 'GET', path, headers };
  const name = `${kind} ${url.href}`;
  return runLoad({ name, url: url.origin, connections, requests, takesRedirects: true, next: () => request });
}

function tableOf(kind: string): string | undefined {
  const all = targets.filter((target) => target.kind === kind);
  if (all.length === 0) return undefined;
  const rateOf = (target: Target) => median((figures.get(target) ?? []).map(({ perSecond }) => perSecond));
  const first = rateOf(all[0] as Target);
  const rows = all.map((target) => {
    const found = figures.get(target) ?? [];
    const rates = found.map(({ perSecond }) => perSecond);
    const [p50, p99] = [found.map(({ p50Ms }) => p50Ms), found.map(({ p99Ms }) => p99Ms)];
    const range = `${Math.min(...rates)}–${Math.max(...rates)}`;
    return [target.url.href, rateOf(target), range, median(p50), median(p99), rounded(rateOf(target) / first)];
  });
  return textTable([[kind, 'req/s', 'range', 'p50 ms', 'p99 ms', 'of first'], ...rows]);
}

function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        rounds: { type: 'string', default: '5' },
        requests: { type: 'string', default: '400' },
        connections: { type: 'string', default: '10' },
        list: { type: 'string', multiple: true, default: [] },
        authorization: { type: 'string', multiple: true, default: [] },
      },
    });
    if (positionals.length + values.list.length === 0) throw new Error('Name at least one URL.');
    return {
      targets: [
        ...positionals.map((url) => postTo(url)),
        ...values.list.map((url, index) => listAt(url, values.authorization[index])),
      ],
      rounds: numberOf('rounds', values.rounds),
      requests: numberOf('requests', values.requests),
      connections: numberOf('connections', values.connections),
    };
  } catch (error) {
    console.error(`${(error as Error).message}\n${USAGE}`);
    process.exit(2);
  }
}

function postTo(url: string): Target {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' };
  return { kind: 'post', url: new URL(url), headers };
}

function listAt(url: string, authorization: string | undefined): Target {
  const headers = { Accept: 'application/json', ...(authorization && { Authorization: authorization }) };
  return { kind: 'list', url: new URL(url), headers };
}

function numberOf(name: string, text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new Error(`--${name} must be a whole number from 1.`);
  return number;
}
