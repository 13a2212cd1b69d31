import { setTimeout as sleep } from 'node:timers/promises';
import type { WebhookDelivery } from '../../../shared/contract/schemas/webhooks/webhook.ts';
import type { ExampleClient, Fields, Variation } from './exampleClient.ts';
import { adviceOn, demand, demandEqual } from './inspect.ts';

/** A first attempt has to start functions and to be retried after 5 s. */
const FAILED_TWICE_WITHIN_MS = 60_000;
/** A replay that cannot be queued waits for the clock, which finds it within a minute. */
const QUEUED_WITHIN_MS = 15_000;
const POLL_MS = 500;

/** The delivery of a new submission, which failed twice: the next attempt is minutes away. */
export async function failedDelivery(examples: ExampleClient): Promise<Variation> {
  await examples.succeed('replayWebhookDeliveries', { json: { failedAfter: new Date().toISOString() } });
  await examples.succeed('updateWebhook', { json: { isEnabled: true } });
  await examples.succeed('createSubmission', { json: { message: 'Hello' } });
  await demandAttempts(examples, 2, FAILED_TWICE_WITHIN_MS, 'see the logs of notifySubmission and sendWebhook');
  // Moves it back to the queue of healthy webhooks.
  await examples.succeed('updateWebhook', { json: { isEnabled: true } });
  const { id } = await newestDelivery(examples);
  return { json: { ids: [id] } };
}

/** Replays again, through the queue of failing webhooks. */
export async function replayAgain(examples: ExampleClient, { results }: Fields, json: Fields): Promise<void> {
  const [id] = json.ids as string[];
  demandEqual('the results', results, [{ id, status: 'replayed' }]);
  const advice = `it was not queued${adviceOn('replayWebhookDeliveries')}`;
  await demandAttempts(examples, 3, QUEUED_WITHIN_MS, advice);
  await demandAttempts(examples, 4, FAILED_TWICE_WITHIN_MS, advice);
  await examples.succeed('replayWebhookDeliveries', { json });
  await demandAttempts(examples, 5, QUEUED_WITHIN_MS, advice);
}

async function newestDelivery(examples: ExampleClient): Promise<Partial<WebhookDelivery>> {
  const { body } = await examples.succeed('listWebhookDeliveries', { query: '' });
  const [delivery = {}] = body.deliveries as Partial<WebhookDelivery>[];
  return delivery.submissionId === examples.get('submission') ? delivery : {};
}

async function demandAttempts(examples: ExampleClient, count: number, withinMs: number, advice: string): Promise<void> {
  for (const startedAt = Date.now(); ; await sleep(POLL_MS)) {
    const { attempts = [] } = await newestDelivery(examples);
    if (attempts.length >= count) return;
    const seconds = withinMs / 1_000;
    demand(Date.now() - startedAt < withinMs, `no attempt ${count} at a delivery within ${seconds} s: ${advice}`);
  }
}
