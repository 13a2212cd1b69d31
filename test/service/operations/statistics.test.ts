import { beforeAll, describe, expect, test } from '@jest/globals';
import { countRemoved } from '../../../shared/storage/endpoints/keeping.ts';
import { statisticsKey } from '../../../shared/storage/table/itemKeys.ts';
import {
  eventually,
  newEndpoint,
  newSubmission,
  newWorkspace,
  send,
  sharedTable,
} from '../../support/cloud/service.ts';
import { submissionPath } from '../../support/cloud/submissions.ts';

let key: string;
let endpointId: string;
let emptyId: string;

beforeAll(async () => {
  ({ key } = await newWorkspace());
  endpointId = (await newEndpoint(key)).id;
  emptyId = (await newEndpoint(key)).id;
  const ids: string[] = [];
  for (let i = 0; i < 4; i++) ids.push(await newSubmission(endpointId));
  await send('PUT', `/v1/submissions/${endpointId}`, { key, json: { ids: ids.slice(0, 2), isSpam: true } });
  await send('PUT', submissionPath(endpointId, ids[0] ?? ''), { key, json: { isRead: true } });
  await send('DELETE', submissionPath(endpointId, ids[3] ?? ''), { key });
});

const TOTALS = {
  submissions: 3,
  unread: 2,
  unreadSpam: 1,
  spam: 2,
  lastSubmissionAt: expect.stringMatching(/^\d{4}-/),
};
const EMPTY = { submissions: 0, unread: 0, unreadSpam: 0, spam: 0 };
const list = (query = '') => send('GET', `/v1/statistics${query}`, { key });
const retrieve = (query = '', withKey = key) =>
  send('GET', `/v1/endpoint/${endpointId}/statistics${query}`, { key: withKey });

const counted = () =>
  eventually(
    () => sharedTable().get(statisticsKey(endpointId)),
    (item) => item?.submissions === 3 && item.spam === 2 && item.unread === 2,
  );

describe('GET /v1/statistics', () => {
  test('200 has the totals of each endpoint in the order of the list', async () => {
    await counted();
    const { status, json } = await list();
    expect(status).toBe(200);
    expect(json).toEqual({
      _metadata: { totalPages: 1, page: 1, itemsPerPage: 100 },
      statistics: [
        { endpointId, ...TOTALS, mailsFailed: 0 },
        { endpointId: emptyId, ...EMPTY, mailsFailed: 0 },
      ],
    });
    expect((await list('?page=2&limit=1')).json.statistics).toEqual([
      { endpointId: emptyId, ...EMPTY, mailsFailed: 0 },
    ]);
  });
});

describe('GET /v1/endpoint/{id}/statistics', () => {
  const today = () => new Date().toISOString().slice(0, 10);

  test('200 has totals, 30 days of which the last is today, and why submissions are spam', async () => {
    await counted();
    const before = today();
    const { status, json } = await retrieve();
    expect(status).toBe(200);
    expect(json).toEqual({
      endpointId,
      ...TOTALS,
      days: expect.any(Array),
      spamReasons: { commonest: [] },
      mails: { sent: 0, failed: 0, inDigests: 0 },
    });
    expect(json.days).toHaveLength(30);
    expect([before, today()]).toContain(json.days.at(-1).date);
    const sum = (name: 'submissions' | 'spam') =>
      json.days.reduce((total: number, day: Record<'submissions' | 'spam', number>) => total + day[name], 0);
    expect([sum('submissions'), sum('spam')]).toEqual([3, 2]);
  });

  test('200 returns the same without earlier counts', async () => {
    const item = await counted();
    const expected = (await retrieve('?days=2')).json;
    await sharedTable().delete(statisticsKey(endpointId));
    const [retrieved, listed] = [await retrieve('?days=2'), await list()];
    await sharedTable().put(item ?? {}, {});
    expect(retrieved.json).toEqual(expected);
    expect(listed.json.statistics[0]).toEqual({ endpointId, ...TOTALS, mailsFailed: 0 });
  });

  test.each(['0', '367', '-1', '1.5', 'all', ''])('400 for %s days', async (days) => {
    expect((await retrieve(`?days=${days}`)).status).toBe(400);
  });
});

test('submissions removed by age are counted by day, also once the setting is gone', async () => {
  const { id } = await newEndpoint(key, { keepSpamDays: 1 });
  const nowMs = Date.now();
  await sharedTable().transact([countRemoved(id, nowMs, 2)]);
  const removed = async () => {
    const { json } = await send('GET', `/v1/endpoint/${id}/statistics`, { key });
    return json.days.flatMap((day: { date: string; removed?: number }) =>
      day.removed ? [[day.date, day.removed]] : [],
    );
  };
  const counted = [[new Date(nowMs).toISOString().slice(0, 10), 2]];
  expect(await removed()).toEqual(counted);
  await send('PUT', `/v1/endpoint/${id}`, { key, json: { keepSpamDays: null } });
  expect(await removed()).toEqual(counted);
});
