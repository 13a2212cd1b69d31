import { useSignal } from '@preact/signals';
import type { DeliveryState } from '../../../shared/contract/schemas/deliveries.ts';
import type { Webhook, WebhookDelivery } from '../../../shared/contract/schemas/webhooks/webhook.ts';
import { dateOf } from '../../../shared/contract/time.ts';
import { call } from '../api/client.ts';
import { WriteButton } from '../session/WriteButton.tsx';
import { TEXTS } from '../texts/texts.ts';
import { CursorList, useCursorList } from '../ui/CursorList.tsx';
import { PATHS } from '../ui/paths.ts';
import { Time } from '../ui/Time.tsx';
import { say } from '../ui/toasts.ts';
import { useRequest } from '../ui/useRequest.ts';
import { Attempts } from './Attempts.tsx';
import { ReplayFailed } from './ReplayFailed.tsx';

const { log: texts } = TEXTS;
const PER_PAGE = 20;
const STATES = Object.keys(texts.stateOf) as DeliveryState[];

/** The deliveries of a webhook, newest event first. */
export function DeliveryLog({ of: { id, endpointId }, state: asked }: { of: Webhook; state: string | undefined }) {
  const state = STATES.find((each) => each === asked);
  const list = useCursorList<WebhookDelivery>(
    async (from, signal) => {
      const query = { limit: PER_PAGE, ...(state && { state }), ...from };
      const { deliveries: items, _metadata } = await call('listWebhookDeliveries', { params: { id }, query, signal });
      return { items, _metadata };
    },
    [id, state],
  );
  const { response, retry } = list;
  const isReplaying = useSignal(false);
  return (
    <section class="log" aria-label={texts.title}>
      <div class="apart">
        <nav class="tabs" aria-label={texts.states}>
          {[undefined, ...STATES].map((each) => (
            <a
              key={each}
              href={PATHS.webhooks(endpointId, { id, state: each })}
              aria-current={each === state ? 'page' : undefined}
            >
              {each ? texts.stateOf[each] : texts.all}
            </a>
          ))}
        </nav>
        <div class="cluster">
          <button type="button" class="quiet" onClick={retry}>
            {texts.refresh}
          </button>
          <WriteButton group="webhooks" class="quiet" onClick={() => (isReplaying.value = true)}>
            {texts.replayAll}
          </WriteButton>
        </div>
      </div>
      <CursorList of={list} none={texts.none} skeletons={3}>
        <ul>
          {response.value?.items.map((delivery) => (
            <Delivery key={delivery.id} webhookId={id} endpointId={endpointId} of={delivery} onReplay={retry} />
          ))}
        </ul>
      </CursorList>
      {isReplaying.value && (
        <ReplayFailed
          webhookId={id}
          onClose={() => {
            isReplaying.value = false;
            retry();
          }}
        />
      )}
    </section>
  );
}

interface DeliveryProps {
  webhookId: string;
  endpointId: string;
  of: WebhookDelivery;
  onReplay: () => void;
}

/** A delivery; opened, it shows its attempts. */
function Delivery({ webhookId, endpointId, of: delivery, onReplay }: DeliveryProps) {
  const { id, event, submissionId, state, createdAt, attempts } = delivery;
  const { isBusy, send } = useRequest();
  async function replay() {
    const { results } = await call('replayWebhookDeliveries', { params: { id: webhookId }, body: { ids: [id] } });
    say(texts.replayResult[results[0]?.status ?? 'notFound']);
    onReplay();
  }
  return (
    <li>
      <details class="delivery">
        <summary>
          <span class={`tag is-${state}`}>{texts.stateOf[state]}</span>
          <code>{event}</code>
          <span class="soft">{texts.attempts(attempts.length)}</span>
          <Time class="soft" at={dateOf(createdAt)} />
        </summary>
        <div class="stack">
          <p class="small soft">
            <code>{id}</code>
          </p>
          {state === 'skipped' && <p>{texts.skipped}</p>}
          <Attempts of={delivery} />
          <div class="cluster">
            <WriteButton group="webhooks" class="quiet" disabled={isBusy} onClick={() => send(replay)}>
              {texts.replay}
            </WriteButton>
            {event !== 'submission.deleted' && (
              <a class="beside" href={PATHS.inbox(endpointId, { tab: 'all', id: submissionId })}>
                {texts.openIt}
              </a>
            )}
          </div>
        </div>
      </details>
    </li>
  );
}
