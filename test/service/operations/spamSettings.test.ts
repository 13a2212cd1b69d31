import { beforeAll, describe, expect, test } from '@jest/globals';
import { endpointKey } from '../../../shared/storage/table/itemKeys.ts';
import { expectBadFields } from '../../support/cloud/expectations.ts';
import { newEndpoint, newWorkspace, send, sharedTable, uniqueSlug } from '../../support/cloud/service.ts';

const TURNSTILE = { provider: 'turnstile', siteKey: 'site' } as const;

let key: string;
beforeAll(async () => {
  ({ key } = await newWorkspace());
});

const update = (id: string, json: object) => send('PUT', `/v1/endpoint/${id}`, { key, json });
const create = (json: object) =>
  send('POST', '/v1/endpoint', { key, json: { slug: uniqueSlug(), targetEmails: [], ...json } });
const stored = (id: string) => sharedTable().get(endpointKey(id));

describe('settings against spam', () => {
  test.each(['create', 'update'])('400 by %s names each term that can never match', async (what) => {
    const json = { blockedTerms: ['casino', '...', 'a@b@c', '@example.com'] };
    const answer = what === 'create' ? await create(json) : await update((await newEndpoint(key)).id, json);
    expectBadFields(answer, 'body', 'blockedTerms[1]', 'blockedTerms[2]');
  });
});

describe('the secret of a captcha', () => {
  test('is stored, returned by no operation, and kept when omitted', async () => {
    const { id } = await newEndpoint(key);
    const set = await update(id, { captcha: { ...TURNSTILE, secret: 'first' } });
    expect(set.json.captcha).toEqual(TURNSTILE);
    const again = await update(id, { captcha: { ...set.json.captcha, siteKey: 'other' } });
    expect(again.json.captcha).toEqual({ provider: 'turnstile', siteKey: 'other' });
    expect(await stored(id)).toMatchObject({ captchaSecret: 'first' });
    const renamed = await update(id, { slug: uniqueSlug() });
    const answers = [set, again, renamed, await send('GET', `/v1/endpoint/${id}`, { key })];
    for (const { text } of answers) expect(text).not.toMatch(/first|captchaSecret/);
    expect(await stored(id)).toMatchObject({ captchaSecret: 'first' });
    await update(id, { captcha: { ...TURNSTILE, secret: 'second' } });
    expect(await stored(id)).toMatchObject({ captchaSecret: 'second' });
  });

  test('400 when it is missing, also with another provider than the stored one', async () => {
    expectBadFields(await create({ captcha: TURNSTILE }), 'body', 'captcha.secret');
    const { id } = await newEndpoint(key);
    expectBadFields(await update(id, { captcha: TURNSTILE }), 'body', 'captcha.secret');
    await update(id, { captcha: { ...TURNSTILE, secret: 'first' } });
    const hcaptcha = await update(id, { captcha: { provider: 'hcaptcha', siteKey: 'site' } });
    expectBadFields(hcaptcha, 'body', 'captcha.secret');
    expect(await stored(id)).toMatchObject({ captcha: TURNSTILE, captchaSecret: 'first' });
  });
});
