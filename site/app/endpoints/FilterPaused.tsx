import type { FilterPause } from '../../../shared/contract/schemas/submissions/statistics.ts';
import { call } from '../api/client.ts';
import { useResponse } from '../api/useResponse.ts';
import { TEXTS } from '../texts/texts.ts';
import { Notice } from '../ui/Notice.tsx';
import { PATHS } from '../ui/paths.ts';

/** Explains why an endpoint's learned filter is paused, and how to resume it. */
export const FilterPaused = ({ endpointId, pause }: { endpointId: string; pause: FilterPause }) => (
  <div role="status">
    <Notice>
      <strong>{TEXTS.filterPause.title}</strong> {TEXTS.filterPause.text(pause)}{' '}
      <a href={PATHS.inbox(endpointId, { tab: 'spam' })}>{TEXTS.filterPause.spam}</a> ·{' '}
      <a href={PATHS.inbox(endpointId)}>{TEXTS.filterPause.inbox}</a>
    </Notice>
  </div>
);

/** The same, after loading the endpoint's statistics. */
export function FilterPausedIfSo({ endpointId }: { endpointId: string }) {
  const { response } = useResponse(
    (signal) => call('retrieveStatistics', { params: { id: endpointId }, query: { days: 1 }, signal }),
    [endpointId],
  );
  const pause = response.value?.filterPause;
  return pause ? <FilterPaused endpointId={endpointId} pause={pause} /> : null;
}
