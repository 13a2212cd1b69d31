import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso';
import type { Endpoint } from '../../../shared/contract/schemas/endpoint.ts';
import { asFailure, type RequestFailed } from '../api/requestFailed.ts';
import { totalsOf } from '../submissions/totals.ts';
import { TEXTS } from '../texts/texts.ts';
import { ADDRESSES } from '../ui/addresses.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { Problem } from '../ui/Problem.tsx';
import { say } from '../ui/toasts.ts';
import { removeEndpoint } from './endpoints.ts';

const { endpoint: texts } = TEXTS;

/** Asks for the name of what is to go, and tells what goes with it. */
export function DeleteEndpoint({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const { route } = useLocation();
  const typed = useSignal('');
  const count = totalsOf(endpoint.id)?.submissions;
  const failure = useSignal<RequestFailed | undefined>(undefined);
  async function remove() {
    try {
      await removeEndpoint(endpoint.id);
      say(texts.deleted(endpoint.name));
      route(ADDRESSES.start, true);
    } catch (error) {
      failure.value = asFailure(error);
    }
  }
  return (
    <Dialog title={texts.deleteTitle(endpoint.name)} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void remove();
        }}
      >
        <p>{count === undefined ? texts.deleteWarning : texts.deleteWarningWith(count)}</p>
        <Field
          name="confirm"
          label={texts.typeName(endpoint.name)}
          value={typed.value}
          onInput={(text) => (typed.value = text)}
        />
        <Problem failure={failure.value} />
        <div class="dialog-actions">
          <button type="button" class="quiet" onClick={onClose}>
            {TEXTS.cancel}
          </button>
          <button type="submit" class="danger" disabled={typed.value.trim() !== endpoint.name.trim()}>
            {texts.delete}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
