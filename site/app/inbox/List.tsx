import { useEffect, useRef } from 'preact/hooks';
import type { SubmissionWithData } from '../../../shared/contract/schemas/submissions/submission.ts';
import { type Filter, isSearch, pathQueryOf } from '../submissions/filter.ts';
import { receivedAt } from '../submissions/receivedAt.ts';
import { summaryOf } from '../submissions/summary.ts';
import { TEXTS } from '../texts/texts.ts';
import { Unreadable } from '../ui/Notice.tsx';
import { Problem } from '../ui/Problem.tsx';
import { PATHS } from '../ui/paths.ts';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { Time } from '../ui/Time.tsx';
import type { InboxView } from './inboxView.ts';
import { cursor, selected, toggle } from './selection.ts';
import { rowId } from './useTriage.ts';

/** The matching submissions, newest first. */
export function List({ endpoint, listing, found, openId }: InboxView) {
  const rows = found.rows.value;
  return (
    <div class="list">
      <ul>
        {rows.map((row) => (
          <Row
            key={row.id}
            endpoint={endpoint}
            submission={row}
            href={PATHS.inbox(listing.endpointId, { ...pathQueryOf(listing.filter), id: row.id })}
            isOpen={row.id === openId}
            isCursor={row.id === cursor.value}
            isSelected={selected.value.has(row.id)}
          />
        ))}
      </ul>
      {found.isReading.value && <SkeletonRows count={rows.length === 0 ? 8 : 2} />}
      <Problem
        failure={listing.isLoaded.value && rows.length > 0 ? undefined : listing.failure.value}
        onRetry={found.readFurther}
      />
      <Unreadable ids={listing.unreadable.value} />
      <End listing={listing} found={found} />
    </div>
  );
}

interface RowProps extends Pick<InboxView, 'endpoint'> {
  submission: SubmissionWithData;
  href: string;
  isOpen: boolean;
  isCursor: boolean;
  isSelected: boolean;
}

function Row({ endpoint, submission, href, isOpen, isCursor, isSelected }: RowProps) {
  const { id, files, isRead, isSpam, spamReason } = submission;
  const { sender, preview } = summaryOf(submission, endpoint);
  const name = sender || TEXTS.inbox.nothingSent;
  const classes = ['row', isRead ? 'is-read' : 'is-unread', isCursor && 'is-cursor', isSelected && 'is-selected'];
  return (
    <li class={classes.filter(Boolean).join(' ')}>
      <input
        type="checkbox"
        checked={isSelected}
        aria-label={TEXTS.inbox.select(name)}
        onChange={() => toggle(submission)}
        onFocus={() => (cursor.value = id)}
      />
      <a id={rowId(id)} href={href} aria-current={isOpen ? 'true' : undefined} onFocus={() => (cursor.value = id)}>
        <span class="row-head">
          <bdi class="sender cut">{name}</bdi>
          <Time at={receivedAt(id)} />
        </span>
        <span class="row-rest">
          <span class="preview cut" dir="auto">
            {preview || '\u00a0'}
          </span>
          {files && <span class="tag is-quiet">{TEXTS.files.count(files.length)}</span>}
          {isSpam && <span class="tag is-spam">{TEXTS.inbox.spamTag(spamReason)}</span>}
        </span>
        {!isRead && <span class="said">{TEXTS.inbox.unread}</span>}
      </a>
    </li>
  );
}

/** The end of the list: loads more on scrolling while matches are frequent, else by a button. */
function End({ listing, found }: Pick<InboxView, 'listing' | 'found'>) {
  const searches = isSearch(listing.filter);
  const end = useRef<HTMLDivElement>(null);
  const count = found.rows.value.length;
  const isBusy = found.isReading.value;
  const isDense = found.isDense.value;
  useEffect(() => {
    if (!isDense || isBusy || !end.current) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && found.readFurther(), {
      root: end.current.closest('.list'),
      // Before the last rows are reached.
      rootMargin: '400px',
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isDense, isBusy, count]);
  if (isBusy || listing.failure.value) return null;
  if (listing.isComplete.value) {
    if (count > 0)
      return <p class="list-end small soft">{searches ? TEXTS.inbox.allFound(count) : TEXTS.inbox.end(count)}</p>;
    return <NothingFound filter={listing.filter} searches={searches} />;
  }
  return (
    <div class="list-end small soft" ref={end}>
      {searches && <p>{TEXTS.inbox.searchedSoFar(listing.examined.value, count)}</p>}
      <button type="button" class="quiet" onClick={found.readFurther}>
        {searches ? TEXTS.inbox.searchFurther : TEXTS.more}
      </button>
    </div>
  );
}

const NothingFound = ({ filter, searches }: { filter: Filter; searches: boolean }) => (
  <div class="nothing">
    <p class="nothing-title">{searches ? TEXTS.inbox.nothingFound : TEXTS.inbox.nothingIn[filter.tab].title}</p>
    <p class="soft">{searches ? TEXTS.inbox.nothingFoundHint(filter) : TEXTS.inbox.nothingIn[filter.tab].text}</p>
  </div>
);
