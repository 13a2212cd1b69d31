import { describe, expect, test } from '@jest/globals';
import { perMinute } from '../../../shared/storage/counters/rateLimits.ts';
import '../../support/cloud/countedCloud.ts';
import { createUpload } from '../../support/cloud/postedFiles.ts';
import { outputs, send, sharedTable, type TextResponse, uniqueSlug } from '../../support/cloud/service.ts';

/** An endpoint gets a quarter of the total: of 1,000 uploads a second, 15,000 a minute; of 20 challenges or rules, 300. */
const UPLOADS_SHARE = 15_000;
const UPLOADS_OF_ALL = 60_000;
const REQUESTS_SHARE = 300;
const LEFT = 3;

/** Presets the counts of this minute and the next (into which a test may run) to a few requests below the limit. */
const givenFlood = (what: string, whose: string, max: number): Promise<void> => count(what, whose, max - LEFT);

async function count(what: string, whose: string, used: number): Promise<void> {
  const now = Date.now();
  for (const atMs of [now, now + 60_000])
    await sharedTable().put({ ...perMinute(whose, what, used, atMs).key, used }, {});
}

async function newEndpointId(settings: object): Promise<string> {
  const json = { slug: uniqueSlug(), targetEmails: [], ...settings };
  return (await send('POST', '/v1/endpoint', { key: outputs().apiKey, json })).json.id;
}

/**
 * Sends more than what is left in two minutes.
 * @returns the responses beyond the share, at least one
 */
async function refusedOf(ask: () => Promise<TextResponse>, accepted: number): Promise<TextResponse[]> {
  const flood = 2 * LEFT + 1;
  const answers: TextResponse[] = [];
  for (let i = 0; i < flood; i++) answers.push(await ask());
  expect(answers.slice(0, LEFT).map(({ status }) => status)).toEqual(Array(LEFT).fill(accepted));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length + answers.filter(({ status }) => status === accepted).length).toBe(flood);
  expect(refused.length).toBeGreaterThan(0);
  return refused;
}

function expectToSayWhen({ headers, json }: TextResponse): void {
  expect(json.code).toBe('TOO_MANY_REQUESTS');
  const seconds = Number(headers.get('retry-after'));
  expect(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60).toBe(true);
  expect(json.message).toContain(`${seconds} seconds`);
}

describe('a flood of one endpoint is rejected beyond its share, and leaves room for the others', () => {
  test('of uploads', async () => {
    const [flooded, other] = [await newEndpointId({ files: {} }), await newEndpointId({ files: {} })];
    const uploadTo = (id: string) => createUpload(id, { name: 'a.png', type: 'image/png', bytes: 1 });
    await givenFlood('uploads', flooded, UPLOADS_SHARE);
    for (const answer of await refusedOf(() => uploadTo(flooded), 201)) expectToSayWhen(answer);
    expect((await uploadTo(other)).status).toBe(201);
  });

  test.each([
    ['challenges', 'challenge'],
    ['rules', 'rules'],
  ])('of %s', async (what, path) => {
    const captcha = { provider: 'altcha' };
    const [flooded, other] = [await newEndpointId({ captcha }), await newEndpointId({ captcha })];
    const ask = (id: string) => send('GET', `/v1/f/${id}/${path}`);
    await givenFlood(what, flooded, REQUESTS_SHARE);
    for (const answer of await refusedOf(() => ask(flooded), 200)) expectToSayWhen(answer);
    expect((await ask(other)).status).toBe(200);
  });

  test('all endpoints together get the setting’s limit', async () => {
    const ids = await Promise.all(Array.from({ length: 2 * LEFT + 1 }, () => newEndpointId({ files: {} })));
    await givenFlood('uploads', 'all', UPLOADS_OF_ALL);
    const uploads = ids.values();
    const uploadToNext = () =>
      createUpload(String(uploads.next().value), { name: 'a.png', type: 'image/png', bytes: 1 });
    await refusedOf(uploadToNext, 201);
    // For the other suites of this cloud.
    await count('uploads', 'all', 0);
  });
});
