import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso';
import type { Endpoint } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import { DEFAULT_FORMAT, type WebhookFormat } from '../../../shared/contract/webhookFormats.ts';
import { useResponse } from '../api/useResponse.ts';
import { mayChange, refusalOf } from '../session/session.ts';
import { WriteButton } from '../session/WriteButton.tsx';
import { TEXTS } from '../texts/texts.ts';
import { Icon } from '../ui/Icon.tsx';
import { Unreadable } from '../ui/Notice.tsx';
import { Problem } from '../ui/Problem.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { FormatButtons } from './FormatTiles.tsx';
import { WebhookCard } from './WebhookCard.tsx';
import { AddWebhook } from './WebhookForm.tsx';
import { readWebhooks, unreadableWebhooks, webhooks } from './webhooks.ts';

const { webhooks: texts } = TEXTS;

/** The webhooks of an endpoint, and their deliveries. */
export function WebhooksPage({ endpoint }: { endpoint: Endpoint }) {
  const { query } = useLocation();
  const { failure, retry } = useResponse((signal) => readWebhooks(endpoint.id, signal), [endpoint.id]);
  /** The format of the webhook being added. */
  const adding = useSignal<WebhookFormat | undefined>(undefined);
  // A late response may be about another endpoint.
  const all = webhooks.value?.filter(({ endpointId }) => endpointId === endpoint.id);
  return (
    <>
      <div class="page wide">
        <div class="apart">
          <h2>{TEXTS.endpoint.view.webhooks}</h2>
          <WriteButton group="webhooks" onClick={() => (adding.value = DEFAULT_FORMAT)}>
            <Icon name="plus" /> {texts.add}
          </WriteButton>
        </div>
        <p class="soft">
          {texts.text} {refusalOf('webhooks')} <a href="/guide/webhooks">{texts.guide}</a>
        </p>
        <Problem failure={failure} onRetry={retry} />
        {!all && !failure && <SkeletonRows count={3} />}
        {all?.length === 0 && (
          <div class="nothing">
            <p class="nothing-title">{texts.none}</p>
            <p class="soft">{texts.noneText}</p>
            <FormatButtons isDisabled={!mayChange('webhooks')} onChoose={(format) => (adding.value = format)} />
          </div>
        )}
        {all?.map((webhook) => (
          <WebhookCard
            key={webhook.id}
            endpoint={endpoint}
            of={webhook}
            isOpen={query.id === webhook.id}
            state={query.state}
          />
        ))}
        {all && <Unreadable ids={unreadableWebhooks.value} />}
      </div>
      {adding.value && (
        <AddWebhook endpoint={endpoint} format={adding.value} onClose={() => (adding.value = undefined)} />
      )}
    </>
  );
}
