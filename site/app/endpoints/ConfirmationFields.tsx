import { sampleValueOf, splitAtPlaceholders } from '../../../shared/contract/placeholders.ts';
import type { Endpoint } from '../../../shared/contract/schemas/endpoint.ts';
import { TEXTS } from '../texts/texts.ts';
import { Field } from '../ui/Field.tsx';
import { Switch } from '../ui/Switch.tsx';
import { ConfirmationStatus, ConfirmationTrial } from './ConfirmationTrial.tsx';
import type { EndpointDraft, FieldProblems } from './endpointFields.ts';

const { confirmationForm: texts } = TEXTS;

interface ConfirmationFieldsProps {
  /** The stored endpoint; undefined for a new one. */
  endpoint: Endpoint | undefined;
  draft: EndpointDraft;
  set: (changes: Partial<EndpointDraft>) => void;
  problems: FieldProblems;
}

/** Settings of the mail to the sender of a form. */
export const ConfirmationFields = ({ endpoint, draft, set, problems }: ConfirmationFieldsProps) => (
  <>
    <Switch label={texts.title} hint={texts.hint} isOn={draft.confirms} onChange={(confirms) => set({ confirms })} />
    {draft.confirms && (
      <>
        {endpoint && <ConfirmationStatus endpointId={endpoint.id} />}
        {(['subject', 'text', 'emailField', 'replyTo'] as const).map((name) => (
          <Field
            key={name}
            name={name}
            label={texts[name]}
            hint={texts.hints[name]}
            isLong={name === 'text'}
            value={draft[name]}
            problem={problems[name]}
            onInput={(text) => set({ [name]: text })}
          />
        ))}
        <Switch
          label={texts.verify}
          hint={texts.verifyHint}
          isOn={draft.verify}
          onChange={(verify) => set({ verify })}
        />
        <details>
          <summary>{texts.preview}</summary>
          <p>
            <strong>{filledIn(draft.subject, draft.name)}</strong>
          </p>
          <p class="confirmation-text" dir="auto">
            {filledIn(draft.text, draft.name)}
          </p>
          <p class="small soft">
            {texts.previewEnd} <a href="/guide/confirmations">{texts.guide}</a>
          </p>
        </details>
        {endpoint && <ConfirmationTrial of={endpoint} draft={draft} />}
      </>
    )}
  </>
);

/** A template with example values; fields show their names. */
function filledIn(template: string, form: string): string {
  const known: Record<string, string> = {
    form,
    date: new Date().toISOString().slice(0, 10),
    reference: 'sub_01JD0B6E1G7XQ3N5R8TVW2KYPM',
  };
  return splitAtPlaceholders(template)
    .map((part, place) => (place % 2 === 0 ? part : (known[part] ?? sampleValueOf(part.replace(/^field\./, '')))))
    .join('');
}
