import { TEXTS } from '../texts/texts.ts';
import { Field } from '../ui/Field.tsx';
import { Switch } from '../ui/Switch.tsx';
import { FilterPausedIfSo } from './FilterPaused.tsx';
import { type FormPart, fieldProps } from './fieldProps.ts';

const { spamForm: texts } = TEXTS;
const SPAM_FIELDS = ['honeypotField', 'allowedOrigins', 'blockedTerms', 'captcha'] as const;

interface SpamFieldsProps extends FormPart {
  /** The endpoint, if its filter is on. */
  learningId: string | undefined;
  isOpen: boolean;
}

/** Settings of spam protection. */
export function SpamFields({ learningId, isOpen, ...part }: SpamFieldsProps) {
  const { draft, set, problems } = part;
  const hasProblem = SPAM_FIELDS.some((name) => problems[name] !== undefined);
  return (
    <details class="spam-fields" open={isOpen || hasProblem}>
      <summary>{texts.title}</summary>
      <div class="stack">
        <p class="hint">
          {texts.text} <a href="/guide/spam">{TEXTS.moreInGuide}</a>
        </p>
        <Switch
          name="spamFilter"
          label={texts.learn}
          hint={texts.learnHint}
          isOn={draft.spamFilter === 'learn'}
          onChange={(isOn) => set({ spamFilter: isOn ? 'learn' : 'off' })}
        />
        {learningId && <FilterPausedIfSo endpointId={learningId} />}
        <CaptchaFields {...part} />
        <Field isLong {...fieldProps('blockedTerms', texts, part)} />
        <Field isLong placeholder="https://example.com" {...fieldProps('allowedOrigins', texts, part)} />
        <Field {...fieldProps('honeypotField', texts, part)} />
      </div>
    </details>
  );
}

function CaptchaFields(part: FormPart) {
  const { captcha } = part.draft;
  const isHosted = captcha !== 'none' && captcha !== 'altcha';
  return (
    <>
      <Field
        {...fieldProps('captcha', texts, part)}
        hint={texts.captchaHint[isHosted ? 'hosted' : captcha]}
        options={texts.provider}
      />
      {isHosted && (
        <>
          <Field {...fieldProps('siteKey', texts, part)} />
          <Field {...fieldProps('secret', texts, part)} />
        </>
      )}
    </>
  );
}
