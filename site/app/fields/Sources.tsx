import { useSignal } from '@preact/signals';
import type { Endpoint } from '../../../shared/contract/schemas/endpoint.ts';
import { call } from '../api/client.ts';
import { WriteButton } from '../session/WriteButton.tsx';
import { TEXTS } from '../texts/texts.ts';
import { Icon } from '../ui/Icon.tsx';
import { say } from '../ui/toasts.ts';
import { useRequest } from '../ui/useRequest.ts';
import { PasteForm } from './PasteForm.tsx';
import type { RuleDraft } from './ruleDraft.ts';
import type { PastedForm } from './rulesFromHtml.ts';
import { rulesFromSubmissions, SUBMISSIONS_READ } from './rulesFromSubmissions.ts';

const { fields: texts } = TEXTS;

interface SourcesProps {
  endpoint: Endpoint;
  fieldsNow: () => readonly RuleDraft[];
  set: (fields: readonly RuleDraft[]) => void;
}

/** Ways to add rules: from a form's HTML, from submissions, or by hand. */
export function Sources({ endpoint, fieldsNow, set }: SourcesProps) {
  const isPasting = useSignal(false);
  const { isBusy, send } = useRequest();

  function useForm({ fields: read, invalidPatterns }: PastedForm) {
    // HTML has no error messages.
    const messages = new Map(fieldsNow().map(({ name, message }) => [name, message]));
    set(read.map((rule) => ({ ...rule, message: rule.message ?? messages.get(rule.name) })));
    say(texts.pasted(read.length));
    if (invalidPatterns.length > 0) say(texts.invalidPatterns(invalidPatterns), { isProblem: true });
  }

  async function readSubmissions() {
    const query = { limit: SUBMISSIONS_READ };
    const { submissions } = await call('listSubmissions', { params: { endpointId: endpoint.id }, query });
    const fields = fieldsNow();
    const names = new Set(fields.map(({ name }) => name));
    const found = rulesFromSubmissions(submissions.filter(({ isSpam }) => !isSpam)).filter(
      ({ name }) => !names.has(name),
    );
    if (found.length > 0) set([...fields, ...found]);
    say(texts.found(found.length));
  }

  return (
    <div class="cluster">
      <WriteButton onClick={() => (isPasting.value = true)}>{texts.paste}</WriteButton>
      <WriteButton
        class="quiet"
        title={texts.fromSubmissionsHint}
        disabled={isBusy}
        onClick={() => send(readSubmissions)}
      >
        {texts.fromSubmissions}
      </WriteButton>
      <WriteButton class="quiet" onClick={() => set([...fieldsNow(), { name: '', type: 'text' }])}>
        <Icon name="plus" /> {texts.add}
      </WriteButton>
      {isPasting.value && <PasteForm endpoint={endpoint} onRead={useForm} onClose={() => (isPasting.value = false)} />}
    </div>
  );
}
