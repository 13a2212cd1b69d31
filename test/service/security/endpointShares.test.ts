import { describe, expect, test } from '@jest/globals';
import { createUpload } from '../../support/files.ts';
import { ownCloud } from '../../support/ownCloud.ts';
import { outputs, send, type TextResponse, uniqueSlug } from '../../support/service.ts';

/** An endpoint gets a quarter of the total: of one upload a second, 15 a minute; of 20 challenges, 300. */
const UPLOADS_SHARE = 15;
const CHALLENGES_SHARE = 300;

// Without `requestsPerSecond`, by which the gateway would reject the flood first.
ownCloud('--context', 'uploadsPerSecond=1');

async function newEndpointId(settings: object): Promise<string> {
  const json = { slug: uniqueSlug(), targetEmails: [], ...settings };
  return (await send('POST', '/v1/endpoint', { key: outputs().apiKey, json })).json.id;
}

/**
 * Sends more than the share of two minutes, since a flood may start at the end of one.
 * @returns the responses beyond the share, at least one
 */
async function refusedOf(ask: () => Promise<TextResponse>, accepted: number, share: number): Promise<TextResponse[]> {
  const flood = 2 * share + 1;
  const answers: TextResponse[] = [];
  for (let i = 0; i < flood; i++) answers.push(await ask());
  expect(answers.slice(0, share).map(({ status }) => status)).toEqual(Array(share).fill(accepted));
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
    for (const answer of await refusedOf(() => uploadTo(flooded), 201, UPLOADS_SHARE)) expectToSayWhen(answer);
    expect((await uploadTo(other)).status).toBe(201);
  });

  test('of challenges', async () => {
    const captcha = { provider: 'altcha' };
    const [flooded, other] = [await newEndpointId({ captcha }), await newEndpointId({ captcha })];
    const challengeOf = (id: string) => send('GET', `/v1/f/${id}/challenge`);
    for (const answer of await refusedOf(() => challengeOf(flooded), 200, CHALLENGES_SHARE)) expectToSayWhen(answer);
    expect((await challengeOf(other)).status).toBe(200);
  });

  test('all endpoints together get the setting’s limit', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => newEndpointId({ files: {} })));
    let accepted = 0;
    const startedAt = Date.now();
    for (const id of ids) {
      for (let i = 0; i < UPLOADS_SHARE; i++) {
        const { status } = await createUpload(id, { name: 'a.png', type: 'image/png', bytes: 1 });
        expect([201, 429]).toContain(status);
        if (status === 201) accepted++;
      }
    }
    const minutes = Math.floor(Date.now() / 60_000) - Math.floor(startedAt / 60_000) + 1;
    expect(accepted).toBeLessThanOrEqual(60 * minutes);
    expect(accepted).toBeGreaterThan(0);
  });
});
