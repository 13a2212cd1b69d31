import { LANGUAGES } from '../../../shared/contract/formLanguages.ts';
import { PENDING_DAYS } from '../../../shared/contract/limits.ts';
import { sampleValueOf, splitAtPlaceholders } from '../../../shared/contract/placeholders.ts';
import type { Endpoint } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import { ENGLISH_FOOTER as FOOTER, minuteText } from '../../../shared/messages/confirmationFooter.ts';
import { allows } from '../session/session.ts';
import { TEXTS } from '../texts/texts.ts';
import { Field } from '../ui/Field.tsx';
import { Switch } from '../ui/Switch.tsx';
import { ConfirmationStatus, ConfirmationTrial } from './ConfirmationTrial.tsx';
import { daysTyped, type EndpointDraft, verifying } from './endpointFields.ts';
import { type FormPart, fieldProps, switchProps } from './fieldProps.ts';

const { confirmationForm: texts } = TEXTS;

interface ConfirmationFieldsProps extends FormPart {
  /** The stored endpoint; undefined for a new one. */
  endpoint: Endpoint | undefined;
}

/** Settings of the mail to the sender of a form. */
export const ConfirmationFields = ({ endpoint, ...part }: ConfirmationFieldsProps) => (
  <>
    <Switch {...switchProps('confirms', texts, part)} />
    {part.draft.confirms && (
      <>
        {endpoint && allows('confirmations') && <ConfirmationStatus endpointId={endpoint.id} />}
        {(['subject', 'text', 'emailField', 'replyTo'] as const).map((name) => (
          <Field key={name} isLong={name === 'text'} {...fieldProps(name, texts, part)} />
        ))}
        <Field {...fieldProps('language', texts, part)} options={END_LANGUAGES} />
        <Switch
          {...switchProps('verify', texts, part)}
          onChange={(verify) => part.set(verifying(part.draft, verify))}
        />
        <Preview {...part.draft} />
        {endpoint && allows('confirmations') && <ConfirmationTrial of={endpoint} draft={part.draft} />}
      </>
    )}
  </>
);

/** The sender's, or a certain one. */
const END_LANGUAGES = {
  '': texts.ofSender,
  ...Object.fromEntries(Object.entries(LANGUAGES).map(([language, { name }]) => [language, name])),
};

/** When a submission of today is deleted unless its sender confirms it. */
const pendingUntil = (draft: Pick<EndpointDraft, 'keepDays' | 'keep'>): string =>
  minuteText(Date.now() + Math.min(PENDING_DAYS, daysTyped(draft) ?? PENDING_DAYS) * 86_400_000);

const Preview = ({ name, subject, text, verify, language, ...draft }: EndpointDraft) => (
  <details>
    <summary>{texts.preview}</summary>
    <div class="stack">
      <p>
        <strong>{filledIn(subject, name)}</strong>
      </p>
      <p class="confirmation-text" dir="auto">
        {filledIn(text, name)}
      </p>
      {verify && (
        <>
          <p>{FOOTER.needed(pendingUntil(draft))}</p>
          <p>
            <span class="button">{FOOTER.confirm}</span>
          </p>
        </>
      )}
      <p class="small soft">
        {FOOTER.why(name)} {FOOTER.ignore} <u>{FOOTER.unsubscribe}</u>
      </p>
      <p class="small soft">
        {language !== 'en' && texts.previewEnd} <a href="/guide/confirmations">{texts.guide}</a>
      </p>
    </div>
  </details>
);

/** A template with example values; fields show their names. */
function filledIn(template: string, form: string): string {
  const known: Record<string, string> = {
    form,
    date: `${new Date().toISOString().slice(0, 10)} UTC`,
    reference: 'sub_01JD0B6E1G7XQ3N5R8TVW2KYPM',
  };
  return splitAtPlaceholders(template)
    .map((part, place) => (place % 2 === 0 ? part : (known[part] ?? sampleValueOf(part.replace(/^field\./, '')))))
    .join('');
}
