import { beforeAll, describe, expect, test } from '@jest/globals';
import { newEndpoint, newSubmission, newWorkspace, send } from '../../support/cloud/service.ts';
import { submissionPath } from '../../support/cloud/submissions.ts';

let key: string;
let path: string;
let ids: string[];

const DATA = [
  { name: 'Ada Lovelace', message: 'Straße nach München' },
  { name: 'Charles', message: 'About the ENGINE of Ada' },
  { name: 'Zoë', nested: { list: ['naïve', 42] } },
];

beforeAll(async () => {
  ({ key } = await newWorkspace());
  const { id } = await newEndpoint(key);
  path = `/v1/submissions/${id}/search`;
  ids = [];
  for (const data of DATA) ids.push(await newSubmission(id, data));
  await send('PUT', submissionPath(id, ids[1] ?? ''), { key, json: { isRead: true, isSpam: true } });
});

const search = (query: Record<string, string> = {}) => send('GET', `${path}?${new URLSearchParams(query)}`, { key });
const numbersOf = async (query: Record<string, string>) =>
  (await search(query)).json.submissions.map(({ id }: { id: string }) => ids.indexOf(id));

describe('GET /v1/submissions/{endpointId}/search', () => {
  test('200 returns the submissions with data and time of creation, newest first', async () => {
    const { status, json } = await search();
    expect(status).toBe(200);
    expect(json._metadata).toEqual({ examined: 3, done: true });
    expect(json.submissions[0]).toEqual({
      id: ids[2],
      endpointId: path.split('/')[3],
      data: DATA[2],
      location: 'Unknown',
      isSpam: false,
      isRead: false,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}000$/),
    });
  });

  test.each([
    [{ order: 'oldest' }, [0, 1, 2]],
    [{ query: 'ÁDA strasse' }, [0]],
    [{ query: '"of engine"' }, []],
    [{ query: 'zoe nested:42' }, [2]],
    [{ isRead: 'false', isSpam: 'false' }, [2, 0]],
    [{ createdAfter: '2020-01-01', createdBefore: '9999-12-31' }, [2, 1, 0]],
  ] as [Record<string, string>, number[]][])('200 for %j finds %j', async (query, numbers) => {
    expect(await numbersOf(query)).toEqual(numbers);
  });

  test('400 for a cursor of another search, and for an altered one', async () => {
    const { cursor } = (await search({ limit: '1' })).json._metadata;
    expect((await search({ limit: '2', cursor })).status).toBe(200);
    expect((await search({ query: 'ada', cursor })).status).toBe(400);
    expect((await search({ order: 'oldest', cursor })).status).toBe(400);
    expect((await search({ cursor: `${cursor}A` })).status).toBe(400);
    expect((await search({ cursor: 'none' })).status).toBe(400);
  });

  test('400 for a malformed query', async () => {
    expect((await search({ query: '"ada' })).json.message).toBe(
      'The query is invalid: query has a quote that is not closed.',
    );
  });
});
