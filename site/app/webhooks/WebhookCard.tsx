import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { Endpoint } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import type { Webhook, WebhookTest } from '../../../shared/contract/schemas/webhooks/webhook.ts';
import { dateOf } from '../../../shared/contract/time.ts';
import { DEFAULT_FORMAT, shownUrl } from '../../../shared/contract/webhookFormats.ts';
import { call } from '../api/client.ts';
import { mayChange, refusalOf } from '../session/session.ts';
import { WriteButton } from '../session/WriteButton.tsx';
import { TEXTS } from '../texts/texts.ts';
import { Icon } from '../ui/Icon.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PATHS } from '../ui/paths.ts';
import { Switch } from '../ui/Switch.tsx';
import { ExactTime } from '../ui/Time.tsx';
import { useRequest } from '../ui/useRequest.ts';
import { ResponseText } from './Attempts.tsx';
import { DeliveryLog } from './DeliveryLog.tsx';
import { DeleteWebhook, RotateSecret } from './WebhookDialogs.tsx';
import { ChangeWebhook } from './WebhookForm.tsx';
import { updateWebhook } from './webhooks.ts';

const { webhooks: texts } = TEXTS;
const DIALOGS = { change: ChangeWebhook, rotate: RotateSecret, delete: DeleteWebhook };

interface WebhookCardProps {
  endpoint: Endpoint;
  of: Webhook;
  /** True if its deliveries are shown, and in which state. */
  isOpen: boolean;
  state: string | undefined;
}

/** A webhook: its URL, events, health and actions. */
export function WebhookCard({ endpoint, of: webhook, isOpen, state }: WebhookCardProps) {
  const { id, endpointId, url, events, includeSpam, format } = webhook;
  const shown = shownUrl(url, format);
  const dialog = useSignal<keyof typeof DIALOGS | undefined>(undefined);
  const Dialog = dialog.value && DIALOGS[dialog.value];
  const action = (name: keyof typeof DIALOGS, className = 'quiet') => (
    <WriteButton
      group="webhooks"
      class={className}
      aria-label={`${texts[name]} ${shown}`}
      onClick={() => (dialog.value = name)}
    >
      {texts[name]}
    </WriteButton>
  );
  return (
    <article class="webhook box stack" aria-label={shown}>
      <header class="head">
        <h3>
          {TEXTS.formats[format ?? DEFAULT_FORMAT].name} · <bdi>{shown}</bdi>
        </h3>
        <OnOff of={webhook} />
      </header>
      <p class="cluster">
        {events.map((event) => (
          <span key={event} class="tag" title={event}>
            {texts.eventOf[event]}
          </span>
        ))}
        {includeSpam && <span class="tag is-spam">{texts.withSpam}</span>}
      </p>
      <Condition of={webhook} />
      <Test of={webhook}>
        <a class="button quiet" href={PATHS.webhooks(endpointId, isOpen ? {} : { id })}>
          {isOpen ? TEXTS.log.close : TEXTS.log.open}
        </a>
        {action('change')}
        {action('rotate')}
        {action('delete', 'quiet is-danger')}
      </Test>
      {isOpen && <DeliveryLog of={webhook} state={state} />}
      {Dialog && <Dialog endpoint={endpoint} of={webhook} onClose={() => (dialog.value = undefined)} />}
    </article>
  );
}

function OnOff({ of: { id, isEnabled } }: { of: Webhook }) {
  const { isBusy, send } = useRequest();
  const change = (isOn: boolean) => send(() => updateWebhook(id, { isEnabled: isOn }));
  return (
    <fieldset disabled={!mayChange('webhooks')} title={refusalOf('webhooks')}>
      <Switch label={texts.on} isOn={isEnabled} isBusy={isBusy} onChange={(isOn) => void change(isOn)} />
    </fieldset>
  );
}

/** Warnings: switched off, failing, or signing with two secrets. */
const Condition = ({ of: webhook }: { of: Webhook }) => {
  const { isEnabled, disabledReason, failingSince, previousSecretUntil, unknownSettings } = webhook;
  return (
    <>
      {unknownSettings && <Notice>{TEXTS.unknownSettings(Object.keys(unknownSettings))}</Notice>}
      {!isEnabled && <Notice>{disabledReason ? texts.offBecause[disabledReason] : texts.off}</Notice>}
      {isEnabled && failingSince && (
        <Notice>
          {texts.failing} <ExactTime at={dateOf(failingSince)} />
        </Notice>
      )}
      {previousSecretUntil && dateOf(previousSecretUntil).getTime() > Date.now() && (
        <p class="small soft">
          {texts.rotating} <ExactTime at={dateOf(previousSecretUntil)} />
        </p>
      )}
    </>
  );
};

/** Sends a test and shows the response. */
function Test({ of: { id, url, format }, children }: { of: Webhook; children: ComponentChildren }) {
  const result = useSignal<WebhookTest | undefined>(undefined);
  const { isBusy, send } = useRequest();
  async function test() {
    result.value = undefined;
    result.value = await call('testWebhook', { params: { id } });
  }
  return (
    <>
      <div class="cluster">
        <WriteButton
          group="webhooks"
          class="quiet"
          disabled={isBusy}
          aria-label={`${texts.test} ${shownUrl(url, format)}`}
          onClick={() => send(test)}
        >
          <Icon name="send" /> {isBusy ? texts.testing : texts.test}
        </WriteButton>
        {children}
      </div>
      <div role="status">
        {result.value && (
          <div class={result.value.isDelivered ? 'outcome' : 'outcome is-problem'}>
            <p>
              <strong>{result.value.isDelivered ? TEXTS.attempts.arrived : TEXTS.attempts.failed}</strong>{' '}
              {TEXTS.attempts.outcome(result.value)}.
            </p>
            <ResponseText text={result.value.answer} />
          </div>
        )}
      </div>
    </>
  );
}
