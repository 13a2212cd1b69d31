import { SEARCH_EXAMINED_MAX } from '../contract/limits.ts';
import { shownUnreadable } from '../contract/schemas/common.ts';
import type { FoundSubmission, SearchQuery, SearchResult } from '../contract/schemas/submissions/search.ts';
import type { SearchTerm } from '../contract/searchQuery.ts';
import { formatTime } from '../contract/time.ts';
import type { Head } from '../pageIndex/head.ts';
import { inParallel } from '../runtime/inParallel.ts';
import { ALL_KEPT, type Kept } from '../storage/endpoints/keeping.ts';
import type { StoredSubmission } from '../storage/submissions/storedSubmission.ts';
import { FIRST_PLACE, LAST_PLACE, placeAtTime, submittedAt } from '../storage/table/itemKeys.ts';
import type { TableAccess } from '../storage/table/table.ts';
import { cursorAt, placeOf } from './cursor.ts';
import { placeAfter, type RangeRead, RangeReader } from './rangeReader.ts';
import { CandidateRanges, type Scope, type SearchRange } from './ranges.ts';
import { foldTerms } from './terms.ts';

/** Only the first request may start later than this, so that responses take less than two seconds. */
const TIME_MAX_MS = 1_000;
const QUERIES_AT_ONCE = 4;

/** Read sizes; tests use tiny ones. */
export interface SearchSizes {
  /** Submissions of adjacent segments that one query reads. */
  merged: number;
  /** Submissions in the first wave; each next wave is four times as large, up to the largest wave. */
  firstWave: number;
  largestWave: number;
  examined: number;
  /** Read units after which no request starts. */
  units: number;
}

const SEARCH_SIZES: SearchSizes = {
  merged: 256,
  firstWave: 256,
  largestWave: 2_048,
  examined: SEARCH_EXAMINED_MAX,
  // Read units that one partition of DynamoDB serves in a second; 20,000 submissions of 1 kB take less.
  units: 3_000,
};

interface Search {
  endpointId: string;
  query: SearchQuery;
  /** The head of the page index, read before anything else. */
  head: Head;
  kept?: Kept;
}

interface State {
  found: StoredSubmission[];
  unreadable: string[];
  examined: number;
  /** Cursor at which the search continues; undefined at its end. */
  place: string | undefined;
  isComplete?: boolean;
}

/**
 * Searches an endpoint's submissions by creation time. The page index excludes ranges without matches; the others are
 * read concurrently, in waves.
 */
export class SubmissionSearch {
  readonly #table: TableAccess;
  readonly #sizes: SearchSizes;
  readonly #now: () => number;
  /** Submissions of the last search whose words were looked up in the index. */
  skimmed = 0;

  constructor(table: TableAccess, sizes: SearchSizes = SEARCH_SIZES, now: () => number = Date.now) {
    this.#table = table;
    this.#sizes = sizes;
    this.#now = now;
  }

  /** @throws ApiError BAD_REQUEST for a cursor of another search */
  async search({ endpointId, query, head, kept = ALL_KEPT }: Search): Promise<SearchResult> {
    const nowMs = this.#now();
    const terms = foldTerms(query.query ?? []);
    const identity = [
      endpointId,
      query.order,
      terms,
      query.isRead,
      query.isSpam,
      query.createdAfter,
      query.createdBefore,
    ];
    const place = query.cursor === undefined ? undefined : placeOf(query.cursor, identity);
    const { from, ...rest } = scopeOf(query, place);
    const keptFrom = query.isSpam ? kept.spamFrom : kept.from;
    const scope: Scope = { ...rest, from: from > keptFrom ? from : keptFrom };
    const mergedMax = this.#sizes.merged;
    const texts = terms.map(({ text }) => text);
    const candidates = new CandidateRanges(this.#table, endpointId, { head, scope, terms: texts, mergedMax, nowMs });
    const reader = new RangeReader(this.#table, { endpointId, scope, terms, nowMs, kept });
    const state = await this.#run(candidates[Symbol.asyncIterator](), reader, {
      limit: query.limit,
      order: query.order,
      terms,
      nowMs,
    });
    this.skimmed = candidates.skimmed;
    return {
      _metadata: {
        examined: state.examined,
        done: state.place === undefined,
        ...(state.place !== undefined && { cursor: cursorAt(state.place, identity) }),
        ...shownUnreadable(state.unreadable),
      },
      submissions: state.found.map(shown),
    };
  }

