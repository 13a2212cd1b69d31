import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import type { Endpoint } from '../../../shared/contract/schemas/endpoint.ts';
import { asFailure, type RequestFailed } from '../api/requestFailed.ts';
import { countSubmissions } from '../submissions/pages.ts';
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
  const count = useSignal<number | undefined>(undefined);
  const failure = useSignal<RequestFailed | undefined>(undefined);
  useEffect(() => {
    countSubmissions(endpoint.id).then(
      (counted) => (count.value = counted),
      (error) => (failure.value = asFailure(error)),
    );
  }, []);
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
        <p>{count.value === undefined ? texts.deleteWarning : texts.deleteWarningWith(count.value)}</p>
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
