import { beforeEach, expect, test } from '@jest/globals';
import {
  SUBMISSION_BYTES_MAX,
  WEBHOOK_ANSWER_BYTES_MAX,
  WEBHOOK_ATTEMPTS_KEPT_MAX,
} from '../../../../../../shared/contract/limits.ts';
import { WEBHOOK_RETRY_WAITS_MS as RETRY_WAITS_MS } from '../../../../../../shared/deliveries/channels/webhook/webhookTiming.ts';
import { replay } from '../../../../../../shared/deliveries/replay.ts';
import { newId } from '../../../../../../shared/runtime/newId.ts';
import { WebhookLog } from '../../../../../../shared/storage/webhooks/webhookLog.ts';
import { SimulatedPipeline } from '../../support/simulatedPipeline.ts';

const MESSAGE_BYTES_MAX = 200_000;
/** DynamoDB bills writes by the kilobyte and limits items to 400. */
const RECORD_BYTES_MAX = 8_192;
const ATTEMPTS = RETRY_WAITS_MS.length + 1;
const DAY_MS = 86_400_000;

let cloud: SimulatedPipeline;
beforeEach(() => {
  cloud = new SimulatedPipeline();
});

test('a submission of the maximum size is sent whole, in a message below its limit', async () => {
  const endpoint = await cloud.newEndpoint();
  await cloud.newWebhook(endpoint);
  const empty = JSON.stringify({ message: '' }).length;
  // Each takes two bytes in JSON, like a line end.
  const data = { message: '\n'.repeat((SUBMISSION_BYTES_MAX - empty) / 2) };
  await cloud.store(endpoint.id, newId('submission', cloud.clock.now()), JSON.stringify(data));
  await cloud.settle();
  const [posted] = cloud.services.posted;
  expect(JSON.parse(posted?.body ?? '').data.data).toEqual(data);
  expect(Buffer.byteLength(posted?.body ?? '')).toBeGreaterThanOrEqual(SUBMISSION_BYTES_MAX);
  expect(Buffer.byteLength(posted?.body ?? '')).toBeLessThan(MESSAGE_BYTES_MAX);
});

test('the log of a delivery keeps its last attempts and the last response, for 30 days', async () => {
  const endpoint = await cloud.newEndpoint();
  const webhook = await cloud.newWebhook(endpoint);
  const answers: string[] = [];
  cloud.answer = () => {
    answers.push(`${answers.length} `.padEnd(WEBHOOK_ANSWER_BYTES_MAX, 'x'));
    return { status: 500, error: 'status', answer: answers.at(-1) as string };
  };
  await cloud.submit(endpoint);
  await cloud.settle();
  while (cloud.seen.length < 3 * ATTEMPTS) {
    const [record] = cloud.records();
    expect(record?.attempts.length).toBe(Math.min(cloud.seen.length, WEBHOOK_ATTEMPTS_KEPT_MAX));
    const records = record ? [record] : [];
    const { queues } = cloud.partsFor(cloud.newProcess()).webhooks;
    const restart = () => new WebhookLog(cloud.table, cloud.clock.now).replay(records);
    const replayed = await replay(queues, { lane: 'webhook', group: endpoint.workspaceId, records }, restart);
    expect(replayed).toEqual([{ id: record?.id, status: 'replayed' }]);
    // Failing like this for five days would switch it off.
    await cloud.enable(await cloud.webhookNow(webhook));
    await cloud.settle();
  }
  const [record] = cloud.records();
  const item = [...cloud.services.items.state().values()].find(({ SK }) => SK === record?.id);
  expect(record?.attempts).toHaveLength(WEBHOOK_ATTEMPTS_KEPT_MAX);
  expect(record?.answer).toBe(answers.at(-1));
  expect(JSON.stringify(item).length).toBeLessThan(RECORD_BYTES_MAX);
  const keptMs = Number(item?.ttl) * 1_000 - (cloud.seen.at(-1)?.atMs ?? 0);
  expect(Math.round(keptMs / DAY_MS)).toBe(30);
});
