import { useEffect, useLayoutEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import type { Endpoint } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import { watchListing } from '../endpoints/polling.ts';
import { UseIt } from '../endpoints/UseIt.tsx';
import { EVERYTHING, filterIn, isSearch, pathQueryOf } from '../submissions/filter.ts';
import { listingOf } from '../submissions/listings.ts';
import { pendingOf } from '../submissions/pendingCount.ts';
import { totalsOf } from '../submissions/totals.ts';
import { TEXTS } from '../texts/texts.ts';
import { PATHS } from '../ui/paths.ts';
import { Detail } from './Detail.tsx';
import { List } from './List.tsx';
import { clearSelection, cursor } from './selection.ts';
import { Toolbar } from './Toolbar.tsx';
import { useFound } from './useFound.ts';
import { useTriage } from './useTriage.ts';

/** An endpoint's inbox: tabs, list and the open submission. */
export function Inbox({ endpoint }: { endpoint: Endpoint }) {
  const { query, route } = useLocation();
  const filter = filterIn(query);
  const openId = query.id;
  const listing = listingOf(endpoint.id, filter);
  const found = useFound(listing);
  // Before the next key acts on them.
  useLayoutEffect(() => {
    clearSelection();
    cursor.value = openId;
  }, [listing]);
  useLayoutEffect(() => {
    if (openId !== undefined) cursor.value = openId;
  }, [openId]);

  const go = (id: string | undefined, isReplacing = false) =>
    route(PATHS.inbox(endpoint.id, { ...pathQueryOf(filter), id }), isReplacing);
  const triage = useTriage({ listing, found, openId, go });

  const hasNone = listing.isComplete.value && listing.items.value.length === 0;
  const isUnused = hasNone && totalsOf(endpoint.id)?.submissions === 0 && openId === undefined && !isSearch(filter);
  useEffect(() => {
    // While there is no submission, `UseIt` polls for the first.
    if (!isUnused) watchListing(listing);
  }, [listing, isUnused]);
  if (isUnused) {
    const isWaiting = pendingOf(endpoint.id).amount > 0;
    const hasArrived = listingOf(endpoint.id, EVERYTHING).items.value.length > 0;
    const { emptyTitle, waitingTitle, arrivedTitle, emptyText } = TEXTS.inbox;
    return (
      <div class="page">
        <h2>{hasArrived ? arrivedTitle : isWaiting ? waitingTitle : emptyTitle}</h2>
        <p class="soft">{isWaiting ? TEXTS.pending.text : emptyText}</p>
        <UseIt endpoint={endpoint} />
      </div>
    );
  }
  const shown = { endpoint, listing, found, triage, openId };
  return (
    <div class={openId === undefined ? 'inbox' : 'inbox has-open'}>
      <section class="list-pane" aria-label={TEXTS.inbox.list}>
        <Toolbar {...shown} />
        <List {...shown} />
      </section>
      <section class="detail-pane" aria-label={TEXTS.inbox.detail}>
        <Detail {...shown} onClose={() => go(undefined)} />
      </section>
    </div>
  );
}
