import '../../../infra/quietSdk.ts';
import { parseArgs } from 'node:util';
import type { FunctionUsage } from '../../../infra/local/functions/usage.ts';
import type { Outputs } from '../../../infra/local/outputs.ts';
import type { Own } from '../../support/rightRequests.ts';
import { withIndexedCloud } from './indexedCloud.ts';
import { walk } from './walk.ts';

/** Of so many submissions one is spam. */
const SPAM_EVERY = 1_000;
const DAY_MS = 86_400_000;

const { values } = parseArgs({ options: { size: { type: 'string', default: '1000000' } } });
const size = Number(values.size);
// Two years of submissions, so that one day a year ago is somewhere in their midst.
const gapMs = Math.floor((2 * 366 * DAY_MS) / size);
const load = { gapMs, spamEvery: SPAM_EVERY, wordAt: size >> 1 };
await withIndexedCloud(size, load, async ({ outputs, table, own, indexedMs }) => {
  console.log(`${size} submissions of 1 kB, indexed in ${Math.round(indexedMs / 1_000)} s`);
  const walked = await walk(table, own.endpointId);
  console.log(`walking: ${walked.units} units, ${walked.queries} rounds, ${walked.ms} ms`);
  const day = Date.now() - 365 * DAY_MS;
  const date = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10);
  await measure(outputs, own, walked.units, 'unread of the newest 100', { isRead: 'false', limit: '100' }, 1);
  await measure(outputs, own, walked.units, 'all spam, 1 in 1,000', { isSpam: 'true' });
  const dates = { createdAfter: date(day), createdBefore: date(day + DAY_MS) };
  await measure(outputs, own, walked.units, 'one day a year ago', dates);
  await measure(outputs, own, walked.units, 'a word that occurs once', { query: 'needle' });
});

type Query = Record<string, string>;

/** Goes through a search to its end, or for so many answers, and prints what that took. */
async function measure(
  outputs: Outputs,
  own: Own,
  walkedUnits: number,
  name: string,
  query: Query,
  answersMax = Infinity,
) {
  await fetch(outputs.usageUrl, { method: 'DELETE' });
  const startedAt = performance.now();
  let [found, answers, longestMs] = [0, 0, 0];
  for (let cursor: string | undefined, isDone = false; !isDone && answers < answersMax; answers++) {
    const beganAt = performance.now();
    const { submissions, _metadata } = await search(outputs, own, { ...query, ...(cursor && { cursor }) });
    longestMs = Math.max(longestMs, performance.now() - beganAt);
    found += submissions.length;
    isDone = _metadata.done;
    cursor = _metadata.cursor;
  }
  const ms = Math.round(performance.now() - startedAt);
  const usage = (await (await fetch(outputs.usageUrl)).json()) as Record<string, FunctionUsage>;
  const { readUnits = 0, rounds = 0 } = usage.searchSubmissions ?? {};
  const share = ((100 * readUnits) / walkedUnits).toFixed(2);
  console.log(
    `${name}: ${found} found in ${answers} answers; ${readUnits} units (${share} % of walking), ${rounds} rounds, ${ms} ms, ` +
      `the longest answer ${Math.round(longestMs)} ms`,
  );
}

interface SearchAnswer {
  submissions: unknown[];
  _metadata: { cursor?: string; done: boolean };
}

async function search({ apiUrl }: Outputs, { endpointId, key }: Own, query: Query): Promise<SearchAnswer> {
  const url = `${apiUrl}/v1/submissions/${endpointId}/search?${new URLSearchParams(query)}`;
  const response = await fetch(url, { headers: { Authorization: `Bearer ${key}` } });
  if (response.status !== 200) throw new Error(`searching answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as SearchAnswer;
}
