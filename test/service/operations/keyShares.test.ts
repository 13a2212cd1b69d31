import { beforeAll, describe, expect, test } from '@jest/globals';
import { CHANGED_PER_MINUTE_MAX, SEARCHED_PER_MINUTE_MAX } from '../../../shared/contract/limits.ts';
import { perMinute, RateLimits } from '../../../shared/storage/counters/rateLimits.ts';
import { rateLimitKey } from '../../../shared/storage/table/itemKeys.ts';
import { hashSecret, keyIdOf } from '../../../shared/storage/workspaces/keySecret.ts';
import { newKey, newSubmission, send, sharedTable } from '../../support/cloud/service.ts';
import { newTwoWorkspaces } from '../../support/cloud/submissions.ts';
import { ofSuite } from '../../support/jest/ofSuite.ts';

const UNKNOWN = 'sub_01ARZ3NDEKTSV4RRFFQ69G5FAV';
const MINUTE_MS = 60_000;

const workspaces = ofSuite(newTwoWorkspaces);
let path: string;

beforeAll(async () => {
  path = `/v1/submissions/${workspaces.endpoint.id}`;
  for (let i = 0; i < 3; i++) await newSubmission(workspaces.endpoint.id);
});

const newSecret = async () => (await newKey(workspaces.workspaceId, { permission: 'write' })).secret;
const search = (key: string) => send('GET', `${path}/search?isSpam=false`, { key });
const mark = (key: string, ids: string[]) => send('PUT', path, { key, json: { ids, isRead: true } });
const remove = (key: string, ids: string[]) => send('POST', `${path}/delete`, { key, json: { ids } });

/** In this minute and the next: it may change before a request arrives. */
async function use(key: string, what: string, amount: number): Promise<void> {
  const limits = new RateLimits(sharedTable());
  for (const ms of [0, MINUTE_MS])
    await limits.add(perMinute(keyIdOf(hashSecret(key)), what, 0, Date.now() + ms), amount);
}

async function usedBy(key: string, what: string): Promise<number> {
  const minute = Math.floor(Date.now() / MINUTE_MS);
  const items = await Promise.all(
    [minute - 1, minute].map((at) => sharedTable().get(rateLimitKey(keyIdOf(hashSecret(key)), `${what}#${at}`))),
  );
  return items.reduce((sum, item) => sum + Number(item?.used ?? 0), 0);
}

describe('a key is charged for the submissions that it examines', () => {
  test('by a search: the number that the response reports', async () => {
    const key = await newSecret();
    const { json } = await search(key);
    expect(json._metadata.examined).toBeGreaterThan(0);
    expect(await usedBy(key, 'searched')).toBe(json._metadata.examined);
  });

  test('by bulk changes and deletes: one for each id in the request', async () => {
    const key = await newSecret();
    await mark(key, [UNKNOWN, 'sub_1', 'sub_2']);
    await remove(key, [UNKNOWN]);
    expect(await usedBy(key, 'changed')).toBe(4);
  });
});

describe('a key beyond its share', () => {
  test.each([
    ['search', 'searched', SEARCHED_PER_MINUTE_MAX, search],
    ['change many', 'changed', CHANGED_PER_MINUTE_MAX, (key: string) => mark(key, [UNKNOWN])],
    ['delete many', 'changed', CHANGED_PER_MINUTE_MAX, (key: string) => remove(key, [UNKNOWN])],
  ])('gets 429 with Retry-After for requests to %s, without effect on other keys', async (_, what, max, ask) => {
    const [key, other] = [await newSecret(), await newSecret()];
    await use(key, what, max - 1);
    expect((await ask(key)).status).toBe(200);
    await use(key, what, 1);
    const { status, json, headers } = await ask(key);
    expect([status, json.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    const seconds = Number(headers.get('retry-after'));
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(json.message).toContain(`${max.toLocaleString('en')} submissions in this minute: try again in ${seconds} s`);
    expect((await ask(other)).status).toBe(200);
  });
});
