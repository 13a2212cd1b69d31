import type { ComponentChildren } from 'preact';
import { useResponse } from '../api/useResponse.ts';
import { TEXTS } from '../texts/texts.ts';
import { Unreadable } from './Notice.tsx';
import { Problem } from './Problem.tsx';
import { SkeletonRows } from './Skeleton.tsx';
import { useRequest } from './useRequest.ts';

interface Part<T> {
  items: readonly T[];
  _metadata: { cursor?: string | undefined; unreadable?: string[] | undefined };
}
type Read<T> = (from: { cursor?: string }, signal: AbortSignal) => Promise<Part<T>>;

/** Reads from a cursor until it finds items or reaches the end. */
async function readSome<T>(read: Read<T>, from: string | undefined, signal: AbortSignal) {
  const unreadable: string[] = [];
  for (let cursor = from; ; ) {
    const { items, _metadata } = await read(cursor === undefined ? {} : { cursor }, signal);
    unreadable.push(...(_metadata.unreadable ?? []));
    cursor = _metadata.cursor;
    if (cursor === undefined || items.length > 0) return { items, unreadable, cursor };
  }
}

/** A list that cursors continue, read again when the dependencies change. */
export function useCursorList<T>(read: Read<T>, about: readonly unknown[]) {
  const { readOn, ...reading } = useResponse((signal) => readSome(read, undefined, signal), about);
  const { isBusy, send } = useRequest();
  const showMore = () =>
    send(() =>
      readOn(
        ({ cursor }, signal) => readSome(read, cursor, signal),
        (former, next) => ({
          ...next,
          items: [...former.items, ...next.items],
          unreadable: [...former.unreadable, ...next.unreadable],
        }),
      ),
    );
  return { ...reading, isBusy: isBusy || reading.isReading, showMore };
}

interface CursorListProps {
  of: ReturnType<typeof useCursorList>;
  /** Shown in place of an empty list. */
  none: string;
  skeletons: number;
  children: ComponentChildren;
}

/** A list's items with what surrounds them: failures, ids that cannot be read, and the button that shows more. */
export function CursorList({ of: list, none, skeletons, children }: CursorListProps) {
  const { items, unreadable, cursor } = list.response.value ?? {};
  return (
    <>
      <Problem failure={list.failure} onRetry={list.retry} />
      {!items && !list.failure && <SkeletonRows count={skeletons} />}
      {items && (items.length > 0 ? children : <p class="nothing-title">{none}</p>)}
      <Unreadable ids={unreadable} />
      {cursor && (
        <button type="button" class="quiet" disabled={list.isBusy} onClick={list.showMore}>
          {TEXTS.more}
        </button>
      )}
    </>
  );
}
