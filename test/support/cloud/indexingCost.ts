import { setTimeout as sleep } from 'node:timers/promises';
import { localTable } from '../../../infra/localService/localTable.ts';
import type { Outputs } from '../../../infra/localService/outputs.ts';
import type { FunctionUsage } from '../../../local/functions/usage.ts';
import { readStatistics } from '../../../shared/pageIndex/statistics.ts';

const COUNTED_AFTER_MAX_MS = 60_000;
const POLL_MS = 20;

interface Owned {
  endpointId: string;
  key: string;
}

/**
 * Marks unread submissions as read in one request, and waits for the statistics.
 * @returns the stream reader's usage for index and statistics
 */
export async function indexingCostOfFlags(
  outputs: Outputs,
  { endpointId, key }: Owned,
  ids: readonly string[],
): Promise<FunctionUsage> {
  const unread = async () => (await readStatistics(localTable(outputs), endpointId))?.flagCounts.unread;
  const expected = Number(await unread()) - ids.length;
  await fetch(outputs.usageUrl, { method: 'DELETE' });
  const response = await fetch(`${outputs.apiUrl}/v1/submissions/${endpointId}`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ids, isRead: true }),
  });
  if (response.status !== 200) throw new Error(`marking answered ${response.status}: ${await response.text()}`);
  for (const endsAt = Date.now() + COUNTED_AFTER_MAX_MS; (await unread()) !== expected; await sleep(POLL_MS)) {
    if (Date.now() > endsAt) throw new Error(`${await unread()} are unread instead of ${expected}`);
  }
  return usageOfIndexing(outputs);
}

/** The invocation that wrote the statistics is counted when it ends: once two looks show the same. */
async function usageOfIndexing({ usageUrl }: Outputs): Promise<FunctionUsage> {
  const look = async () =>
    ((await (await fetch(usageUrl)).json()) as Record<string, FunctionUsage | undefined>).indexSubmissions;
  for (let before = await look(); ; ) {
    await sleep(10 * POLL_MS);
    const now = await look();
    if (now !== undefined && now.invocations === before?.invocations) return now;
    before = now;
  }
}
