import type { FilterPause } from '../contract/schemas/submissions/statistics.ts';
import type { FilterRecord } from '../storage/filter/learnedFilters.ts';
import type { Kind } from '../storage/filter/learning.ts';

/** Submissions marked as wanted per period. The record covers the current and the previous period. */
const WANTED_PER_PERIOD = 50;

/**
 * The filter promises to hold at most 1 in 1,000 wanted submissions. If it kept that promise, 2 held among at most 45
 * marks, or 3 among at most 190, would occur by chance less than once in 1,000 times (binomial distribution). The
 * record has at most 99 marks, so one held submission never refutes the promise and three always do.
 */
const REFUTING = { taken: 2, wantedMax: 45, takenAlways: 3 };

/** True if the filter has stopped holding submissions because people wanted too many of those it judged as spam. */
export const isRefuted = (record: FilterRecord): boolean => {
  const { wanted, taken } = totalsOf(record);
  return taken >= (wanted <= REFUTING.wantedMax ? REFUTING.taken : REFUTING.takenAlways);
};

/** Details of the pause while the filter is stopped; undefined while it is active. */
export function pauseOf(record: FilterRecord): FilterPause | undefined {
  if (!isRefuted(record)) return undefined;
  let [needed, next] = [0, record];
  for (; isRefuted(next); needed++) next = withSpamMark(next, { judgedAs: 'ham', kind: 'ham' });
  const { wanted, taken } = totalsOf(record);
  return { wanted, takenForSpam: taken, marksNeeded: needed };
}

interface JudgedMark {
  judgedAs: Kind;
  kind: Kind;
}

/** Adds a spam mark to the record. Only wanted submissions count, because only the owner can add those. */
export function withSpamMark(
  record: FilterRecord,
  mark: JudgedMark,
  wantedPerPeriod = WANTED_PER_PERIOD,
): FilterRecord {
  const next = change(record, mark, { period: record.period, by: 1 });
  if (next.wanted < wantedPerPeriod) return next;
  return { period: next.period + 1, wanted: 0, taken: 0, wantedBefore: next.wanted, takenBefore: next.taken };
}

/** Removes a spam mark counted in a period. Completed periods stay unchanged. */
export const withoutSpamMark = (record: FilterRecord, mark: JudgedMark, period: number | undefined): FilterRecord =>
  change(record, mark, { period, by: -1 });

function change(
  record: FilterRecord,
  { judgedAs, kind }: JudgedMark,
  { period, by }: { period: number | undefined; by: 1 | -1 },
): FilterRecord {
  if (kind !== 'ham') return record;
  const taken = judgedAs === 'spam' ? by : 0;
  if (period === record.period) return { ...record, wanted: record.wanted + by, taken: record.taken + taken };
  if (period !== record.period - 1) return record;
  return { ...record, wantedBefore: record.wantedBefore + by, takenBefore: record.takenBefore + taken };
}

const totalsOf = ({ wanted, taken, wantedBefore, takenBefore }: FilterRecord) => ({
  wanted: wanted + wantedBefore,
  taken: taken + takenBefore,
});
