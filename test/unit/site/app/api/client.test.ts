import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { answerWith, type ScriptedAnswer } from '../../../../support/dashboardModules.ts';

const { call } = await import('../../../../../site/app/api/client.ts');

const TIMED_OUT: ScriptedAnswer = { status: 504, json: { code: 'GATEWAY_TIMEOUT', message: 'Busy.' } };
const params = { id: 'whk_1' };

describe("the dashboard's requests", () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** The outcome of a request, after any retries. */
  const outcomeOf = async (request: Promise<unknown>) => {
    const outcome = request.then(
      () => 'done',
      (error: Error) => error.message,
    );
    await jest.advanceTimersByTimeAsync(300_000);
    return outcome;
  };

  test.each([
    ['an update', () => call('updateWebhook', { params, body: { isEnabled: true } }), 3],
    ['deleting many', () => call('deleteSubmissions', { params: { endpointId: 'enp_1' }, body: { ids: ['a'] } }), 3],
    ['an update with a new secret', () => call('updateWebhook', { params, body: { rotateSecret: true } }), 1],
    ['creating a key', () => call('createKey', { body: { name: 'Test', expiresAt: 'never' } }), 1],
    ['replaying deliveries', () => call('replayWebhookDeliveries', { params, body: { ids: ['a'] } }), 1],
  ])('504 to %s is retried only if it is repeatable', async (_what, send, times) => {
    const sent = answerWith(() => TIMED_OUT);
    expect(await outcomeOf(send())).toBe('Busy.');
    expect(sent).toHaveLength(times);
  });
});
