import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { newWebhookSecret, signatureOf } from '../../../../../../shared/deliveries/channels/webhook/signatures.ts';
import { anyCharacter } from '../../../../../support/samples/anyCharacter.ts';

const nowSeconds = () => Math.floor(Date.now() / 1_000);

/** True if an independent library accepts an event. It throws for a wrong signature and for invalid JSON. */
function isAccepted(secret: string, id: string, timestamp: number, body: string, signature: string): boolean {
  const headers = { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signature };
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}

describe('a secret', () => {
  test('is `whsec_` and 32 random bytes in base64', () => {
    const secrets = Array.from({ length: 100 }, newWebhookSecret);
    for (const secret of secrets) {
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(Buffer.from(secret.slice('whsec_'.length), 'base64')).toHaveLength(32);
    }
    expect(new Set(secrets).size).toBe(100);
  });
});

describe('a signature', () => {
  test('matches the specification’s example', () => {
    const signed = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1_614_265_330, body: '{"test": 2432232314}' };
    expect(signatureOf({ ...signed, secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'] })).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    );
  });

  test('is accepted by the package of Standard Webhooks, for any content', () => {
    const id = fc.string({ minLength: 1, maxLength: 40, unit: fc.constantFrom(...'abcXYZ019_') });
    fc.assert(
      fc.property(id, fc.jsonValue({ stringUnit: anyCharacter }), (id, data) => {
        const body = JSON.stringify(data);
        const secret = newWebhookSecret();
        const timestamp = nowSeconds();
        const signature = signatureOf({ id, timestamp, body, secrets: [secret] });
        expect(isAccepted(secret, id, timestamp, body, signature)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  test('differs for any other secret, id, time or body', () => {
    const secret = newWebhookSecret();
    const timestamp = nowSeconds();
    const signature = signatureOf({ id: 'msg_1', timestamp, body: '{}', secrets: [secret] });
    expect(isAccepted(secret, 'msg_1', timestamp, '{}', signature)).toBe(true);
    expect(isAccepted(newWebhookSecret(), 'msg_1', timestamp, '{}', signature)).toBe(false);
    expect(isAccepted(secret, 'msg_2', timestamp, '{}', signature)).toBe(false);
    expect(isAccepted(secret, 'msg_1', timestamp + 1, '{}', signature)).toBe(false);
    expect(isAccepted(secret, 'msg_1', timestamp, '{ }', signature)).toBe(false);
  });

  test('of two secrets is accepted with either', () => {
    const secrets = [newWebhookSecret(), newWebhookSecret()];
    const timestamp = nowSeconds();
    const signature = signatureOf({ id: 'msg_1', timestamp, body: '{}', secrets });
    expect(signature).toMatch(/^v1,[A-Za-z0-9+/]{43}= v1,[A-Za-z0-9+/]{43}=$/);
    expect(secrets.map((secret) => isAccepted(secret, 'msg_1', timestamp, '{}', signature))).toEqual([true, true]);
    expect(isAccepted(newWebhookSecret(), 'msg_1', timestamp, '{}', signature)).toBe(false);
  });
});
