import { useSignal } from '@preact/signals';
import { COLORS, ICONS } from '../../../shared/contract/choices.ts';
import type { Endpoint } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import { without } from '../api/problemsByField.ts';
import type { RequestFailed } from '../api/requestFailed.ts';
import { mayChange, mayChangeSlug, refusalOf } from '../session/session.ts';
import { WriteButton } from '../session/WriteButton.tsx';
import { TEXTS } from '../texts/texts.ts';
import { Field } from '../ui/Field.tsx';
import { Form } from '../ui/Form.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { EndpointIcon } from '../ui/Icon.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Problem } from '../ui/Problem.tsx';
import { Switch } from '../ui/Switch.tsx';
import { toneOf } from '../ui/tones.ts';
import { Unsaved } from '../ui/Unsaved.tsx';
import type { Draft } from '../ui/useDraft.ts';
import { useRequest } from '../ui/useRequest.ts';
import { ClosingFields } from './ClosingFields.tsx';
import { ConfirmationFields } from './ConfirmationFields.tsx';
import { type EndpointDraft, type FieldProblems, fieldProblemsOf, shortenedIn, slugFrom } from './endpointFields.ts';
import { endpoints } from './endpoints.ts';
import { FileFields } from './FileFields.tsx';
import { fieldProps, switchProps } from './fieldProps.ts';
import { SpamFields } from './SpamFields.tsx';

const { form: texts } = TEXTS;

interface EndpointFormProps {
  draft: Draft<EndpointDraft>;
  /** The endpoint to change; undefined for a new one. */
  endpoint?: Endpoint;
  /** @throws RequestFailed */
  save: () => Promise<void>;
  /** Called only if the form is still open. */
  onSaved?: () => void;
}

/** All settings of an endpoint. */
export function EndpointForm({ draft, endpoint, save, onSaved }: EndpointFormProps) {
  const isNew = endpoint === undefined;
  const learningId = endpoint?.spamFilter === 'learn' ? endpoint.id : undefined;
  const problems = useSignal<FieldProblems>({});
  const failure = useSignal<RequestFailed | undefined>(undefined);
  const { set } = draft;
  const { isBusy, send } = useRequest((refused, isElsewhere) => {
    problems.value = fieldProblemsOf(refused, draft.value);
    failure.value = Object.keys(problems.value).length > 0 ? undefined : refused;
    if (!isElsewhere) focusFirst(problems.value);
  }, onSaved);
  const clear = () => {
    problems.value = {};
    failure.value = undefined;
  };
  async function submit() {
    await save();
    clear();
  }
  const discard = () => {
    draft.discard();
    clear();
  };

  const { name, slug } = draft.value;
  const isAsking = useSignal(false);
  const shortened = isNew ? [] : shortenedIn(draft.value, endpoint);
  const part = { draft: draft.value, set, problems: problems.value };
  // The short name follows the name until it is edited.
  const named = (text: string) =>
    set({ name: text, ...(isNew && slug === slugFrom(name) && { slug: slugFrom(text) }) });
  return (
    <>
      <Form
        class="stack form"
        submit={() => {
          if (shortened.length > 0) isAsking.value = true;
          else void send(submit);
        }}
        onEdit={(name) => (problems.value = without(problems.value, name))}
      >
        {endpoint?.unknownSettings && <Notice>{TEXTS.unknownSettings(Object.keys(endpoint.unknownSettings))}</Notice>}
        <fieldset class="stack" disabled={!mayChange('endpoints')}>
          <Field {...fieldProps('name', texts, part)} onInput={named} />
          {mayChangeSlug.value && <Field {...fieldProps('slug', texts, part)} />}
          <Appearance draft={draft.value} set={set} />
          <Field isLong {...fieldProps('targetEmails', texts, part)} />
          <Switch {...switchProps('emailNotifications', texts, part)} />
          <Field inputMode="url" placeholder="https://" {...fieldProps('redirectUrl', texts, part)} />
          {draft.value.redirectUrl.trim() === '' && <Field isLong {...fieldProps('thankYouText', texts, part)} />}
          <Switch {...switchProps('duplicates', texts, part)} />
          {(endpoint ?? endpoints.value) && (
            <>
              <Field {...fieldProps('keepDays', texts, part)} />
              <Switch {...switchProps('keep', texts, part)} />
              <Field {...fieldProps('keepSpamDays', texts, part)} />
            </>
          )}
          <ClosingFields {...part} />
          <FileFields {...part} />
          <ConfirmationFields endpoint={endpoint} {...part} />
          <SpamFields learningId={learningId} isOpen={!isNew} {...part} />
        </fieldset>
        <div class="form-end stack">
          <Problem failure={failure.value} />
          <p class="cluster">
            <WriteButton group="endpoints" type="submit" disabled={isBusy}>
              {isNew ? texts.create : TEXTS.save}
            </WriteButton>
            <span class="small soft">{refusalOf('endpoints')}</span>
            <Unsaved isChanged={draft.isChanged} discard={discard} />
          </p>
        </div>
      </Form>
      {isAsking.value && (
        <FormDialog
          title={texts.removesMore}
          submit={TEXTS.save}
          isDangerous
          save={async () => void send(submit)}
          onClose={() => (isAsking.value = false)}
        >
          {shortened.map(([name, days]) => (
            <p key={name}>{texts.removesMoreText(name, days)}</p>
          ))}
        </FormDialog>
      )}
    </>
  );
}

/** Focuses the first field of the page with a problem. */
function focusFirst(problems: FieldProblems): void {
  const fields = document.querySelectorAll<HTMLInputElement>('.form [name]');
  const first = [...fields].find(({ name }) => Object.hasOwn(problems, name));
  first?.closest('details')?.setAttribute('open', '');
  first?.focus();
}

function Appearance({ draft, set }: { draft: EndpointDraft; set: (changes: Partial<EndpointDraft>) => void }) {
  return (
    <div class="appearance">
      <fieldset class="swatches cluster">
        <legend>{texts.color}</legend>
        {COLORS.map((color) => (
          <label key={color} class="swatch" title={color}>
            <input type="radio" name="color" checked={draft.color === color} onChange={() => set({ color })} />
            <span class={`toned color-${color}`} style={toneOf(color)} />
            <span class="said">{color}</span>
          </label>
        ))}
      </fieldset>
      <details class="icons">
        <summary>
          <EndpointIcon {...draft} /> {texts.icon}
        </summary>
        <fieldset class="icon-grid cluster">
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
