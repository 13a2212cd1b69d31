import { log } from '../../../runtime/log.ts';
import type { StoredEndpoint } from '../../../storage/endpoints.ts';
import type { WebhookParts, WebhookState } from '../../../storage/webhookParts.ts';
import type { StoredWebhook } from '../../../storage/webhooks.ts';
import { type NotificationQueue, newMessage } from '../mail/notificationQueue.ts';
import { recipientsOf } from '../mail/recipients.ts';
import { switchOffId } from '../mail/switchOffId.ts';
import type { WebhookMetrics } from './metrics.ts';

export interface SwitchOffDependencies {
  state: WebhookState;
  mails: Pick<NotificationQueue, 'sendAll'>;
  metrics: WebhookMetrics;
  now?: () => number;
}

/** Switches webhooks off whose receivers want nothing any more or are not there, and has their people told, once. */
export class SwitchOff {
  readonly #dependencies: SwitchOffDependencies;

  constructor(dependencies: SwitchOffDependencies) {
    this.#dependencies = dependencies;
  }

  async switchOff({ endpoint, webhook }: WebhookParts, reason: 'gone' | 'failing'): Promise<void> {
    const { state, metrics } = this.#dependencies;
    const off = await state.switchOff(webhook, reason);
    if (off.isEnabled) return;
    log('warn', 'a webhook was switched off', { webhookId: webhook.id, reason });
    metrics.count('switchedOff');
    await this.tellOnce(endpoint, off);
  }

  /**
   * Queues a mail to each of the endpoint's addresses, unless that was done. If the function dies first, the webhook's next
   * delivery does it. Mails with the same id are sent once, so an address gets at most one a day about a webhook.
   * @throws when a mail could not be handed to the queue
   */
  async tellOnce(endpoint: StoredEndpoint, webhook: StoredWebhook): Promise<void> {
    const { disabledAt, toldAt, createdAt, id } = webhook;
    if (disabledAt === undefined || toldAt !== undefined) return;
    const { mails, state, now = Date.now } = this.#dependencies;
    const about = switchOffId(id, { createdAt, disabledAt });
    const messages = recipientsOf(endpoint).map((recipient) =>
      newMessage({ about, endpointId: endpoint.id, recipient }, endpoint, now()),
    );
    const failed = await mails.sendAll(messages);
    if (failed.length > 0) throw new Error('the queue of mails could not be reached');
    await state.noteTold(webhook);
  }
}
