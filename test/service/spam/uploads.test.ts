import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Endpoint } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import { altchaSecretOf, altchaSolution } from '../../support/altcha.ts';
import { createUpload, PNG, upload } from '../../support/cloud/postedFiles.ts';
import { newEndpoint, newWorkspace, outputs, send, type TextResponse } from '../../support/cloud/service.ts';
import { submissionsOf } from '../../support/cloud/submissions.ts';

/** Cloudflare's test secrets: one accepts every response, one accepts none. */
const turnstile = (digit: 1 | 2) => ({
  provider: 'turnstile' as const,
  siteKey: 'site',
  secret: `${digit}x0000000000000000000000000000000AA`,
});
const MAX_COUNT = 2;
const PICTURE = { name: 'a.png', type: 'image/png', bytes: PNG.length };

let key: string;
beforeAll(async () => {
  ({ key } = await newWorkspace());
});

async function endpointWith(captcha: object): Promise<Endpoint> {
  return newEndpoint(key, { captcha, files: { maxCount: MAX_COUNT, maxBytes: 1_000, types: ['image/*'] } } as never);
}
const withAltcha = () => endpointWith({ provider: 'altcha' });
const solved = async ({ id }: Endpoint) => altchaSolution(await altchaSecretOf(outputs(), id));

const uploadWith = ({ id }: Endpoint, captcha?: string): Promise<TextResponse> =>
  createUpload(id, { ...PICTURE, ...(captcha !== undefined && { captcha }) });

const submit = ({ id }: Endpoint, fields: object): Promise<TextResponse> =>
  send('POST', `/v1/f/${id}`, { json: { message: 'Hello', ...fields } });

const reasonsOf = async ({ id }: Endpoint) =>
  (await submissionsOf(key, id)).map(({ spamReason = 'none' }) => spamReason);

describe('an upload to an endpoint with a captcha', () => {
  test.each<[string, string | undefined]>([
    ['no answer', undefined],
    ['a wrong answer', 'no solution'],
    ['a pass that nobody made', `pass.${'A'.repeat(22)}.9999999999.${'A'.repeat(43)}`],
  ])('is rejected with %s: 400', async (_what, captcha) => {
    const { status, json } = await uploadWith(await withAltcha(), captcha);
    expect([status, json.code, json.message]).toEqual([400, 'BAD_REQUEST', expect.stringContaining('captcha')]);
  });

  test('is rejected with a response that the provider rejects: 400', async () => {
    expect((await uploadWith(await endpointWith(turnstile(2)), 'an answer')).status).toBe(400);
  });

  test.each<[string, () => Promise<Endpoint>, (endpoint: Endpoint) => Promise<string>, string]>([
    ['ALTCHA', withAltcha, solved, 'altcha'],
    ['Turnstile', () => endpointWith(turnstile(1)), async () => 'an answer', 'cf-turnstile-response'],
  ])('is accepted after one response of %s, which counts for the form as well', async (_what, given, answer, field) => {
    const endpoint = await given();
    const first = await uploadWith(endpoint, await answer(endpoint));
    expect([first.status, first.json.pass]).toEqual([201, expect.stringMatching(/^pass\./)]);
    const { pass } = first.json;
    const second = await uploadWith(endpoint, pass);
    expect([second.status, second.json.pass]).toEqual([201, pass]);
    for (const { json } of [first, second]) expect(await upload(json, PNG)).toBe(200);
    const _uploads = [first.json.id, second.json.id];
    const { status, json } = await submit(endpoint, { [field]: pass, _uploads });
    expect([status, json.files]).toEqual([201, [expect.anything(), expect.anything()]]);
    await submit(endpoint, { [field]: pass });
    expect(await reasonsOf(endpoint)).toEqual(['captcha_failed', 'none']);
  });

  test('accepts a pass twice for each file that the form may have, also concurrently', async () => {
    const endpoint = await withAltcha();
    const { pass } = (await uploadWith(endpoint, await solved(endpoint))).json;
    const answers = await Promise.all(Array.from({ length: 3 * MAX_COUNT }, () => uploadWith(endpoint, pass)));
    const taken = answers.filter(({ status }) => status === 201);
    expect(taken).toHaveLength(2 * MAX_COUNT - 1);
    expect((await uploadWith(endpoint, pass)).status).toBe(400);
  });

  test('accepts a captcha response once: neither another upload nor the submission can reuse it', async () => {
    const endpoint = await withAltcha();
    const altcha = await solved(endpoint);
    expect((await uploadWith(endpoint, altcha)).status).toBe(201);
    expect((await uploadWith(endpoint, altcha)).status).toBe(400);
    await submit(endpoint, { altcha });
    expect(await reasonsOf(endpoint)).toEqual(['captcha_failed']);
  });

  test('accepts only passes of its own endpoint and captcha', async () => {
    const [own, other] = [await withAltcha(), await withAltcha()];
    const { pass } = (await uploadWith(own, await solved(own))).json;
    expect((await uploadWith(other, pass)).status).toBe(400);
    await submit(other, { altcha: pass });
    expect(await reasonsOf(other)).toEqual(['captcha_failed']);
    await submit(own, { altcha: pass });
    expect(await reasonsOf(own)).toEqual(['none']);
    const captcha = turnstile(1);
    expect((await send('PUT', `/v1/endpoint/${own.id}`, { key, json: { captcha } })).status).toBe(200);
    expect((await uploadWith(own, pass)).status).toBe(400);
  });

  test('returns no pass without a captcha', async () => {
    const endpoint = await newEndpoint(key, { files: { maxCount: 1, maxBytes: 1_000, types: ['image/*'] } });
    const { status, json } = await uploadWith(endpoint);
    expect([status, 'pass' in json]).toEqual([201, false]);
  });
});

test('an ALTCHA solution stays valid at its endpoint after an attempt at another', async () => {
  const [own, other] = [await withAltcha(), await withAltcha()];
  const altcha = await solved(own);
  await submit(other, { altcha });
  await submit(own, { altcha });
  expect([await reasonsOf(other), await reasonsOf(own)]).toEqual([['captcha_failed'], ['none']]);
});
