import type { Page, Route } from 'playwright-core';
import { encodeTime } from 'ulid';
import { outputs } from './service.ts';
import { deferred } from './simulator/deferred.ts';

const SECOND_MS = 1_000;

export interface Countless {
  searches: number;
  marked: number;
  /** Releases the waiting flag requests: all but the first wait. */
  releaseMarks: () => void;
}

/** Makes a page find this many submissions of an endpoint, one per second, newest first, as if from the API. */
export async function serveCountless(page: Page, endpointId: string, total: number): Promise<Countless> {
  const released = deferred<void>();
  const asked: Countless = { searches: 0, marked: 0, releaseMarks: released.resolve };
  const newestMs = Date.now();
  const submissionAt = (place: number) => ({
    id: `sub_${encodeTime(newestMs - place * SECOND_MS, 10)}${'0'.repeat(16)}`,
    endpointId,
    location: 'Spain',
    isRead: false,
    isSpam: false,
    data: { email: `person${place}@example.com`, message: 'Hello' },
    createdAt: new Date(newestMs - place * SECOND_MS).toISOString(),
  });
  const fulfil = (route: Route, json: object) =>
    route.fulfill({ json, headers: { 'Access-Control-Allow-Origin': '*' } });
  const { apiUrl } = outputs();
  await page.route(`${apiUrl}/v1/submissions/${endpointId}/search*`, (route) => {
    asked.searches += 1;
    const query = new URL(route.request().url()).searchParams;
    const from = Number(query.get('cursor') ?? 0);
    const end = Math.min(total, from + Number(query.get('limit')));
    const submissions = Array.from({ length: end - from }, (_, i) => submissionAt(from + i));
    const _metadata = {
      examined: end - from,
      ...(end < total ? { done: false, cursor: String(end) } : { done: true }),
    };
    return fulfil(route, { submissions, _metadata });
  });
  await page.route(`${apiUrl}/v1/submissions/${endpointId}`, async (route) => {
    const { ids } = route.request().postDataJSON() as { ids: string[] };
    const isFirst = asked.marked === 0;
    asked.marked += ids.length;
    if (!isFirst) await released.promise;
    return fulfil(route, { results: ids.map((id) => ({ id, status: 'updated' })) });
  });
  await page.route(`${apiUrl}/v1/statistics*`, (route) =>
    fulfil(route, {
      _metadata: { totalPages: 1, page: 1, itemsPerPage: 100 },
      statistics: [{ endpointId, submissions: total, unread: total, unreadSpam: 0, spam: 0 }],
    }),
  );
  return asked;
}
