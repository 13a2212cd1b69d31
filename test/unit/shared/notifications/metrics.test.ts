import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { NotificationMetrics } from '../../../../shared/deliveries/channels/mail/metrics.ts';

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
  test('are told in one line, with those alone that are not 0: CloudWatch bills each that it is told of', () => {
    const metrics = new NotificationMetrics();
    metrics.count('sent', 'enp_1', 2);
    metrics.count('sent', 'enp_2');
    metrics.count('queued', 'enp_1');
    // No metric: statistics alone have it.
    metrics.count('inDigests', 'enp_1', 9);
    const nothing = { sent: 0, failed: 0, queued: 0, digests: 0, overBudget: 0, inDigests: 0 };
    expect(metrics.flush(0)).toEqual({
      counts: { ...nothing, sent: 3, queued: 1, inDigests: 9 },
      ofEndpoints: new Map([
        ['enp_1', { ...nothing, sent: 2, queued: 1, inDigests: 9 }],
        ['enp_2', { ...nothing, sent: 1 }],
      ]),
    });
    const [line = '', ...others] = lines;
    expect(others).toEqual([]);
    const { _aws, ...values } = JSON.parse(line);
    expect(values).toEqual({ functionName: 'local', NotificationsSent: 3, NotificationsQueued: 1 });
    expect(_aws.CloudWatchMetrics).toEqual([
      {
        Namespace: 'FormsBackend',
        Dimensions: [['functionName']],
        Metrics: [
          { Name: 'NotificationsSent', Unit: 'Count' },
          { Name: 'NotificationsQueued', Unit: 'Count' },
        ],
      },
    ]);
  });

  test('are no line at all where nothing was counted', () => {
    new NotificationMetrics().flush(0);
    expect(lines).toEqual([]);
  });

  test('have the age of what waits longest, while something waits', () => {
    new NotificationMetrics().flush(1_500);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ OldestUnsentAge: 1_500 });
  });

  test('begin anew after they were told', () => {
    const metrics = new NotificationMetrics();
    metrics.count('failed', 'enp_1');
    metrics.flush();
    metrics.flush();
    expect(lines).toHaveLength(1);
  });
});
