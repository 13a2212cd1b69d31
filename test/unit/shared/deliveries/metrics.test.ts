import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Planner } from '../../../../shared/deliveries/channel.ts';
import { ConfirmationChannel } from '../../../../shared/deliveries/channels/confirmation/confirmationChannel.ts';
import { MailChannel } from '../../../../shared/deliveries/channels/mail/mailChannel.ts';
import { newMailMetrics } from '../../../../shared/deliveries/channels/metrics.ts';
import {
  createWebhookPlanner,
  type WebhookPlannerDependencies,
} from '../../../../shared/deliveries/channels/webhook/webhookPlanner.ts';
import type { DeliveryEvent } from '../../../../shared/deliveries/events.ts';
import { OLDEST_PENDING_METRIC } from '../../../../shared/deliveries/metrics.ts';
import { newId, newWebhookId } from '../../../../shared/runtime/newId.ts';

const MAILS: Planner = MailChannel.prototype;
const WEBHOOKS = createWebhookPlanner({} as WebhookPlannerDependencies);

/** The deliveries of a submission that is confirmed at a time (milliseconds since 1970), two hours after it was sent. */
async function plannedLate(storedBefore: number) {
  const at = storedBefore - 7_200_000;
  const ids = { endpointId: newId('endpoint'), workspaceId: newId('workspace') };
  const createdAt = '2025-01-01 00:00:00.000000';
  const webhook = {
    ...ids,
    id: newWebhookId(ids.endpointId, at),
    url: 'https://example.com/',
    createdAt,
    events: ['submission.created'],
  };
  const { plan } = createWebhookPlanner({
    endpoints: { find: async () => ({ id: ids.endpointId, workspaceId: ids.workspaceId, webhookCount: 1 }) },
    table: { query: async () => ({ Items: [webhook] }) },
  } as unknown as WebhookPlannerDependencies);
  const about = newId('submission', at);
  const event = {
    event: 'submission.created',
    ...ids,
    about,
    at,
    storedBefore,
    sequence: '1',
    hops: 0,
    isOfSpam: false,
  };
  return (await plan(ids.endpointId, [event as DeliveryEvent])).queued;
}

let lines: string[];
beforeEach(() => {
  lines = [];
  jest.spyOn(process.stdout, 'write').mockImplementation((line) => {
    lines.push(String(line));
    return true;
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('the metrics of an invocation', () => {
  test('are one line, without those that are 0: CloudWatch bills each metric that it gets', () => {
    const metrics = newMailMetrics();
    metrics.count('sent', 'enp_1', 2);
    metrics.count('sent', 'enp_2');
    metrics.count('queued', 'enp_1');
    // Not a metric: only the statistics contain it.
    metrics.count('inDigests', 'enp_1', 9);
    const nothing = newMailMetrics().flush().counts;
    expect(new Set(Object.values(nothing))).toEqual(new Set([0]));
    expect(metrics.flush()).toEqual({
      counts: { ...nothing, sent: 3, queued: 1, inDigests: 9 },
      ofEndpoints: new Map([
        ['enp_1', { ...nothing, sent: 2, queued: 1, inDigests: 9 }],
        ['enp_2', { ...nothing, sent: 1 }],
      ]),
    });
    const [line = '', ...others] = lines;
    expect(others).toEqual([]);
    const { _aws, ...values } = JSON.parse(line);
    expect(values).toEqual({ functionName: 'local', DeliveriesSent: 3, DeliveriesQueued: 1 });
    expect(_aws.CloudWatchMetrics).toEqual([
      {
        Namespace: 'FormsBackend',
        Dimensions: [['functionName']],
        Metrics: [
          { Name: 'DeliveriesSent', Unit: 'Count' },
          { Name: 'DeliveriesQueued', Unit: 'Count' },
        ],
      },
    ]);
  });

  test('have the age of the oldest pending delivery, unless its receiver fails or it waits on purpose', async () => {
    const metrics = newMailMetrics();
    const now = Date.parse('2026-01-01T00:00:10Z');
    const pending = (second: string) => [{ createdAt: `2026-01-01 00:00:${second}.000000` }];
    for (const { lane, deliveries } of await plannedLate(now - 2_000))
      metrics.notePending(WEBHOOKS, lane, deliveries, now);
    metrics.notePending(MAILS, 'mail', pending('09'), now);
    metrics.notePending(WEBHOOKS, 'failingWebhook', pending('00'), now);
    const waiting = [{ createdAt: '2026-01-01 00:00:00.000000', reason: 'endpointPerHour' }];
    metrics.notePending(ConfirmationChannel.prototype, 'mail', waiting, now);
    metrics.flush();
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ [OLDEST_PENDING_METRIC]: 2_000 });
  });

  test('reset to 0 once they are written', () => {
    const metrics = newMailMetrics();
    metrics.count('failed', 'enp_1');
    metrics.flush();
    metrics.flush();
    expect(lines).toHaveLength(1);
  });
});
