import { type Signal, useSignal } from '@preact/signals';
import { COLORS, ICONS } from '../../../shared/contract/choices.ts';
import type { Endpoint } from '../../../shared/contract/schemas/endpoint.ts';
import { asFailure, type RequestFailed } from '../api/requestFailed.ts';
import { mayWrite } from '../session/session.ts';
import { TEXTS } from '../texts/texts.ts';
import { Field } from '../ui/Field.tsx';
import { EndpointIcon } from '../ui/Icon.tsx';
import { Problem } from '../ui/Problem.tsx';
import { Switch } from '../ui/Switch.tsx';
import { ConfirmationFields } from './ConfirmationFields.tsx';
import { type EndpointDraft, type FieldProblems, fieldProblemsOf, slugFrom } from './endpointFields.ts';
import { FileFields } from './FileFields.tsx';
import { SpamFields } from './SpamFields.tsx';

const { form: texts } = TEXTS;

interface EndpointFormProps {
  draft: Signal<EndpointDraft>;
  /** The endpoint to change; undefined for a new one. */
  endpoint?: Endpoint;
  /** @throws RequestFailed */
  save: () => Promise<void>;
}

/** All settings of an endpoint. */
export function EndpointForm({ draft, endpoint, save }: EndpointFormProps) {
  const isNew = endpoint === undefined;
  const learningId = endpoint?.spamFilter === 'learn' ? endpoint.id : undefined;
  const problems = useSignal<FieldProblems>({});
  const failure = useSignal<RequestFailed | undefined>(undefined);
  const isBusy = useSignal(false);
  const set = (changes: Partial<EndpointDraft>) => (draft.value = { ...draft.value, ...changes });

  async function submit() {
    isBusy.value = true;
    failure.value = undefined;
    try {
      await save();
      problems.value = {};
    } catch (error) {
      const refused = asFailure(error);
      problems.value = fieldProblemsOf(refused, draft.value);
      if (Object.keys(problems.value).length === 0) failure.value = refused;
    }
    isBusy.value = false;
    const [first] = Object.keys(problems.value);
    if (first) document.getElementById(`field-${first}`)?.focus();
  }

  const { name, slug, targetEmails, redirectUrl } = draft.value;
  // The short name follows the name until it is edited.
  const named = (text: string) =>
    set({ name: text, ...(isNew && slug === slugFrom(name) && { slug: slugFrom(text) }) });
  return (
    <form
      class="stack form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <fieldset class="stack" disabled={!mayWrite.value}>
        <Field name="name" label={texts.name} value={name} problem={problems.value.name} onInput={named} />
        <Field
          name="slug"
          label={texts.slug}
          hint={texts.slugHint}
          value={slug}
          problem={problems.value.slug}
          onInput={(text) => set({ slug: text })}
        />
        <Appearance draft={draft.value} set={set} />
        <Field
          name="targetEmails"
          label={texts.emails}
          hint={texts.emailsHint}
          isLong
          value={targetEmails}
          problem={problems.value.targetEmails}
          onInput={(text) => set({ targetEmails: text })}
        />
        <Switch
          label={texts.notify}
          hint={texts.notifyHint}
          isOn={draft.value.emailNotifications}
          onChange={(isOn) => set({ emailNotifications: isOn })}
        />
        <Field
          name="redirectUrl"
          label={texts.redirect}
          hint={texts.redirectHint}
          inputMode="url"
          placeholder="https://"
          value={redirectUrl}
          problem={problems.value.redirectUrl}
          onInput={(text) => set({ redirectUrl: text })}
        />
        <Switch
          label={texts.enabled}
          hint={texts.enabledHint}
          isOn={draft.value.isEnabled}
          onChange={(isOn) => set({ isEnabled: isOn })}
        />
        <FileFields draft={draft.value} set={set} problems={problems.value} />
        <ConfirmationFields draft={draft.value} set={set} problems={problems.value} />
        <SpamFields learningId={learningId} draft={draft.value} set={set} problems={problems.value} isOpen={!isNew} />
      </fieldset>
      <Problem failure={failure.value} />
      <p>
        <button
          type="submit"
          disabled={isBusy.value || !mayWrite.value}
          title={mayWrite.value ? undefined : TEXTS.needsWrite}
        >
          {isNew ? texts.create : texts.save}
        </button>
        {!mayWrite.value && <span class="small soft beside">{TEXTS.needsWrite}</span>}
      </p>
    </form>
  );
}

function Appearance({ draft, set }: { draft: EndpointDraft; set: (changes: Partial<EndpointDraft>) => void }) {
  return (
    <div class="appearance">
      <fieldset class="swatches">
        <legend>{texts.color}</legend>
        {COLORS.map((color) => (
          <label key={color} class="swatch" title={color}>
            <input type="radio" name="color" checked={draft.color === color} onChange={() => set({ color })} />
            <span class={`color-${color}`} />
            <span class="said">{color}</span>
          </label>
        ))}
      </fieldset>
      <details class="icons">
        <summary>
          <EndpointIcon {...draft} /> {texts.icon}
        </summary>
        <fieldset class="icon-grid">
          <legend class="said">{texts.icon}</legend>
          {ICONS.map((icon) => (
            <label key={icon} class="icon-choice" title={icon}>
              <input type="radio" name="icon" checked={draft.icon === icon} onChange={() => set({ icon })} />
              <EndpointIcon icon={icon} color={draft.color} />
              <span class="said">{icon}</span>
            </label>
          ))}
        </fieldset>
      </details>
    </div>
  );
}
