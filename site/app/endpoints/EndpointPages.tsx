import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import type { Endpoint } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import { session } from '../session/session.ts';
import { WriteButton } from '../session/WriteButton.tsx';
import { TEXTS } from '../texts/texts.ts';
import { PATHS } from '../ui/paths.ts';
import { say } from '../ui/toasts.ts';
import { differing } from '../ui/unsavedChanges.ts';
import { useDraft } from '../ui/useDraft.ts';
import { DeleteEndpoint } from './DeleteEndpoint.tsx';
import { EndpointForm } from './EndpointForm.tsx';
import { bodyOf, draftOf, FIELD_LABELS, newBodyOf, newEndpoint } from './endpointFields.ts';
import { addEndpoint, changeEndpoint, endpointDefaults, endpoints } from './endpoints.ts';
import { UseIt } from './UseIt.tsx';

const SECRETS = ['secret'] as const;

/** Creates an endpoint. */
export function NewEndpoint() {
  const { route } = useLocation();
  const draft = useDraft(`new-${session.value?.workspaceId}`, newEndpoint(endpointDefaults.value), {
    secrets: SECRETS,
  });
  const id = useRef('');
  const save = async () => {
    ({ id: id.current } = await addEndpoint(newBodyOf(draft.value, endpoints.value !== undefined)));
    draft.discard();
    say(TEXTS.endpoint.created);
  };
  return (
    <div class="page">
      <h1>{TEXTS.endpoint.new}</h1>
      <p class="soft">{TEXTS.endpoint.newText}</p>
      <EndpointForm draft={draft} save={save} onSaved={() => route(PATHS.inbox(id.current))} />
    </div>
  );
}

/** Changes or deletes an endpoint. */
export function EndpointSettings({ endpoint }: { endpoint: Endpoint }) {
  const draft = useDraft(endpoint.id, draftOf(endpoint), { secrets: SECRETS, labels: FIELD_LABELS });
  const isDeleting = useSignal(false);
  const save = async () => {
    const saved = await changeEndpoint(endpoint.id, (now) =>
      differing(bodyOf(draft.onto(draftOf(now))), bodyOf(draftOf(now))),
    );
    draft.saved(draftOf(saved));
    say(TEXTS.saved);
  };
  return (
    <>
      <div class="page">
        <h2>{TEXTS.endpoint.view.settings}</h2>
        <EndpointForm draft={draft} endpoint={endpoint} save={save} />
        <section class="danger-zone">
          <h2>{TEXTS.endpoint.delete}</h2>
          <p class="soft">{TEXTS.endpoint.deleteText}</p>
          <WriteButton group="endpoints" class="danger" onClick={() => (isDeleting.value = true)}>
            {TEXTS.endpoint.delete}…
          </WriteButton>
        </section>
      </div>
      {isDeleting.value && <DeleteEndpoint endpoint={endpoint} onClose={() => (isDeleting.value = false)} />}
    </>
  );
}

/** The code to paste. */
export const EndpointUse = ({ endpoint }: { endpoint: Endpoint }) => (
  <div class="page">
    <h2>{TEXTS.use.title}</h2>
    <p class="soft">{TEXTS.use.text}</p>
    <UseIt endpoint={endpoint} />
  </div>
);
