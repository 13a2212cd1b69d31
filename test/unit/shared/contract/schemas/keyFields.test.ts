import { describe, expect, test } from '@jest/globals';
import { expectBadFields } from '../../../../support/cloud/expectations.ts';
import { inputOf, refusalOf } from '../../../../support/parsedRequest.ts';
import { BAD_NAMES, GOOD_NAMES } from '../../../../support/samples/fields.ts';

const DAY_MS = 86_400_000;
const params = { id: 'key_1' };
const momentOf = (time: string): number => Date.parse(`${time.replace(' ', 'T')}Z`);

describe.each(['createKey', 'updateKey'] as const)('%s', (id) => {
  const others = id === 'createKey' ? { name: 'Website', expiresAt: 'never' } : {};
  const bodyWith = async (json: object) => (await inputOf(id, { params, json: { ...others, ...json } })).body;
  const refusalWith = (json: object) => refusalOf(id, { params, json: { ...others, ...json } });

  test.each(GOOD_NAMES)('accepts %s with %s', async (_field, _what, name) => {
    expect((await bodyWith({ name })).name).toBe(name);
  });

  test.each(BAD_NAMES)('400 for %s with %s', async (_field, _what, name) => {
    expectBadFields(await refusalWith({ name }), 'body', 'name');
  });

  // How each duration is read is in test/unit/shared/contract/time.test.ts.
  test('counts a duration from now', async () => {
    const before = Date.now();
    const answered: string = (await bodyWith({ expiresAt: '2-weeks' })).expiresAt;
    expect(answered).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{6}$/);
    expect(momentOf(answered)).toBeGreaterThanOrEqual(before + 14 * DAY_MS);
    expect(momentOf(answered)).toBeLessThanOrEqual(Date.now() + 14 * DAY_MS);
  });

  test.each(['', '0-days', null, 30, ['1-day']])('400 for the expiresAt %j', async (expiresAt) => {
    expectBadFields(await refusalWith({ expiresAt }), 'body', 'expiresAt');
  });
});

test.each(['', 'key_', 'key_abc\n', 'Bearer fbk_abc', null, 1, ['key_abc'], { id: 'key_abc' }])(
  'verifyKey: 400 for the key %j',
  async (key) => {
    expectBadFields(await refusalOf('verifyKey', { json: { key } }), 'body', 'key');
  },
);
