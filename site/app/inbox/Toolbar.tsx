import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { isDay, pathQueryOf, TABS, type Tab } from '../submissions/filter.ts';
import { totalsOf, unreadOf } from '../submissions/totals.ts';
import { TEXTS } from '../texts/texts.ts';
import { Icon } from '../ui/Icon.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { PATHS } from '../ui/paths.ts';
import { BulkBar } from './BulkBar.tsx';
import { ExportDialog } from './ExportDialog.tsx';
import type { InboxView } from './inboxView.ts';
import { select, selected } from './selection.ts';
import type { Found } from './useFound.ts';

/** Tabs, search and actions on the selection. */
export function Toolbar(shown: InboxView) {
  const { endpoint, listing, found } = shown;
  const { tab, from, to } = listing.filter;
  const { route } = useLocation();
  const showsDates = useSignal(false);
  const hasDates = showsDates.value || Boolean(from || to);
  const isExporting = useSignal(false);
  return (
    <div class="toolbar">
      <nav class="tabs" aria-label={TEXTS.inbox.tabs}>
        {TABS.map((each) => (
          <a
            key={each}
            href={PATHS.inbox(endpoint.id, { ...pathQueryOf(listing.filter), tab: each })}
            aria-current={each === tab ? 'page' : undefined}
          >
            {TEXTS.inbox.tab[each]}
            <Count amount={amountIn(each, endpoint.id)} />
          </a>
        ))}
      </nav>
      <div class="tools">
        <SearchField {...shown} />
        <IconButton
          icon="calendar"
          label={TEXTS.inbox.dates}
          aria-expanded={hasDates}
          onClick={() => {
            showsDates.value = !hasDates;
            const { from: _from, to: _to, ...rest } = pathQueryOf(listing.filter);
            if (from || to) route(PATHS.inbox(endpoint.id, { ...rest, id: shown.openId }), true);
          }}
        />
        <IconButton icon="download" label={TEXTS.export.open} onClick={() => (isExporting.value = true)} />
      </div>
      {hasDates && <Dates {...shown} />}
      {selected.value.size > 0 ? <BulkBar {...shown} /> : <SelectAll found={found} />}
      {isExporting.value && (
        <ExportDialog endpoint={endpoint} filter={listing.filter} onClose={() => (isExporting.value = false)} />
      )}
    </div>
  );
}

const Count = ({ amount }: { amount: number }) =>
  amount > 0 ? <span class="badge">{TEXTS.amount(amount)}</span> : null;

function amountIn(tab: Tab, endpointId: string): number {
  if (tab === 'unread') return unreadOf(endpointId);
  return tab === 'spam' ? (totalsOf(endpointId)?.spam ?? 0) : 0;
}

/** A search starts after a pause of this length in typing. */
const TYPING_MS = 200;

/** The search is in the URL, so that a link leads to its results. */
function SearchField({ listing: { endpointId, filter }, openId }: InboxView) {
  const { text } = filter;
  const { route } = useLocation();
  const typed = useSignal(text);
  // Before the browser takes a key: a later effect would undo the input.
  useLayoutEffect(() => {
    // A space at the end begins the next word.
    if (typed.peek().trim() !== text) typed.value = text;
  }, [text]);
  useEffect(() => {
    if (typed.value.trim() === text) return undefined;
    const timer = setTimeout(
      () => route(PATHS.inbox(endpointId, { ...pathQueryOf(filter), q: typed.value.trim(), id: openId }), true),
      TYPING_MS,
    );
    return () => clearTimeout(timer);
  }, [typed.value, filter, openId]);
  return (
    <label class="search">
      <span class="said">{TEXTS.inbox.search}</span>
      <Icon name="search" />
      <input
        id="search"
        type="search"
        dir="auto"
        placeholder={TEXTS.inbox.search}
        value={typed.value}
        onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
        onKeyDown={({ key, currentTarget }) => key === 'Escape' && currentTarget.blur()}
      />
      <span class="key-hint" aria-hidden="true" />
    </label>
  );
}

/** The first and the last day of a search. */
function Dates({ listing: { endpointId, filter }, openId }: InboxView) {
  const { route } = useLocation();
  return (
    <div class="dates small soft">
      {(['from', 'to'] as const).map((end) => (
        <Day
          key={end}
          label={TEXTS.inbox[end]}
          day={filter[end] ?? ''}
          onDay={(day) => route(PATHS.inbox(endpointId, { ...pathQueryOf(filter), [end]: day, id: openId }), true)}
        />
      ))}
    </div>
  );
}

/** Keeps what is being typed, such as the first digit of a year. */
function Day({ label, day, onDay }: { label: string; day: string; onDay: (day: string) => void }) {
  const typed = useSignal(day);
  useLayoutEffect(() => {
    typed.value = day;
  }, [day]);
  return (
    <label>
      {label}{' '}
      <input
        type="date"
        value={typed.value}
        onInput={({ currentTarget: { value, validity } }) => {
          typed.value = value;
          if (value === '' ? !validity.badInput : isDay(value)) onDay(value);
        }}
      />
    </label>
  );
}

function SelectAll({ found }: { found: Found }) {
  const rows = found.rows.value;
  return (
    <label class="select-all check small soft">
      <input type="checkbox" checked={false} disabled={rows.length === 0} onChange={() => select(rows)} />
      <span>{TEXTS.inbox.selectAll}</span>
    </label>
  );
}
