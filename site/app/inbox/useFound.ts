import { computed, type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { SubmissionWithData } from '../../../shared/contract/schemas/submission.ts';
import { isInTab } from '../submissions/filter.ts';
import type { Listing } from '../submissions/listing.ts';

/** Rows that are read for at first, and with each step further. */
const STEP = 50;
/** Fewer rows, for the others were moved or deleted, are filled up again. */
const REFILLED_BELOW = 15;
/** Steps of a search that are taken in one go where little is found; then people say whether to look further. */
const STEPS_AT_ONCE = 10;

export interface Found {
  rows: ReadonlySignal<readonly SubmissionWithData[]>;
  isReading: ReadonlySignal<boolean>;
  /** Whether the last look for more found as many as it wanted: then looking on is cheap. */
  isDense: ReadonlySignal<boolean>;
  /** Reads more of the list, unless it is read already. */
  readFurther: () => void;
  /** Keeps a submission in its place among the unread ones although it is opened. */
  keep: (id: string) => void;
}

/** What of a list still has the marks that are looked for. */
export function useFound(listing: Listing): Found {
  const { rows, keep } = useMemo(() => foundIn(listing), [listing]);
  const wanted = useSignal(STEP);
  const isReading = useSignal(true);
  const isDense = useSignal(false);
  useEffect(() => {
    let isCurrent = true;
    const read = async () => {
      isReading.value = true;
      for (let steps = 0; isCurrent && steps < STEPS_AT_ONCE; steps++) {
        if (listing.isComplete.peek() || rows.peek().length >= wanted.peek()) break;
        await listing.readMore();
        if (listing.failure.peek()) break;
      }
      if (!isCurrent) return;
      isReading.value = false;
      isDense.value = rows.peek().length >= wanted.peek();
    };
    void read();
    return () => {
      isCurrent = false;
    };
  }, [listing, rows, wanted.value, rows.value.length < REFILLED_BELOW]);
  const readFurther = () => {
    if (!isReading.peek() && !listing.isComplete.peek())
      wanted.value = Math.max(rows.peek().length, wanted.peek()) + STEP;
  };
  return { rows, isReading, isDense, readFurther, keep };
}

function foundIn(listing: Listing) {
  const kept = new Set<string>();
  const { tab } = listing.filter;
  const rows = computed(() =>
    listing.items.value.filter((item) => isInTab(kept.has(item.id) ? { ...item, isRead: false } : item, tab)),
  );
  return { rows, keep: (id: string) => void kept.add(id) };
}
