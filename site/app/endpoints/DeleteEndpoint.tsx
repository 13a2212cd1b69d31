import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso';
import type { Endpoint } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import { totalsOf } from '../submissions/totals.ts';
import { TEXTS } from '../texts/texts.ts';
import { Field } from '../ui/Field.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { PATHS } from '../ui/paths.ts';
import { say } from '../ui/toasts.ts';
import { removeEndpoint } from './endpoints.ts';

const { endpoint: texts } = TEXTS;

/** Asks for the endpoint's name, and lists the data that is deleted with it. */
export function DeleteEndpoint({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const { route } = useLocation();
  const typed = useSignal('');
  const count = totalsOf(endpoint.id)?.submissions;
  async function remove() {
    await removeEndpoint(endpoint.id);
    say(texts.deleted(endpoint.name));
    if (location.pathname.startsWith(PATHS.inbox(endpoint.id))) route(PATHS.start, true);
  }
  return (
    <FormDialog
      title={texts.deleteTitle(endpoint.name)}
      submit={texts.delete}
      isDangerous
      isReady={typed.value.trim() === endpoint.name.trim()}
      save={remove}
      onClose={onClose}
    >
      <p>{count === undefined ? texts.deleteWarning : texts.deleteWarningWith(count)}</p>
      <Field
        name="confirm"
        label={texts.typeName(endpoint.name)}
        value={typed.value}
        onInput={(text) => (typed.value = text)}
      />
    </FormDialog>
  );
}
