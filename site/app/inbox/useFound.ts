import { computed, type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { SubmissionWithData } from '../../../shared/contract/schemas/submission.ts';
import { matches, type Tab } from '../submissions/filter.ts';
import type { Listing } from '../submissions/listing.ts';

/** Rows that are read for at first, and with each step further. */
const STEP = 50;
/** Fewer rows, for the others were moved or deleted, are filled up again. */
const REFILLED_BELOW = 15;
/** Pages that are read in one go for a filter that little passes; then people say whether to look further. */
const PAGES_PER_STEP = 10;

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

/** What of a list passes a filter, as far as it was read. */
export function useFound(listing: Listing, tab: Tab, text: string): Found {
  const { rows, keep } = useMemo(() => foundIn(listing, tab, text), [listing, tab, text]);
  const wanted = useSignal(STEP);
  const isReading = useSignal(true);
  const isDense = useSignal(false);
  useEffect(() => {
    let isCurrent = true;
    const read = async () => {
      isReading.value = true;
      for (let pages = 0; isCurrent && pages < PAGES_PER_STEP; pages++) {
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

function foundIn(listing: Listing, tab: Tab, text: string) {
  const kept = new Set<string>();
  const rows = computed(() =>
    listing.items.value.filter((item) => matches(kept.has(item.id) ? { ...item, isRead: false } : item, { tab, text })),
  );
  return { rows, keep: (id: string) => void kept.add(id) };
}
