import { setTimeout as sleep } from 'node:timers/promises';
import type { FunctionUsage } from '../../../infra/local/functions/usage.ts';
import { localTable } from '../../../infra/local/localTable.ts';
import type { Outputs } from '../../../infra/local/outputs.ts';
import { indexedCount, lastOf } from '../../../shared/pageIndex/head.ts';
import { IndexStore } from '../../../shared/pageIndex/store.ts';
import { newId } from '../../../shared/runtime/newId.ts';
import { endpointKey, submissionKey } from '../../../shared/storage/itemKeys.ts';
import type { Table } from '../../../shared/storage/table.ts';
import { putSubmissions } from '../../support/kilobyteSubmissions.ts';

const BURST = 5_000;
const TRICKLE = 640;
const TRICKLE_PAUSE_MS = 25;
const REMOVED = 1_000;
const POLL_MS = 20;
/** Without an invocation for this long, the stream has been followed to its end. */
const IDLE_MS = 1_500;
const TIMEOUT_MS = 120_000;

interface Load {
  endpointId: string;
  /** Submissions that are there in the end; what is not indexed of them is less than a segment. */
  expected: () => number;
  run: () => Promise<unknown>;
  changes: number;
}

/** What the index costs while submissions come and go, and how far it lags behind. */
export async function measureIndexUpdates(outputs: Outputs): Promise<void> {
  const table = localTable(outputs);
  const [burst, trickle] = [await newEndpoint(table), await newEndpoint(table)];
  let ids: string[] = [];
  const putBurst = async () => {
    ids = await putSubmissions(outputs, burst, BURST);
  };
  const putTrickle = async () => {
    for (let i = 0; i < TRICKLE; i++) {
      await putSubmissions(outputs, trickle, 1);
      await sleep(TRICKLE_PAUSE_MS);
    }
  };
  const removeSome = async () => {
    for (const id of ids.filter((_, i) => i % (BURST / REMOVED) === 0)) {
      await table.delete(submissionKey(burst, id));
    }
  };
  console.log('\nUpdates of the index');
  await measure(outputs, 'inserts in a burst', {
    endpointId: burst,
    expected: () => BURST,
    run: putBurst,
    changes: BURST,
  });
  const slowly = { endpointId: trickle, expected: () => TRICKLE, run: putTrickle, changes: TRICKLE };
  await measure(outputs, `inserts one by one, ${TRICKLE_PAUSE_MS} ms apart`, slowly);
  const fewer = { endpointId: burst, expected: () => BURST - REMOVED, run: removeSome, changes: REMOVED };
  await measure(outputs, 'removals all over the list', fewer);
}

async function newEndpoint(table: Table): Promise<string> {
  const id = newId('endpoint');
  await table.put(
    {
      ...endpointKey(id),
      id,
      workspaceId: newId('workspace'),
      slug: 'bench',
      name: 'bench',
      isEnabled: true,
      emailNotifications: false,
      targetEmails: [],
      icon: 'file',
      color: 'gray',
    },
    { ConditionExpression: 'attribute_not_exists(PK)' },
  );
  return id;
}

async function measure(outputs: Outputs, name: string, { endpointId, expected, run, changes }: Load): Promise<void> {
  const store = new IndexStore(localTable(outputs));
  const missing = async () => {
    const head = await store.readHead(endpointId);
    const tail = (await store.entriesBetween(endpointId, lastOf(head), '')).length;
    return { tail, error: Math.abs(indexedCount(head) + tail - expected()) };
  };
  await fetch(outputs.usageUrl, { method: 'DELETE' });
  let isRunning = true;
  let tailMax = 0;
  const startedAt = Date.now();
  const running = run().finally(() => {
    isRunning = false;
  });
  for (; isRunning; await sleep(POLL_MS)) tailMax = Math.max(tailMax, (await missing()).tail);
  await running;
  const endedAt = Date.now();
  for (let last = await missing(); last.tail >= 32 || last.error > 0; last = await missing()) {
    tailMax = Math.max(tailMax, last.tail);
    if (Date.now() - endedAt > TIMEOUT_MS) throw new Error(`the index did not catch up: ${JSON.stringify(last)}`);
    await sleep(POLL_MS);
  }
  const caughtUpMs = Date.now() - endedAt;
  await untilIdle(outputs);
  const { writeUnits = 0, readUnits = 0, invocations = 0 } = (await usageOfIndex(outputs)) ?? {};
  const rate = Math.round((changes * 1_000) / (endedAt - startedAt));
  console.log(
    `  ${name}: ${changes} at ${rate}/s; each ${(writeUnits / changes).toFixed(3)} write units and ` +
      `${(readUnits / changes).toFixed(2)} read units; ${invocations} invocations; not indexed at most ${tailMax}; ` +
      `up to date ${caughtUpMs} ms after the last`,
  );
}

async function usageOfIndex({ usageUrl }: Outputs): Promise<FunctionUsage | undefined> {
  return ((await (await fetch(usageUrl)).json()) as Record<string, FunctionUsage>).indexSubmissions;
}

async function untilIdle(outputs: Outputs): Promise<void> {
  for (let before = -1, now = 0; now !== before; ) {
    await sleep(IDLE_MS);
    [before, now] = [now, (await usageOfIndex(outputs))?.invocations ?? 0];
  }
}
