import { describe, expect, jest, test } from '@jest/globals';
import { encodeTime } from 'ulid';
import { type Filter, queryOf } from '../../../../../site/app/submissions/filter.ts';
import { answerWith, type SentRequest } from '../../../../support/browser/dashboardModules.ts';

const { hideListed, Listing, showListed } = await import('../../../../../site/app/submissions/listing.ts');
const { changeListed, findListed, keepOpened, listingOf } = await import(
  '../../../../../site/app/submissions/listings.ts'
);

const START_MS = Date.now();
const SECOND_MS = 1_000;

const submissionAt = (second: number) => {
  const time = START_MS + second * SECOND_MS;
  return {
    id: `sub_${encodeTime(time, 10)}${'0'.repeat(16)}`,
    endpointId: 'enp_1',
    location: 'Spain',
    isRead: false,
    isSpam: false,
    data: { second },
    createdAt: new Date(time).toISOString(),
  };
};
type Sample = ReturnType<typeof submissionAt>;

/** A service that examines submissions newest first, at most this many at a time. */
function serve(
  stored: readonly Sample[],
  { examinedMax = 1_000, isMatch = (_: Sample): boolean => true } = {},
): SentRequest[] {
  return answerWith(({ url }) => {
    const query = new URLSearchParams(url.split('?')[1]);
    const after = query.get('createdAfter') ?? '';
    const inRange = stored.filter(({ createdAt }) => createdAt > after).toReversed();
    const from = Number(query.get('cursor') ?? 0);
    const submissions: Sample[] = [];
    let place = from;
    while (place < inRange.length && place - from < examinedMax && submissions.length < Number(query.get('limit'))) {
      const next = inRange[place] as Sample;
      if (isMatch(next)) submissions.push(next);
      place += 1;
    }
    const isDone = place >= inRange.length;
    const _metadata = { examined: place - from, done: isDone, ...(!isDone && { cursor: String(place) }) };
    return { json: { submissions, _metadata } };
  });
}

const secondsIn = (listing: InstanceType<typeof Listing>) => listing.items.value.map(({ data }) => data.second);
const count = (length: number) => Array.from({ length }, (_, second) => submissionAt(second));
const newestFirst = (length: number) => Array.from({ length }, (_, place) => length - 1 - place);

const search: Filter = { tab: 'all', text: 'hello' };
const all: Filter = { tab: 'all', text: '' };

describe('a list', () => {
  test.each([51, 150, 189])('of a search has no gap after %d new matches', async (added) => {
    const stored = count(10);
    serve(stored);
    const listing = new Listing('enp_1', search);
    await listing.readMore();
    stored.push(...count(10 + added).slice(10));
    expect(await listing.readNew()).toBe(added);
    expect(secondsIn(listing)).toEqual(newestFirst(10 + added));
    expect(listing.isComplete.value).toBe(true);
  });

  test('of a date range only looks for new ones within it', async () => {
    const sent = answerWith(() => ({ json: { submissions: [], _metadata: { examined: 0, done: true } } }));
    const filter: Filter = { tab: 'all', text: 'hello', from: '2100-01-01', to: '2100-01-02' };
    const listing = new Listing('enp_1', filter);
    await listing.readMore();
    await listing.readNew();
    const { createdAfter, createdBefore } = queryOf(filter);
    expect(sent).toHaveLength(2);
    for (const { url } of sent)
      expect(Object.fromEntries(new URLSearchParams(url.split('?')[1]))).toMatchObject({ createdAfter, createdBefore });
    expect(listingOf('enp_1', filter)).not.toBe(listingOf('enp_1', { ...filter, to: '2100-01-03' }));
  });

  test('of a search starts over after very many new matches, and can be read to the end', async () => {
    const stored = count(10);
    const sent = serve(stored);
    const listing = new Listing('enp_1', search);
    await listing.readMore();
    stored.push(...count(1_000).slice(10));
    await listing.readNew();
    expect(sent.length).toBeLessThan(10);
    expect(listing.isComplete.value).toBe(false);
    while (!listing.isComplete.value) await listing.readMore();
    expect(secondsIn(listing)).toEqual(newestFirst(1_000));
  });

  test.each([
    ['of a search', search, 10],
    ['of more than a page', all, 120],
  ])('%s shows submissions that were confirmed late or released, and drops others, after a while', async (...args) => {
    const [, filter, length] = args;
    const stored = count(length).filter((_, second) => second !== 2);
    serve(stored);
    const listing = new Listing('enp_1', filter);
    while (!listing.isComplete.value) await listing.readMore();
    stored.splice(2, 1, submissionAt(2));
    const later = Date.now() + 6 * 60 * SECOND_MS;
    jest.spyOn(Date, 'now').mockReturnValue(later);
    expect(await listing.readNew()).toBe(1);
    expect(secondsIn(listing)).toEqual(newestFirst(length).filter((second) => second !== 3));
    expect(listing.isComplete.value).toBe(true);
    jest.restoreAllMocks();
  });

  test('of few matches far apart has no gap after many new ones', async () => {
    const stored = count(10);
    serve(stored, { examinedMax: 10, isMatch: ({ data }) => data.second % 10 === 0 });
    const listing = new Listing('enp_1', all);
    await listing.readMore();
    stored.push(...count(100).slice(10));
    await listing.readNew();
    expect(secondsIn(listing)).toEqual([90, 80, 70, 60, 50, 40, 30, 20, 10, 0]);
  });

  test('shows submissions in their former places when their deletion is undone or failed', async () => {
    const stored = count(120);
    serve(stored);
    const inbox = listingOf('enp_1', { tab: 'inbox', text: '' });
    const others = [listingOf('enp_1', all), listingOf('enp_1', { tab: 'unread', text: '' })];
    for (const listing of [inbox, ...others]) await listing.readMore();
    const [first, second] = inbox.items.value.map(({ id }) => id) as [string, string];
    hideListed(new Set([first, second]));
    for (const listing of [inbox, ...others]) expect(secondsIn(listing)[0]).toBe(117);
    await inbox.readNew();
    const later = listingOf('enp_1', search);
    await later.readMore();
    expect(secondsIn(later)[0]).toBe(117);
    showListed(new Set([first]));
    for (const listing of [inbox, ...others, later]) expect(secondsIn(listing).slice(0, 2)).toEqual([119, 117]);
  });

  test('without the open submission still shows changes of its flags', () => {
    const listing = listingOf('enp_2', all);
    const opened = { ...submissionAt(1), endpointId: 'enp_2' };
    expect(findListed(listing, opened.id)).toBeUndefined();
    keepOpened(opened);
    changeListed('enp_2', new Set([opened.id]), { isRead: true });
    expect(findListed(listing, opened.id)?.isRead).toBe(true);
    expect(secondsIn(listing)).toEqual([]);
  });
});
