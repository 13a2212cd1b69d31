import type { Group } from '../../../shared/contract/choices.ts';
import { type ClosedReason, closedBecause } from '../../../shared/contract/closing.ts';
import type { Endpoint } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import { dateOf } from '../../../shared/contract/time.ts';
import { call } from '../api/client.ts';
import { useResponse } from '../api/useResponse.ts';
import { allows, mayChange } from '../session/session.ts';
import { countPending, pendingOf } from '../submissions/pendingCount.ts';
import { totalsOf } from '../submissions/totals.ts';
import { submissions } from '../texts/amounts.ts';
import { TEXTS } from '../texts/texts.ts';
import { EndpointIcon } from '../ui/Icon.tsx';
import { zonedTime } from '../ui/localTime.ts';
import { Notice } from '../ui/Notice.tsx';
import { PATHS } from '../ui/paths.ts';
import { now } from '../ui/Time.tsx';
import { useRequest } from '../ui/useRequest.ts';
import { reopen } from './endpoints.ts';

export const VIEWS = ['inbox', 'pending', 'overview', 'use', 'fields', 'webhooks', 'settings'] as const;
export type EndpointView = (typeof VIEWS)[number];

/** The groups of operations that views need besides endpoints. */
const NEEDED: Partial<Record<EndpointView, Group>> = {
  inbox: 'submissions',
  pending: 'confirmations',
  webhooks: 'webhooks',
};

/** The views that the key and role allow. */
export const allowedViews = (): EndpointView[] => VIEWS.filter((view) => allows(NEEDED[view] ?? 'endpoints'));

/**
 * True if an endpoint has a view of pending submissions: few have any, but some wait on after `verify` was switched off.
 * While an endpoint asks, they are counted with each poll.
 */
function useHasPending({ id, confirmation }: Endpoint): boolean {
  const isAsking = confirmation?.verify === true;
  // After the requests of the first view.
  const totals = totalsOf(id);
  const isDue = totals !== undefined && allows('confirmations');
  useResponse(async (signal) => isDue && (await countPending(id, signal)), [id, isAsking ? totals : isDue]);
  return isAsking || pendingOf(id).amount > 0;
}

/** Whether an endpoint has its maximum of submissions; asked again when more have arrived. */
function useIsFull({ id, maxSubmissions }: Endpoint): boolean {
  const totals = totalsOf(id);
  const { response } = useResponse(
    async (signal) =>
      maxSubmissions === undefined
        ? undefined
        : (await call('retrieveStatistics', { params: { id }, query: { days: 1 }, signal })).placesTaken,
    [id, maxSubmissions, totals?.submissions],
  );
  return maxSubmissions !== undefined && (response.value ?? 0) >= maxSubmissions;
}

/** A badge with the number of waiting submissions. */
function PendingCount({ endpointId }: { endpointId: string }) {
  const { amount, isMore } = pendingOf(endpointId);
  if (amount === 0) return null;
  return <span class="badge">{`${TEXTS.amount(amount)}${isMore ? '+' : ''}`}</span>;
}

/** The endpoint's name, and links to its views. */
export function EndpointHeader({ endpoint, view }: { endpoint: Endpoint; view: EndpointView }) {
  const hasPending = useHasPending(endpoint);
  const isFull = useIsFull(endpoint);
  const closed = closedBecause(endpoint, now.value) ?? (isFull ? 'full' : undefined);
  const views = allowedViews().filter((each) => each === view || each !== 'pending' || hasPending);
  return (
    <header class="endpoint-head">
      <EndpointIcon {...endpoint} />
      <h1 class="cut">
        <bdi>{endpoint.name}</bdi>
      </h1>
      <nav class="views" aria-label={TEXTS.endpoint.views}>
        {views.map((each) => (
          <a key={each} href={PATHS[each](endpoint.id)} aria-current={each === view ? 'page' : undefined}>
            {TEXTS.endpoint.view[each]}
            {each === 'pending' && ' '}
            {each === 'pending' && <PendingCount endpointId={endpoint.id} />}
          </a>
        ))}
      </nav>
      {closed && <Closed endpoint={endpoint} reason={closed} />}
    </header>
  );
}

/** Says why, and since when, an endpoint receives nothing. */
function Closed({
  endpoint: { id, closesAt = '', maxSubmissions = 0 },
  reason,
}: {
  endpoint: Endpoint;
  reason: ClosedReason;
}) {
  const { isBusy, send } = useRequest();
  return (
    <Notice>
      {TEXTS.endpoint.closed[reason]} {reason === 'ended' && `${zonedTime(dateOf(closesAt))}. `}
      {reason === 'full' && `${submissions(maxSubmissions)}. `}
      {mayChange('endpoints') && (
        <button type="button" class="link" disabled={isBusy} onClick={() => send(() => reopen(id, reason))}>
          {TEXTS.endpoint.reopen[reason]}
        </button>
      )}
    </Notice>
  );
}
