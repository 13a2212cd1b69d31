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
          label={texts.learn}
          hint={texts.learnHint}
          isOn={draft.spamFilter === 'learn'}
          onChange={(isOn) => set({ spamFilter: isOn ? 'learn' : 'off' })}
        />
        {learningId && <FilterPausedIfSo endpointId={learningId} />}
        <CaptchaFields draft={draft} set={set} problem={problems.captcha} />
        <Field isLong {...fieldProps('blockedTerms', texts, part)} />
        <Field isLong placeholder="https://example.com" {...fieldProps('allowedOrigins', texts, part)} />
        <Field {...fieldProps('honeypotField', texts, part)} />
      </div>
    </details>
  );
}

function CaptchaFields({
  draft: { captcha },
  set,
  problem,
}: Pick<SpamFieldsProps, 'draft' | 'set'> & { problem: string | undefined }) {
  const change = (changes: Partial<typeof captcha>) => set({ captcha: { ...captcha, ...changes } });
  const isHosted = captcha.provider !== 'none' && captcha.provider !== 'altcha';
  return (
    <>
      <Field
        name="captcha"
        label={texts.captcha}
        hint={texts.captchaHint[isHosted ? 'hosted' : captcha.provider === 'altcha' ? 'altcha' : 'none']}
        options={texts.provider}
        value={captcha.provider}
        problem={problem}
        onInput={(provider) => change({ provider: provider as typeof captcha.provider })}
      />
      {isHosted && (
        <>
          <Field
            name="siteKey"
            label={texts.siteKey}
            value={captcha.siteKey}
            onInput={(siteKey) => change({ siteKey })}
          />
          <Field
            name="secret"
            label={texts.secret}
            hint={texts.secretHint}
            value={captcha.secret}
            onInput={(secret) => change({ secret })}
          />
        </>
      )}
    </>
  );
}
