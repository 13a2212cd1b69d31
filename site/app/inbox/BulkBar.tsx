import { signal, useSignal } from '@preact/signals';
import type { Endpoint } from '../../../shared/contract/schemas/endpoint.ts';
import { asFailure, isCancelled } from '../api/requestFailed.ts';
import { mayWrite } from '../session/session.ts';
import type { Filter } from '../submissions/filter.ts';
import type { Listing } from '../submissions/listing.ts';
import { findAll } from '../submissions/search.ts';
import { shareOf } from '../submissions/totals.ts';
import { TEXTS } from '../texts/texts.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Icon } from '../ui/Icon.tsx';
import type { ControlIcon } from '../ui/iconPaths.ts';
import { say } from '../ui/toasts.ts';
import { clearSelection, select, selected } from './selection.ts';
import type { Triage } from './useTriage.ts';

interface BulkBarProps {
  endpoint: Endpoint;
  filter: Filter;
  listing: Listing;
  triage: Triage;
}

/** From this number on, deleting asks first. */
const ASKED_FROM = 20;

/** Actions on all selected submissions. */
export function BulkBar({ endpoint, filter, listing, triage }: BulkBarProps) {
  const isAsking = useSignal(false);
  const count = selected.value.size;
  const mayAct = mayWrite.value;
  const deleteThem = () => {
    if (count < ASKED_FROM) triage.deleteThem();
    else isAsking.value = true;
  };
  const areSpam = [...selected.value.values()].every(({ isSpam }) => isSpam);
  const areWanted = [...selected.value.values()].every(({ isSpam }) => !isSpam);
  return (
    <div class="bulk" role="toolbar" aria-label={TEXTS.inbox.bulk}>
      <button
        type="button"
        class="icon-button"
        aria-label={TEXTS.inbox.clear}
        title={TEXTS.inbox.clear}
        onClick={clearSelection}
      >
        <Icon name="close" />
      </button>
      <strong>{TEXTS.inbox.selected(count)}</strong>
      {mayAct && (
        <>
          <Action icon="read" label={TEXTS.commands.read} run={() => triage.setFlags({ isRead: true })} />
          <Action icon="unread" label={TEXTS.commands.unread} run={() => triage.setFlags({ isRead: false })} />
          <Action
            icon={areSpam ? 'notSpam' : 'spam'}
            label={areSpam ? TEXTS.inbox.notSpam : TEXTS.inbox.toSpam}
            run={() => triage.toggleSpam()}
          />
          {areWanted && endpoint.spamFilter === 'learn' && (
            <Action icon="notSpam" label={TEXTS.inbox.notSpam} run={() => triage.teachWanted()} />
          )}
          <Action icon="trash" label={TEXTS.commands.delete} run={deleteThem} />
        </>
      )}
      {!listing.isComplete.value && (
        <button type="button" class="link" onClick={() => selectAllFound(endpoint.id, filter)}>
          {TEXTS.inbox.selectAllFound}
        </button>
      )}
      {isAsking.value && (
        <Dialog title={TEXTS.inbox.deleteManyTitle(count)} onClose={() => (isAsking.value = false)}>
          <p>{TEXTS.inbox.deleteManyText}</p>
          <div class="dialog-actions">
            <button type="button" class="quiet" onClick={() => (isAsking.value = false)}>
              {TEXTS.cancel}
            </button>
            <button
              type="button"
              class="danger"
              onClick={() => {
                isAsking.value = false;
                triage.deleteThem();
              }}
            >
              {TEXTS.commands.delete}
            </button>
          </div>
        </Dialog>
      )}
    </div>
  );
}

const Action = ({ icon, label, run }: { icon: ControlIcon; label: string; run: () => void }) => (
  <button type="button" class="icon-button" aria-label={label} title={label} onClick={run}>
    <Icon name={icon} />
  </button>
);

/** Selects all matches in the whole list, with progress and a way to cancel. */
async function selectAllFound(endpointId: string, filter: Filter): Promise<void> {
  const abort = new AbortController();
  const progress = signal(0);
  const word = say(TEXTS.inbox.finding, {
    isLasting: true,
    progress,
    action: { label: TEXTS.cancel, run: () => abort.abort() },
  });
  try {
    const onProgress = (examined: number) => (progress.value = shareOf(endpointId, examined));
    for await (const page of findAll(endpointId, filter, { signal: abort.signal, onProgress })) {
      select(page.map(({ id, isRead, isSpam }) => ({ id, isRead, isSpam })));
    }
  } catch (error) {
    if (!isCancelled(error)) say(asFailure(error).message, { isProblem: true });
  } finally {
    word.remove();
  }
}
