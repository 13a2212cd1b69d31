import { beforeAll, describe, expect, test } from '@jest/globals';
import { newEndpoint, newSubmission, newWorkspace, send } from '../../support/service.ts';

let key: string;
let path: string;
let ids: string[];
let emptyPath: string;

beforeAll(async () => {
  ({ key } = await newWorkspace());
  const { id } = await newEndpoint(key);
  ids = [];
  for (let number = 1; number <= 7; number++) ids.unshift(await newSubmission(id, { number }));
  path = `/v1/submissions/${id}`;
  emptyPath = `/v1/submissions/${(await newEndpoint(key)).id}`;
});

interface Listed {
  id: string;
  data: { number: number };
}

describe('GET /v1/submissions/{endpointId}', () => {
  test('200 returns all submissions with their data, newest first, as page 1 with 100 per page', async () => {
    const { status, json } = await send('GET', path, { key });
    expect(status).toBe(200);
    expect(json).toEqual({
      _metadata: { totalPages: 1, page: 1, itemsPerPage: 100 },
      submissions: ids.map((id, i) => ({
        id,
        endpointId: path.split('/').at(-1),
        data: { number: 7 - i },
        location: 'Unknown',
        isSpam: false,
        isRead: false,
      })),
    });
  });

  test.each([
    ['?limit=3', { totalPages: 3, page: 1, itemsPerPage: 3 }, [7, 6, 5]],
    ['?limit=3&page=2', { totalPages: 3, page: 2, itemsPerPage: 3 }, [4, 3, 2]],
    ['?page=3&limit=3', { totalPages: 3, page: 3, itemsPerPage: 3 }, [1]],
    ['?limit=7', { totalPages: 1, page: 1, itemsPerPage: 7 }, [7, 6, 5, 4, 3, 2, 1]],
    ['?limit=6&page=2', { totalPages: 2, page: 2, itemsPerPage: 6 }, [1]],
    ['?limit=1&page=7', { totalPages: 7, page: 7, itemsPerPage: 1 }, [1]],
    ['?limit=100', { totalPages: 1, page: 1, itemsPerPage: 100 }, [7, 6, 5, 4, 3, 2, 1]],
  ])('200 returns exactly the page of %s', async (query, metadata, numbers) => {
    const { status, json } = await send('GET', path + query, { key });
    expect(status).toBe(200);
    expect(json._metadata).toEqual(metadata);
    expect(json.submissions.map(({ data }: Listed) => data.number)).toEqual(numbers);
  });

  test.each(['', '?page=1', '?page=1&limit=1'])('200 returns an empty list as one page: %s', async (query) => {
    const { status, json } = await send('GET', emptyPath + query, { key });
    expect(status).toBe(200);
    expect(json.submissions).toEqual([]);
    expect(json._metadata).toMatchObject({ totalPages: 1, page: 1 });
  });

  test('200 shows new flags and no deleted submission', async () => {
    const { id } = await newEndpoint(key);
    const [older, newer] = [await newSubmission(id), await newSubmission(id)];
    await send('PUT', `/v1/submission/${id}/${older}`, { key, json: { isSpam: true } });
    await send('DELETE', `/v1/submission/${id}/${newer}`, { key });
    const { json } = await send('GET', `/v1/submissions/${id}`, { key });
    expect(json.submissions).toEqual([expect.objectContaining({ id: older, isSpam: true, isRead: false })]);
  });
});
