import { beforeAll, describe, expect, test } from '@jest/globals';
import { runReport } from '../../support/runReport.ts';
import { IS_LONG } from '../../support/testSize.ts';
import type { FloodReport } from './outcome.ts';

const POSTS_PER_SECOND = 900;
const SECONDS = IS_LONG ? 600 : 2;
/** Page 10,000 in the long form, otherwise the last one: the tail of the index, an index page and a full list page. */
const PAGE_READ_UNITS_MAX = 16;
const INDEX_LAG_MS_MAX = 10_000;
/** The planning reader starts with the mails within the endpoint's budget; after that it keeps up with the posts. */
const PLAN_LAG_MS_MAX = 3_000;
/** Ten minutes of posts need about nine minutes of an idle core. */
const TIMEOUT_MS = 2_400_000;

/** All deliveries of ten minutes would take days of simulated time: a short flood is delivered to its end. */
const SHORT_FLOOD = ['--seconds', '4', '--receiver', '20', '--deliver'];

const flood = async (...options: string[]) =>
  (await runReport<FloodReport>('test/deep/scale/main.ts', ...options)).report;

describe(`${POSTS_PER_SECOND} posts a second on one endpoint with one webhook, with AWS's limits`, () => {
  let report: FloodReport;
  beforeAll(async () => {
    const options = ['--rate', String(POSTS_PER_SECOND), '--seconds', String(SECONDS)];
    report = await flood(...options, ...(IS_LONG ? [] : ['--deliver']));
  }, TIMEOUT_MS);

  test('are all stored', () => {
    expect(report).toMatchObject({ posts: POSTS_PER_SECOND * SECONDS, refused: 0 });
    expect(report.partitions['submissions, write']).toMatchObject({ throttled: 0 });
    expect(report.partitions['submissions, read']).toMatchObject({ throttled: 0 });
  });

  test('are in page index and statistics within ten seconds', () => {
    expect(report.indexLagMs).toBeLessThanOrEqual(INDEX_LAG_MS_MAX);
    expect(report.counted).toBe(report.posts);
  });

  test(`can be listed, the farthest page for at most ${PAGE_READ_UNITS_MAX} read units`, () => {
    expect(report.page.number).toBe(IS_LONG ? 10_000 : report.posts / 20);
    expect(report.page.readUnits).toBeLessThanOrEqual(PAGE_READ_UNITS_MAX);
  });

  test('are mailed: individually up to the budget, then in digests, none twice', () => {
    expect(report.mails).toMatchObject({ digests: 1, lost: 0, doubled: 0 });
    expect(report.mails.single).toBeLessThanOrEqual(300);
  });

  test('have their deliveries planned as fast as they are posted, none twice', () => {
    expect(report.planLagMs).toBeLessThanOrEqual(PLAN_LAG_MS_MAX);
    expect(report.deliveries).toMatchObject({ lost: 0, doubled: 0 });
  });

  test(
    'are each delivered to the webhook once',
    async () => {
      const { deliveries, posts } = IS_LONG ? await flood(...SHORT_FLOOD) : report;
      expect(deliveries).toEqual({ made: posts, lost: 0, doubled: 0 });
    },
    TIMEOUT_MS,
  );
});
