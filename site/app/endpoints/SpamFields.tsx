import { CAPTCHA_PROVIDERS, type CaptchaProvider } from '../../../shared/contract/choices.ts';
import { TEXTS } from '../texts/texts.ts';
import { Field } from '../ui/Field.tsx';
import { Switch } from '../ui/Switch.tsx';
import type { EndpointDraft, FieldProblems } from './endpointFields.ts';
import { FilterPausedIfSo } from './FilterPaused.tsx';

const { spamForm: texts } = TEXTS;
const SPAM_FIELDS = ['honeypotField', 'allowedOrigins', 'blockedTerms', 'captcha'] as const;

interface SpamFieldsProps {
  /** The endpoint, if its filter is on. */
  learningId: string | undefined;
  draft: EndpointDraft;
  set: (changes: Partial<EndpointDraft>) => void;
  problems: FieldProblems;
  isOpen: boolean;
}

/** Settings of spam protection. */
export function SpamFields({ learningId, draft, set, problems, isOpen }: SpamFieldsProps) {
  const hasProblem = SPAM_FIELDS.some((name) => problems[name] !== undefined);
  return (
    <details class="spam-fields" open={isOpen || hasProblem}>
      <summary>{texts.title}</summary>
      <div class="stack">
        <p class="hint">
          {texts.text} <a href="/guide/spam">{texts.guide}</a>
        </p>
        <Switch
          label={texts.learn}
          hint={texts.learnHint}
          isOn={draft.spamFilter === 'learn'}
          onChange={(isOn) => set({ spamFilter: isOn ? 'learn' : 'off' })}
        />
        {learningId && <FilterPausedIfSo endpointId={learningId} />}
        <CaptchaFields draft={draft} set={set} problem={problems.captcha} />
        <Field
          name="blockedTerms"
          label={texts.terms}
          hint={texts.termsHint}
          isLong
          value={draft.blockedTerms}
          problem={problems.blockedTerms}
          onInput={(blockedTerms) => set({ blockedTerms })}
        />
        <Field
          name="allowedOrigins"
          label={texts.origins}
          hint={texts.originsHint}
          isLong
          placeholder="https://example.com"
          value={draft.allowedOrigins}
          problem={problems.allowedOrigins}
          onInput={(allowedOrigins) => set({ allowedOrigins })}
        />
        <Field
          name="honeypotField"
          label={texts.honeypot}
          hint={texts.honeypotHint}
          value={draft.honeypotField}
          problem={problems.honeypotField}
          onInput={(honeypotField) => set({ honeypotField })}
        />
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
      <div class="field-box">
        <label for="field-captcha">{texts.captcha}</label>
        <select
          id="field-captcha"
          value={captcha.provider}
          aria-invalid={problem !== undefined}
          aria-describedby={problem ? 'field-captcha-problem field-captcha-hint' : 'field-captcha-hint'}
          onChange={({ currentTarget }) => change({ provider: currentTarget.value as CaptchaProvider | 'none' })}
        >
          {(['none', ...CAPTCHA_PROVIDERS] as const).map((provider) => (
            <option key={provider} value={provider} selected={provider === captcha.provider}>
              {texts.provider[provider]}
            </option>
          ))}
        </select>
        {problem && (
          <p id="field-captcha-problem" class="field-problem">
            {problem}
          </p>
        )}
        <p id="field-captcha-hint" class="hint">
          {texts.captchaHint[isHosted ? 'hosted' : captcha.provider === 'altcha' ? 'altcha' : 'none']}
        </p>
      </div>
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
