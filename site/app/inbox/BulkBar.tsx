import { signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { isCancelled } from '../api/requestFailed.ts';
import { mayChange } from '../session/session.ts';
import type { Listing } from '../submissions/listing.ts';
import { findAll } from '../submissions/search.ts';
import { shareOf } from '../submissions/totals.ts';
import { TEXTS } from '../texts/texts.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { complain, say } from '../ui/toasts.ts';
import type { InboxView } from './inboxView.ts';
import { clearSelection, select, selected } from './selection.ts';

/** From this number on, deleting asks first. */
const ASKED_FROM = 20;

/** Actions on all selected submissions. */
export function BulkBar({ endpoint, listing, triage }: InboxView) {
  const isAsking = useSignal(false);
  const finding = useRef<AbortController | undefined>(undefined);
  // Without a selection there is no bar: submissions found later are not selected in another tab.
  useEffect(() => () => finding.current?.abort(), []);
  const selectAll = () => {
    finding.current?.abort();
    finding.current = new AbortController();
    void selectAllFound(listing, finding.current);
  };
  const count = selected.value.size;
  const mayAct = mayChange('submissions');
  const deleteThem = () => {
    if (count < ASKED_FROM) triage.deleteThem();
    else isAsking.value = true;
  };
  const areSpam = [...selected.value.values()].every(({ isSpam }) => isSpam);
  const areWanted = [...selected.value.values()].every(({ isSpam }) => !isSpam);
  return (
    <div class="bulk" role="toolbar" aria-label={TEXTS.inbox.bulk}>
      <IconButton icon="close" label={TEXTS.inbox.clear} onClick={clearSelection} />
      <strong>{TEXTS.inbox.selected(count)}</strong>
      {mayAct && (
        <>
          <IconButton icon="read" label={TEXTS.commands.read} onClick={() => triage.setFlags({ isRead: true })} />
          <IconButton icon="unread" label={TEXTS.commands.unread} onClick={() => triage.setFlags({ isRead: false })} />
          <IconButton
            icon={areSpam ? 'notSpam' : 'spam'}
            label={areSpam ? TEXTS.inbox.notSpam : TEXTS.inbox.toSpam}
            onClick={() => triage.toggleSpam()}
          />
          {areWanted && endpoint.spamFilter === 'learn' && (
            <IconButton icon="notSpam" label={TEXTS.inbox.notSpam} onClick={() => triage.teachWanted()} />
          )}
          <IconButton icon="trash" label={TEXTS.commands.delete} onClick={deleteThem} />
        </>
      )}
      {!listing.isComplete.value && (
        <button type="button" class="link" onClick={selectAll}>
          {TEXTS.inbox.selectAllFound}
        </button>
      )}
      {isAsking.value && (
        <FormDialog
          title={TEXTS.inbox.deleteManyTitle(count)}
          submit={TEXTS.commands.delete}
          isDangerous
          save={async () => triage.deleteThem()}
          onClose={() => (isAsking.value = false)}
        >
          <p>{TEXTS.inbox.deleteManyText}</p>
        </FormDialog>
      )}
    </div>
  );
}

/** Selects all matches in the whole list, with progress and a way to cancel. */
async function selectAllFound({ endpointId, filter }: Listing, abort: AbortController): Promise<void> {
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
    if (!isCancelled(error)) complain(error);
  } finally {
    word.remove();
  }
}
