import { expect, test } from '@jest/globals';
import { afterCaptcha, checkCaptcha } from '../../../../../shared/receiving/captcha/captcha.ts';
import { newId } from '../../../../../shared/runtime/newId.ts';
import { RateLimits } from '../../../../../shared/storage/counters/rateLimits.ts';
import { Challenges } from '../../../../../shared/storage/submissions/challenges.ts';
import { altchaSolution } from '../../../../support/altcha.ts';
import { MemoryItems } from '../../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../../support/simulator/memoryTable.ts';

const SECRET = 'a secret';

test.each(['altcha', 'turnstile'] as const)(
  'gives back a response of %s if the upload cannot be announced, and accepts it once more',
  async (provider) => {
    const table = new MemoryTable(new MemoryItems());
    const captcha = provider === 'altcha' ? { provider } : { provider, siteKey: 'site' };
    const endpoint = { id: newId('endpoint'), captcha, captchaSecret: SECRET, files: { maxCount: 1 } };
    let isUsed = false;
    const verify = async () => {
      const verdict = isUsed ? 'used' : 'solved';
      isUsed = true;
      return verdict;
    };
    const dependencies = { challenges: new Challenges(table), rateLimits: new RateLimits(table), verifier: { verify } };
    const response = provider === 'altcha' ? await altchaSolution(SECRET) : 'token';
    const announce = (result: () => Promise<string>) => afterCaptcha(endpoint, response, dependencies, result);
    const failure = new Error('the bucket is gone');
    await expect(announce(() => Promise.reject(failure))).rejects.toBe(failure);
    expect(await announce(async () => 'announced')).toBe('announced');
    await expect(announce(async () => 'announced')).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  },
);

test('accepts a response of Turnstile again for the attempt that used it, until another attempt uses it', async () => {
  const captcha = { provider: 'turnstile', siteKey: 'site' } as const;
  const endpoint = { id: newId('endpoint'), captcha, captchaSecret: SECRET };
  const challenges = new Challenges(new MemoryTable(new MemoryItems()));
  let usedFor: string | undefined;
  const verify = async (_provider: string, _secret: string, _answer: string, attempt: string) => {
    usedFor ??= attempt;
    return usedFor === attempt ? 'solved' : 'used';
  };
  const check = (attempt: string, spend: Challenges['spend'] = (...of) => challenges.spend(...of)) => {
    const giveBack: Challenges['giveBack'] = (...of) => challenges.giveBack(...of);
    return checkCaptcha(endpoint, 'token', { challenges: { spend, giveBack }, verifier: { verify } }, attempt);
  };
  const died = new Promise<never>(() => undefined);
  void check('first', () => died);
  const { reason, giveBack } = await check('first');
  expect(reason).toBeUndefined();
  expect(await check('second')).toEqual({ reason: 'captcha_failed' });
  await giveBack?.();
  expect(await check('second')).not.toHaveProperty('reason');
  expect(await check('first')).toEqual({ reason: 'captcha_failed' });
});
