import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { REPLAYED_WITHOUT_SECRET } from '../../../../../shared/contract/headers.ts';
import { answerWith, type ScriptedAnswer } from '../../../../support/browser/dashboardModules.ts';

const { call, isThrottled } = await import('../../../../../site/app/api/client.ts');

const { addKey } = await import('../../../../../site/app/keys/keys.ts');

const TIMED_OUT: ScriptedAnswer = { status: 504, json: { code: 'GATEWAY_TIMEOUT', message: 'Busy.' } };
const throttled = (seconds: number): ScriptedAnswer => ({
  status: 429,
  json: { code: 'TOO_MANY_REQUESTS', message: `Try again in ${seconds} seconds.` },
  headers: { 'Retry-After': String(seconds) },
});
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

  test('a repeated creation keeps its Idempotency-Key until one of them succeeded', async () => {
    const statuses = [504, 504, 201, 201];
    const sent = answerWith(() => ({ status: statuses.shift() ?? 201 }));
    const create = (name: string) => outcomeOf(call('createKey', { body: { name, expiresAt: 'never' } }));
    for (const name of ['Test', 'Other', 'Test', 'Test']) await create(name);
    const [first, other, again, last] = sent.map(({ idempotencyKey }) => idempotencyKey);
    expect([first, other, last].every((name) => (name?.length ?? 0) > 20)).toBe(true);
    expect(again).toBe(first);
    expect(new Set([first, other, last]).size).toBe(3);
  });

  const createKey = () => call('createKey', { body: { name: 'Test', expiresAt: 'never' } });
  const createWebhook = () =>
    call('createWebhook', {
      body: { endpointId: 'enp_10', url: 'https://example.com', events: ['submission.created'] },
    });

  const createSubmission = () =>
    call('createSubmission', { params: { endpointId: 'enp_1' }, body: { message: 'Hello' } });

  test.each([
    ['a key after a key was deleted', createKey, () => call('deleteKey', { params: { id: 'key_1' } }), false],
    [
      'a key after a key was changed',
      createKey,
      () => call('updateKey', { params: { id: 'key_1' }, body: { name: 'Other' } }),
      false,
    ],
    [
      'a key after a webhook was changed',
      createKey,
      () => call('updateWebhook', { params, body: { isEnabled: true } }),
      true,
    ],
    [
      'a key after a submission was deleted',
      createKey,
      () => call('deleteSubmission', { params: { endpointId: 'enp_1', id: 'sub_1' } }),
      true,
    ],
    ['a webhook after a webhook was deleted', createWebhook, () => call('deleteWebhook', { params }), false],
    [
      'a webhook after its endpoint was deleted',
      createWebhook,
      () => call('deleteEndpoint', { params: { id: 'enp_10' } }),
      false,
    ],
    [
      'a webhook after its endpoint was changed',
      createWebhook,
      () => call('updateEndpoint', { params: { id: 'enp_10' }, body: { isEnabled: true } }),
      true,
    ],
    [
      'a webhook after another endpoint was deleted',
      createWebhook,
      () => call('deleteEndpoint', { params: { id: 'enp_1' } }),
      true,
    ],
    [
      'a submission after several were deleted',
      createSubmission,
      () => call('deleteSubmissions', { params: { endpointId: 'enp_1' }, body: { ids: ['sub_1'] } }),
      false,
    ],
    [
      'a webhook after a submission of its endpoint was deleted',
      createWebhook,
      () => call('deleteSubmission', { params: { endpointId: 'enp_10', id: 'sub_1' } }),
      true,
    ],
  ])(
    'creating %s again has the same Idempotency-Key only if the answer may still be right',
    async (_what, creation, act, is) => {
      const statuses = [504, 200, 201];
      const sent = answerWith(() => ({ status: statuses.shift() ?? 201 }));
      await outcomeOf(creation());
      await act();
      await creation();
      expect(sent[1]?.idempotencyKey).toBeNull();
      expect(sent[2]?.idempotencyKey === sent[0]?.idempotencyKey).toBe(is);
    },
  );

  test('a repeated creation of a key says that its secret is lost', async () => {
    answerWith(() => ({ status: 201, json: { id: 'key_1' }, headers: REPLAYED_WITHOUT_SECRET }));
    await expect(addKey({ name: 'Test', expiresAt: 'never' })).rejects.toThrow('its secret is lost');
  });

  test('a throttled request waits until the key’s minute is over, and says so', async () => {
    const answers = [throttled(60), throttled(60)];
    const sent = answerWith(() => answers.shift() ?? { json: { keys: [] } });
    const request = call('listKeys');
    await jest.advanceTimersByTimeAsync(59_000);
    expect([sent.length, isThrottled.value]).toEqual([1, true]);
    await jest.advanceTimersByTimeAsync(60_000);
    expect([sent.length, isThrottled.value]).toEqual([2, true]);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await request).toEqual({ keys: [] });
    expect([sent.length, isThrottled.value]).toEqual([3, false]);
  });

  test('a request throttled for an hour fails at once with the reason', async () => {
    const sent = answerWith(() => throttled(3_000));
    await expect(call('listKeys')).rejects.toThrow('Try again in 3000 seconds.');
    expect(sent).toHaveLength(1);
  });

  test('cancelling ends the wait', async () => {
    answerWith(() => throttled(60));
    const abort = new AbortController();
    const request = call('listKeys', { signal: abort.signal });
    const rejected = expect(request).rejects.toMatchObject({ name: 'AbortError' });
    await jest.advanceTimersByTimeAsync(1_000);
    abort.abort();
    await rejected;
    expect(isThrottled.value).toBe(false);
  });
});
