import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { DELIVERY_METRICS, DeliveryMetrics, OLDEST_PENDING_METRIC } from '../../../../shared/deliveries/metrics.ts';

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
    const metrics = new DeliveryMetrics();
    metrics.count('sent', 'enp_1', 2);
    metrics.count('sent', 'enp_2');
    metrics.count('queued', 'enp_1');
    // Not a metric: only the statistics contain it.
    metrics.count('inDigests', 'enp_1', 9);
    const nothing = Object.fromEntries([...Object.keys(DELIVERY_METRICS), 'inDigests'].map((name) => [name, 0]));
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

  test('are not logged if nothing was counted', () => {
    new DeliveryMetrics().flush();
    expect(lines).toEqual([]);
  });

  test('have the age of the oldest pending delivery, unless its receiver fails', () => {
    const metrics = new DeliveryMetrics();
    const now = Date.parse('2026-01-01T00:00:10Z');
    const pending = (second: string) => [{ createdAt: `2026-01-01 00:00:${second}.000000` }];
    metrics.notePending('webhook', pending('08'), now);
    metrics.notePending('mail', pending('09'), now);
    metrics.notePending('failingWebhook', pending('00'), now);
    metrics.notePending('mail', [{ createdAt: '2026-01-01 00:00:00.000000', reason: 'endpointPerHour' }], now);
    metrics.flush();
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ [OLDEST_PENDING_METRIC]: 2_000 });
  });

  test('reset to 0 once they are written', () => {
    const metrics = new DeliveryMetrics();
    metrics.count('failed', 'enp_1');
    metrics.flush();
    metrics.flush();
    expect(lines).toHaveLength(1);
  });
});
