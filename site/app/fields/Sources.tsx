import { useSignal } from '@preact/signals';
import type { Endpoint } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import { WriteButton } from '../session/WriteButton.tsx';
import { TEXTS } from '../texts/texts.ts';
import { Icon } from '../ui/Icon.tsx';
import { say } from '../ui/toasts.ts';
import { PasteForm } from './PasteForm.tsx';
import type { RuleDraft } from './ruleDraft.ts';
import type { PastedForm } from './rulesFromHtml.ts';

const { fields: texts } = TEXTS;

interface SourcesProps {
  endpoint: Endpoint;
  fieldsNow: () => readonly RuleDraft[];
  set: (fields: readonly RuleDraft[]) => void;
}

/** Ways to add rules: from a form's HTML or by hand. */
export function Sources({ endpoint, fieldsNow, set }: SourcesProps) {
  const isPasting = useSignal(false);

  function useForm({ fields: read, invalidPatterns }: PastedForm) {
    // HTML has no error messages.
    const messages = new Map(fieldsNow().map(({ name, message }) => [name, message]));
    set(read.map((rule) => ({ ...rule, message: rule.message ?? messages.get(rule.name) })));
    say(texts.pasted(read.length));
    if (invalidPatterns.length > 0) say(texts.invalidPatterns(invalidPatterns), { isProblem: true });
  }

  return (
    <div class="cluster">
      <WriteButton group="endpoints" onClick={() => (isPasting.value = true)}>
        {texts.paste}
      </WriteButton>
      <WriteButton group="endpoints" class="quiet" onClick={() => set([...fieldsNow(), { name: '', type: 'text' }])}>
        <Icon name="plus" /> {texts.add}
      </WriteButton>
      {isPasting.value && <PasteForm endpoint={endpoint} onRead={useForm} onClose={() => (isPasting.value = false)} />}
    </div>
  );
}
