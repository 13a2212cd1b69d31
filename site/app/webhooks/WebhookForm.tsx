import { useSignal } from '@preact/signals';
import type { Endpoint } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import type { Webhook, WebhookEvent } from '../../../shared/contract/schemas/webhooks/webhook.ts';
import { DEFAULT_FORMAT, formatOfUrl, type WebhookFormat } from '../../../shared/contract/webhookFormats.ts';
import { recipeOfUrl } from '../../../shared/contract/webhookRecipes.ts';
import { requireSecret } from '../api/requestFailed.ts';
import { TEXTS } from '../texts/texts.ts';
import { Field } from '../ui/Field.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { Switch } from '../ui/Switch.tsx';
import { say } from '../ui/toasts.ts';
import { Unsaved } from '../ui/Unsaved.tsx';
import { differing } from '../ui/unsavedChanges.ts';
import { type Draft, useDraft } from '../ui/useDraft.ts';
import { FormatTiles } from './FormatTiles.tsx';
import { type HeaderChange, type HeaderDraft, HeaderFields, headersOf } from './HeaderFields.tsx';
import { Preview } from './Preview.tsx';
import { TemplateField } from './TemplateField.tsx';
import { showWebhookSecret } from './WebhookDialogs.tsx';
import { addWebhook, changeWebhook } from './webhooks.ts';

const { webhooks: texts } = TEXTS;
type Close = { onClose: () => void };

/** The unsaved form. Headers are secrets and not part of the draft. */
interface Fields {
  url: string;
  events: WebhookEvent[];
  includeSpam: boolean;
  format: WebhookFormat;
  template: string;
}

const EVENTS = Object.keys(texts.eventOf) as WebhookEvent[];

/** Names of the fields in messages. */
const LABELS = {
  url: texts.url,
  events: texts.events,
  includeSpam: texts.spam,
  format: TEXTS.format.legend,
  template: TEXTS.format.template,
};

/** Adds a webhook. If requests are signed, shows the secret once. */
export function AddWebhook({ endpoint, format, onClose }: Close & { endpoint: Endpoint; format: WebhookFormat }) {
  const initial: Fields = { url: '', events: ['submission.created'], includeSpam: false, format, template: '' };
  const draft = useDraft(`webhook-${endpoint.id}`, initial);
  const save = async (headers: HeaderChange) => {
    const { format: chosen } = draft.value;
    const made = await addWebhook({ ...bodyOf(draft.value), ...headers, endpointId: endpoint.id });
    draft.discard();
    if (chosen === DEFAULT_FORMAT || chosen === 'template') showWebhookSecret(texts.added, requireSecret(made));
    else say(TEXTS.format.added(TEXTS.formats[chosen].name));
  };
  return <WebhookForm endpoint={endpoint} draft={draft} save={save} onClose={onClose} />;
}

/** Changes a webhook's URL, format and events. */
export function ChangeWebhook({ endpoint, of: webhook, onClose }: Close & { endpoint: Endpoint; of: Webhook }) {
  const { id } = webhook;
  const draft = useDraft(id, draftOf(webhook), { labels: LABELS });
  const save = async (headers: HeaderChange) => {
    const saved = await changeWebhook(id, (now) => ({
      ...differing(bodyOf(draft.onto(draftOf(now))), bodyOf(draftOf(now))),
      ...headers,
    }));
    draft.saved(draftOf(saved));
    say(TEXTS.saved);
  };
  return <WebhookForm endpoint={endpoint} of={webhook} draft={draft} save={save} onClose={onClose} />;
}

const draftOf = ({ url, events, includeSpam, format = DEFAULT_FORMAT, template = '' }: Webhook): Fields => ({
  url,
  events,
  includeSpam,
  format,
  template,
});

/** The request's fields, except for headers. */
const bodyOf = ({ url, events, includeSpam, format, template }: Fields) => ({
  url: url.trim(),
  events,
  includeSpam,
  // The standard format is the default, so it has no name.
  format: format === DEFAULT_FORMAT ? null : format,
  ...(format === 'template' && { template }),
});

interface WebhookFormProps extends Close {
  endpoint: Endpoint;
  /** The webhook to change; absent for a new one. */
  of?: Webhook;
  draft: Draft<Fields>;
  save: (headers: HeaderChange) => Promise<void>;
}

function WebhookForm({ endpoint, of: webhook, draft, save, onClose }: WebhookFormProps) {
  const headers = useSignal<HeaderDraft>({ text: '', isRemoved: false });
  /** The service that the URL identifies. */
  const recognized = useSignal<string | undefined>(undefined);
  const { url, events, includeSpam, format, template } = draft.value;
  const { set } = draft;
  const setUrl = (url: string) => {
    const recipe = recipeOfUrl(url.trim());
    const found = formatOfUrl(url.trim()) ?? (recipe && 'template');
    recognized.value = recipe?.name ?? (found && TEXTS.formats[found].name);
    set({ url, ...(found && { format: found }) });
  };
  const { find, placeholder } = TEXTS.formats[format];
  return (
    <FormDialog
      title={webhook ? texts.changeTitle : texts.add}
      submit={webhook ? TEXTS.save : texts.add}
      isReady={url.trim() !== '' && events.length > 0}
      save={() => save(headersOf(headers.value))}
      onClose={onClose}
    >
      {(problems) => (
        <>
          <Field
            name="url"
            label={texts.url}
            hint={recognized.value ? TEXTS.format.recognized(recognized.value) : find}
            inputMode="url"
            placeholder={placeholder}
            value={url}
            problem={problems.url}
            onInput={setUrl}
          />
          <FormatTiles
            value={format}
            onChoose={(chosen) => {
              recognized.value = undefined;
              set({ format: chosen });
            }}
          />
          {format === 'template' && (
            <TemplateField
              value={template}
              url={url}
              problem={problems.template}
              onChange={(changed, names) => {
                set({ template: changed });
                if (names) headers.value = { text: names, isRemoved: false };
              }}
            />
          )}
          <Preview endpoint={endpoint} format={format} template={template} />
          <details open={format === 'template' || problems.headers !== undefined || webhook !== undefined}>
            <summary>{TEXTS.format.more}</summary>
            <div class="stack">
              <Events value={events} onChange={(changed) => set({ events: changed })} />
              <Switch
                label={texts.spam}
                hint={texts.spamHint}
                isOn={includeSpam}
                onChange={(isOn) => set({ includeSpam: isOn })}
              />
              <HeaderFields draft={headers} stored={webhook?.headerNames ?? []} problem={problems.headers} />
            </div>
          </details>
          <Unsaved {...draft} />
        </>
      )}
    </FormDialog>
  );
}

function Events({ value, onChange }: { value: readonly WebhookEvent[]; onChange: (events: WebhookEvent[]) => void }) {
  const choose = (event: WebhookEvent) => onChange(EVENTS.filter((each) => (each === event) !== value.includes(each)));
  return (
    <fieldset class="choice">
      <legend>{texts.events}</legend>
      {EVENTS.map((event) => (
        <label key={event} class="check">
          <input type="checkbox" checked={value.includes(event)} onChange={() => choose(event)} />
          {texts.eventOf[event]}
        </label>
      ))}
      {value.length === 0 && <p class="field-problem">{texts.eventsMissing}</p>}
    </fieldset>
  );
}
