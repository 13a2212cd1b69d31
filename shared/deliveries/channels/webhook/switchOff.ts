import { log } from '../../../runtime/log.ts';
import type { StoredEndpoint } from '../../../storage/endpoints/storedEndpoint.ts';
import type { StoredWebhook } from '../../../storage/webhooks/storedWebhook.ts';
import type { WebhookHealth, WebhookParts } from '../../../storage/webhooks/webhookHealth.ts';
import type { DeliveryQueues } from '../../deliveryQueues.ts';
import type { DeliveryMetrics } from '../../metrics.ts';
import { WEBHOOK_DISABLED } from '../mail/mailEvents.ts';
import { switchOffId } from '../mail/switchOff/switchOffId.ts';
import type { WEBHOOK_METRICS } from './webhookMetrics.ts';

export interface SwitchOffDependencies {
  state: WebhookHealth;
  queues: DeliveryQueues;
  metrics: Pick<DeliveryMetrics<keyof typeof WEBHOOK_METRICS>, 'count'>;
  now?: () => number;
}

/** Disables webhooks whose receivers are gone or have failed for days, and notifies the endpoint's addresses once. */
export class SwitchOff {
  readonly #dependencies: SwitchOffDependencies;

  constructor(dependencies: SwitchOffDependencies) {
    this.#dependencies = dependencies;
  }

  /** @returns whether the webhook still has the receiver that failed */
  async switchOff({ endpoint, webhook }: WebhookParts, reason: 'gone' | 'failing'): Promise<boolean> {
    const { state, metrics } = this.#dependencies;
    const off = await state.switchOff(webhook, reason);
    if (off.isEnabled) return (await state.read(webhook.id, []))?.webhook.revision === webhook.revision;
    log('warn', 'a webhook was disabled', { webhookId: webhook.id, reason });
    metrics.count('disabled', endpoint.id);
    await this.tellOnce(endpoint, off);
    return true;
  }

  /**
   * Plans a mail to each of the endpoint's addresses, unless already done. Mails with the same id are sent once, so an
   * address gets at most one a day about a webhook.
   * @throws StorageUnavailable if the mails could not be planned
   */
  async tellOnce({ id: endpointId, workspaceId }: StoredEndpoint, webhook: StoredWebhook): Promise<void> {
    const { disabledAt, toldAt, createdAt, id } = webhook;
    if (disabledAt === undefined || toldAt !== undefined) return;
    const { queues, state, now = Date.now } = this.#dependencies;
    const about = switchOffId(id, { createdAt, disabledAt });
    const event = { event: WEBHOOK_DISABLED, endpointId, about, at: now(), isOfSpam: false, hops: 0 };
    await queues.send('mail', { channel: 'mail', endpointId, group: workspaceId, tries: 0, plan: [event] });
    await state.recordNotified(webhook);
  }
}
