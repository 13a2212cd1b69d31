import { computed, type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { SubmissionWithData } from '../../../shared/contract/schemas/submissions/submission.ts';
import { isInTab } from '../submissions/filter.ts';
import type { Listing } from '../submissions/listing.ts';

/** Rows loaded at first and in each further step. */
const STEP = 50;
/** Below this number of rows, because others were moved or deleted, more are loaded. */
const REFILLED_BELOW = 15;
/** Steps of a sparse search without asking; after these, people decide whether to continue. */
const STEPS_AT_ONCE = 10;

export interface Found {
  rows: ReadonlySignal<readonly SubmissionWithData[]>;
  isReading: ReadonlySignal<boolean>;
  /** True if the last step found all it was asked for, so that continuing is cheap. */
  isDense: ReadonlySignal<boolean>;
  /** Loads more, unless loading is in progress. */
  readFurther: () => void;
  /** Keeps a submission in the unread list although opening it marks it as read. */
  keep: (id: string) => void;
}

/** The submissions of a listing that still match its filter. */
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
