import { useSignal } from '@preact/signals';
import type { Webhook, WebhookEvent } from '../../../shared/contract/schemas/webhook.ts';
import { TEXTS } from '../texts/texts.ts';
import { Field } from '../ui/Field.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { Switch } from '../ui/Switch.tsx';
import { say } from '../ui/toasts.ts';
import { useDraft } from '../ui/useDraft.ts';
import { NewSecret } from './NewSecret.tsx';
import { addWebhook, changeWebhook } from './webhooks.ts';

const { webhooks: texts } = TEXTS;
type Close = { onClose: () => void };
type Draft = Pick<Webhook, 'url' | 'events' | 'includeSpam'>;

const EVENTS = Object.keys(texts.eventOf) as WebhookEvent[];

/** Makes a webhook, and shows its secret this once. */
export function AddWebhook({ endpointId, onClose }: Close & { endpointId: string }) {
  const secret = useSignal<string | undefined>(undefined);
  if (secret.value !== undefined) {
    return <NewSecret title={texts.added} secret={secret.value} onClose={onClose} />;
  }
  const save = async (draft: Draft) => {
    secret.value = await addWebhook({ ...draft, endpointId });
  };
  const initial: Draft = { url: '', events: ['submission.created'], includeSpam: false };
  return <WebhookForm about={`webhook-${endpointId}`} isNew initial={initial} save={save} onClose={onClose} />;
}

/** Changes where a webhook leads, and what it is told. */
export function ChangeWebhook({ of: { id, url, events, includeSpam }, onClose }: Close & { of: Webhook }) {
  const save = async (draft: Draft) => {
    await changeWebhook(id, draft);
    say(texts.saved);
    onClose();
  };
  return <WebhookForm about={id} initial={{ url, events, includeSpam }} save={save} onClose={onClose} />;
}

interface WebhookFormProps extends Close {
  about: string;
  isNew?: boolean;
  initial: Draft;
  save: (draft: Draft) => Promise<void>;
}

function WebhookForm({ about, isNew = false, initial, save, onClose }: WebhookFormProps) {
  const { draft, forget } = useDraft(about, initial);
  const { url, events, includeSpam } = draft.value;
  const set = (changes: Partial<Draft>) => (draft.value = { ...draft.value, ...changes });
  const choose = (event: WebhookEvent) =>
    set({ events: EVENTS.filter((each) => (each === event) !== events.includes(each)) });
  const submit = async () => {
    await save({ ...draft.value, url: url.trim() });
    forget();
  };
  return (
    <FormDialog
      title={isNew ? texts.add : texts.changeTitle}
      submit={isNew ? texts.add : TEXTS.form.save}
      isReady={url.trim() !== '' && events.length > 0}
      save={submit}
      onClose={onClose}
    >
      {(problems) => (
        <>
          <Field
            name="url"
            label={texts.url}
            hint={texts.urlHint}
            inputMode="url"
            placeholder="https://"
            value={url}
            problem={problems.url}
            onInput={(text) => set({ url: text })}
          />
          <fieldset class="choice">
            <legend>{texts.events}</legend>
            {EVENTS.map((event) => (
              <label key={event} class="check">
                <input type="checkbox" checked={events.includes(event)} onChange={() => choose(event)} />
                {texts.eventOf[event]}
              </label>
            ))}
            {events.length === 0 && <p class="field-problem">{texts.eventsMissing}</p>}
          </fieldset>
          <Switch
            label={texts.spam}
            hint={texts.spamHint}
            isOn={includeSpam}
            onChange={(isOn) => set({ includeSpam: isOn })}
          />
        </>
      )}
    </FormDialog>
  );
}
