import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { closedBecause } from '../../../shared/contract/closing.ts';
import type { Endpoint } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import { endpoints } from '../endpoints/endpoints.ts';
import { unreadOf } from '../submissions/totals.ts';
import { TEXTS } from '../texts/texts.ts';
import { deviceStorage } from '../ui/browserStorage.ts';
import { EndpointIcon } from '../ui/Icon.tsx';
import { PATHS } from '../ui/paths.ts';
import { now } from '../ui/Time.tsx';

const { sideBar: texts } = TEXTS;

/** From this number on, the list can be filtered and sorted. */
const MANY = 8;
const ORDERED_AS = 'forms-endpoint-order';

const byName = (a: Endpoint, b: Endpoint) => a.name.localeCompare(b.name, undefined, { numeric: true });
/** Ids sort by time. */
const byAge = (a: Endpoint, b: Endpoint) => (a.id < b.id ? 1 : -1);
const ORDERS = {
  name: byName,
  newest: byAge,
  unread: (a: Endpoint, b: Endpoint) => unreadOf(b.id) - unreadOf(a.id) || byName(a, b),
};
type Order = keyof typeof ORDERS;

const storedOrder = deviceStorage.getItem(ORDERED_AS) ?? '';
const order = signal<Order>(Object.hasOwn(ORDERS, storedOrder) ? (storedOrder as Order) : 'name');
const typed = signal('');
const showsArchived = signal(false);

/** The endpoints as links: one tab stop, within which arrow keys move. */
export function EndpointList({ path }: { path: string }) {
  const list = useRef<HTMLUListElement>(null);
  const stored = endpoints.value ?? [];
  const archived = stored.filter(({ isArchived }) => isArchived).length;
  const all = stored.filter(({ id, isArchived }) => !isArchived || showsArchived.value || isIn(path, id));
  const isLong = all.length > MANY;
  const shown = isLong ? matching(all, typed.value).sort(ORDERS[order.value]) : all;
  const current = shown.find(({ id }) => isIn(path, id)) ?? shown[0];
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [current?.id, all.length]);
  return (
    <>
      {isLong && <Tools />}
      <ul ref={list} class="side-list" onKeyDown={moveFocus}>
        {shown.map((endpoint) => (
          <EndpointLink
            key={endpoint.id}
            endpoint={endpoint}
            isCurrent={isIn(path, endpoint.id)}
            isStop={endpoint === current}
          />
        ))}
      </ul>
      {archived > 0 && (
        <p class="side-title">
          <button
            type="button"
            class="link"
            aria-expanded={showsArchived.value}
            onClick={() => (showsArchived.value = !showsArchived.value)}
          >
            {showsArchived.value ? texts.hideArchived : texts.showArchived(archived)}
          </button>
        </p>
      )}
      {isLong && shown.length === 0 && <p class="side-title">{texts.noneFound}</p>}
    </>
  );
}

const isIn = (path: string, id: string): boolean => `${path}/`.startsWith(`${PATHS.inbox(id)}/`);

/** The endpoints with every typed word in their name or slug. */
function matching(all: readonly Endpoint[], text: string): Endpoint[] {
  const words = text.toLowerCase().split(/\s+/);
  return all.filter(({ name, slug }) => words.every((word) => `${name} ${slug}`.toLowerCase().includes(word)));
}

function Tools() {
  const change = (chosen: string) => {
    order.value = chosen as Order;
    deviceStorage.setItem(ORDERED_AS, chosen);
  };
  return (
    <div class="side-tools">
      <input
        type="search"
        aria-label={texts.filter}
        placeholder={texts.filter}
        value={typed.value}
        onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
      />
      <select
        aria-label={texts.order}
        value={order.value}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      >
        {Object.entries(texts.orders).map(([each, label]) => (
          <option key={each} value={each}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}

function moveFocus(event: KeyboardEvent & { currentTarget: HTMLUListElement }): void {
  const links = [...event.currentTarget.querySelectorAll('a')];
  const place = links.indexOf(document.activeElement as HTMLAnchorElement);
  const to = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: links.length - 1 }[event.key];
  const link = to === undefined ? undefined : links[to];
  if (!link) return;
  event.preventDefault();
  link.focus();
}

function EndpointLink({ endpoint, isCurrent, isStop }: { endpoint: Endpoint; isCurrent: boolean; isStop: boolean }) {
  const { id, name } = endpoint;
  const closed = closedBecause(endpoint, now.value);
  const count = unreadOf(id);
  return (
    <li>
      <a
        class={closed ? 'side-link is-off' : 'side-link'}
        href={PATHS.inbox(id)}
        aria-current={isCurrent ? 'page' : undefined}
        tabIndex={isStop ? 0 : -1}
        title={name}
      >
        <EndpointIcon {...endpoint} />
        <bdi class="side-name">{name}</bdi>
        {closed && <span class="off">{texts.closed[closed]}</span>}
        {count > 0 && (
          <span class="badge">
            {TEXTS.amount(count)}
            <span class="said"> {texts.unread}</span>
          </span>
        )}
      </a>
    </li>
  );
}
