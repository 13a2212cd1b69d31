import '../../../infra/quietSdk.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FunctionUsage } from '../../../infra/local/functions/usage.ts';
import type { Outputs } from '../../../infra/local/outputs.ts';
import { WEBHOOK_SECRET_HEADER } from '../../../shared/contract/headers.ts';
import { submittedAt } from '../../../shared/storage/itemKeys.ts';
import { newDataFolder, removeFolder, startCloud } from '../../support/cloudProcess.ts';
import { givenEndpoint } from '../../support/notifications.ts';
import {
  openWebhookReceiver,
  type Received,
  takeVerified,
  type WebhookReceiver,
} from '../../support/webhookReceiver.ts';
import { type Posting, postAll, postingFigures } from './posting.ts';
import { percentile, rounded } from './stats.ts';

/**
 * Load: posts submissions to an endpoint with three webhooks in a fresh local cloud and waits until the last event is
 * there: first one by one, so that no delivery waits for another, then as fast as the cloud takes them. It prints figures
 * as JSON, and fails unless every event arrived at every webhook once, signed.
 */
const WEBHOOKS = 3;
const CALM_EVENTS = 50;
const ONE: Posting = { submissions: 1, connections: 1 };
const BURST: Posting = { submissions: 2_000, connections: 32 };
const LAST_EVENT_TIMEOUT_MS = 600_000;

const data = newDataFolder();
const cloud = await startCloud(data, '--ephemeral');
const receivers = await Promise.all(Array.from({ length: WEBHOOKS }, openWebhookReceiver));
const unsigned: string[] = [];
try {
  const endpointId = await givenEndpoint(cloud.outputs);
  for (const receiver of receivers) await newWebhook(cloud.outputs, endpointId, receiver);
  const calm = await oneByOne(cloud.outputs, endpointId);
  const burst = await run(cloud.outputs, endpointId);
  console.log(JSON.stringify({ calm, burst }, null, 2));
  if (burst.missing > 0 || burst.double > 0 || unsigned.length > 0) process.exitCode = 1;
  for (const what of unsigned) console.error(what);
} finally {
  await cloud.end('SIGTERM');
  removeFolder(data);
  for (const receiver of receivers) receiver.close();
}

async function newWebhook({ apiUrl, apiKey }: Outputs, endpointId: string, receiver: WebhookReceiver): Promise<void> {
  const answer = await fetch(`${apiUrl}/v1/webhook`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ endpointId, url: receiver.url }),
  });
  if (answer.status !== 201) throw new Error(`${answer.status}: ${await answer.text()}`);
  takeVerified(receiver, answer.headers.get(WEBHOOK_SECRET_HEADER) ?? '', (what) => unsigned.push(what));
}

/** How long an event takes that waits for no other. */
async function oneByOne(outputs: Outputs, endpointId: string) {
  const latencies: number[] = [];
  for (let event = 0; event < CALM_EVENTS; event++) {
    for (const { received } of receivers) received.length = 0;
    await postAll(outputs, endpointId, ONE);
    latencies.push(...(await arrivalsWhenComplete(WEBHOOKS)).map(latencyOf));
  }
  return { events: CALM_EVENTS, deliveries: latencies.length, ...latencyFigures(latencies) };
}

async function run(outputs: Outputs, endpointId: string) {
  for (const { received } of receivers) received.length = 0;
  await fetch(outputs.usageUrl, { method: 'DELETE' });
  const startedAt = performance.now();
  const posts = await postAll(outputs, endpointId, BURST);
  const postedMs = performance.now() - startedAt;
  const due = posts.length * WEBHOOKS;
  const arrivals = await arrivalsWhenComplete(due);
  const arrivedMs = performance.now() - startedAt;
  const counts = receivers.map(({ received }) => countsOf(received));
  return {
    events: posts.length,
    deliveries: due,
    ...postingFigures(posts, postedMs),
    lastEventAfterS: rounded(arrivedMs / 1_000),
    deliveriesPerSecond: rounded((due / arrivedMs) * 1_000),
    ...latencyFigures(arrivals.map(latencyOf)),
    ...(await unitsOf(outputs, { events: posts.length, deliveries: due })),
    missing: posts.flatMap(({ id }) => counts.filter((of) => !of.has(id))).length,
    double: counts.flatMap((of) => [...of.values()]).filter((times) => times > 1).length,
  };
}

/** Milliseconds from the submission to its arrival. */
function latencyOf({ at, json }: Received): number {
  return at - submittedAt(String(json.data.id));
}

function latencyFigures(latencies: readonly number[]) {
  return { arrivedP50Ms: percentile(latencies, 0.5), arrivedP99Ms: percentile(latencies, 0.99) };
}

/** What arrived, when it is as much as is due, or time is up. */
async function arrivalsWhenComplete(due: number): Promise<Received[]> {
  for (const startedAt = performance.now(); ; await sleep(20)) {
    const arrivals = receivers.flatMap(({ received }) => received);
    if (arrivals.length >= due || performance.now() - startedAt > LAST_EVENT_TIMEOUT_MS) return arrivals;
  }
}

/** How often each submission arrived. */
function countsOf(received: readonly Received[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { json } of received) counts.set(String(json.data.id), (counts.get(String(json.data.id)) ?? 0) + 1);
  return counts;
}

/** DynamoDB capacity: of the function that sends, for each delivery; of the stream's reader, for each event. */
async function unitsOf({ usageUrl }: Outputs, { events, deliveries }: { events: number; deliveries: number }) {
  // The last mark is made after the answer.
  let usage: Record<string, FunctionUsage>;
  const marked = () => usage.sendWebhook?.dynamodb.UpdateItem ?? 0;
  const startedAt = performance.now();
  do {
    await sleep(100);
    usage = (await (await fetch(usageUrl)).json()) as Record<string, FunctionUsage>;
  } while (marked() < 2 * deliveries && performance.now() - startedAt < LAST_EVENT_TIMEOUT_MS);
  const { sendWebhook, indexSubmissions } = usage;
  const unitsFor = (of: FunctionUsage | undefined, count: number) => ({
    readUnits: rounded((of?.readUnits ?? 0) / count),
    writeUnits: rounded((of?.writeUnits ?? 0) / count),
  });
  return {
    unitsPerDelivery: unitsFor(sendWebhook, deliveries),
    unitsPerEventInStream: unitsFor(indexSubmissions, events),
    invocations: { sendWebhook: sendWebhook?.invocations ?? 0, indexSubmissions: indexSubmissions?.invocations ?? 0 },
  };
}