  async #run(ranges: AsyncIterator<SearchRange>, reader: RangeReader, options: RunOptions): Promise<State> {
    const { limit, order, terms, nowMs } = options;
    const state: State = { found: [], unreadable: [], examined: 0, place: undefined };
    const { merged, firstWave, largestWave, units } = this.#sizes;
    const isOver = () => this.#now() - nowMs >= TIME_MAX_MS || reader.units >= units;
    // The last range of a wave may exceed the requested number.
    const examinedMax = Math.max(1, this.#sizes.examined - merged);
    for (let size = firstWave; ; size = Math.min(4 * size, largestWave)) {
      const examined = examinedMax - state.examined;
      if (examined <= 0 || (state.place !== undefined && isOver())) return state;
      const found = limit - state.found.length;
      const wave = await nextWave(ranges, {
        size: Math.min(size, examined),
        matching: terms.length > 0 ? undefined : found,
        isOver,
      });
      if (wave.length === 0) return { ...state, place: undefined };
      // The first request is always sent, so a search makes progress even on a slow table.
      const reads = await inParallel(wave, QUERIES_AT_ONCE, (range, i) =>
        reader.read(range, { found, examined, isOver, isFirst: i === 0 && state.place === undefined }),
      );
      for (const read of reads) state.examined += read.examined;
      state.place = takeFrom(reads, state, options) ?? endOf(wave.at(-1) as SearchRange, order);
      if (state.isComplete) return state;
    }
  }
}

interface RunOptions {
  limit: number;
  order: Scope['order'];
  terms: readonly SearchTerm[];
  nowMs: number;
}

/** Takes matches range by range. @returns where the call ends, if within them */
function takeFrom(reads: RangeRead[], state: State, { limit, order }: RunOptions): string | undefined {
  for (const { found, unreadable, stoppedAt } of reads) {
    state.unreadable.push(...unreadable);
    state.found.push(...found.slice(0, limit - state.found.length));
    const last = state.found.at(-1);
    const place = state.found.length === limit && last ? placeAfter(last.id, order) : stoppedAt;
    if (place === undefined) continue;
    state.isComplete = true;
    return place;
  }
  return undefined;
}

/** The next ranges, up to a number of submissions or of expected matches. */
async function nextWave(
  ranges: AsyncIterator<SearchRange>,
  { size, matching, isOver }: { size: number; matching: number | undefined; isOver: () => boolean },
): Promise<SearchRange[]> {
  const wave: SearchRange[] = [];
  let [submissions, expected] = [0, 0];
  while (submissions < size && (matching === undefined || expected < matching) && (wave.length === 0 || !isOver())) {
    const { value, done } = await ranges.next();
    if (done) break;
    wave.push(value);
    submissions += value.count ?? 0;
    expected += value.matching ?? 0;
    // A range of unknown size may be long, so it ends the wave.
    if (value.count === undefined && wave.length > 1) break;
  }
  return wave;
}

const endOf = ({ from, to }: SearchRange, order: Scope['order']): string => (order === 'newest' ? from : to);

const shown = (submission: StoredSubmission): FoundSubmission => ({
  ...submission,
  createdAt: formatTime(new Date(submittedAt(submission.id))),
});

const scopeOf = ({ createdAfter, createdBefore, isRead, isSpam, order }: SearchQuery, place?: string): Scope => {
  const from = createdAfter === undefined ? FIRST_PLACE : placeAtTime(createdAfter);
  const to = createdBefore === undefined ? LAST_PLACE : placeAtTime(createdBefore);
  return {
    from: order === 'oldest' && place !== undefined ? place : from,
    to: order === 'newest' && place !== undefined ? place : to,
    flags: { isRead, isSpam },
    order,
  };
};
