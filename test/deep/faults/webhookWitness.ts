import { setTimeout as sleep } from 'node:timers/promises';
import type { Outputs } from '../../../infra/localService/outputs.ts';
import { Settings } from '../../../infra/settings.ts';
import { WebhookCreate } from '../../../shared/contract/schemas/webhooks/webhook.ts';
import { newWebhookSecret } from '../../../shared/deliveries/channels/webhook/signatures.ts';
import { webhookDeliveryKey } from '../../../shared/storage/deliveries/deliveryKeys.ts';
import { Endpoints } from '../../../shared/storage/endpoints/endpoints.ts';
import { inPartition } from '../../../shared/storage/table/expressions.ts';
import { joined, readParts } from '../../../shared/storage/table/paging.ts';
import type { Item } from '../../../shared/storage/table/table.ts';
import { Webhooks } from '../../../shared/storage/webhooks/webhooks.ts';
import { tableOf } from '../../support/cloud/notifications.ts';
import { openWebhookReceiver, takeVerified, type WebhookReceiver } from '../../support/receivers/webhookReceiver.ts';

export interface WebhookFindings {
  delivered: number;
  repeated: number;
}

/** A delivery claimed by a dead process is made when its lease has ended, which may take this long. */
const SILENT_MS_MAX = 120_000;

/** So that most kills happen during an attempt. */
const ANSWER_AFTER_MS = 25;

export class WebhookWitness {
  readonly failures: string[] = [];
  readonly #secret = newWebhookSecret();
  #receiver: WebhookReceiver | undefined;
  #webhookId = '';

  async watch(outputs: Outputs, endpointId: string): Promise<void> {
    if (this.#receiver) return;
    this.#receiver = await openWebhookReceiver();
    takeVerified(this.#receiver, this.#secret, (what) => this.failures.push(what), ANSWER_AFTER_MS);
    const table = tableOf(outputs);
    const endpoints = new Endpoints(table);
    const endpoint = await endpoints.find(endpointId);
    if (!endpoint) throw new Error(`there is no endpoint ${endpointId}`);
    const fields = WebhookCreate.parse({ endpointId, url: this.#receiver.url });
    this.#webhookId = (await new Webhooks(table).create(endpoint, fields, this.#secret)).id;
  }

  /**
   * Waits until every submission was delivered and its record says so. A delivery repeats only if the process died between
   * request and recorded outcome: at most one per kill and function that calls webhooks.
   */
  async finish(outputs: Outputs, submissionIds: readonly string[], kills: number): Promise<WebhookFindings> {
    const open = await this.#openWhenSilent(outputs, submissionIds.length);
    const received = this.#receiver?.received ?? [];
    const delivered = new Set(received.map(({ json }) => String(json.data.id)));
    const repeated = received.length - delivered.size;
    for (const id of submissionIds)
      if (!delivered.has(id)) this.failures.push(`${id} was not delivered to the webhook`);
    if (new Set(received.map(({ id }) => id)).size > delivered.size)
      this.failures.push('the webhook got a submission with several ids');
    const { webhookConcurrency } = Settings.parse({ senderAddress: 'forms@example.com' });
    if (repeated > kills * webhookConcurrency)
      this.failures.push(`the webhook got ${repeated} repeated deliveries in ${kills} kills`);
    if (open > 0) this.failures.push(`${open} deliveries to the webhook did not end`);
    return { delivered: delivered.size, repeated };
  }

  end(): void {
    this.#receiver?.close();
  }

  async #openWhenSilent(outputs: Outputs, due: number): Promise<number> {
    let sent = 0;
    for (let since = Date.now(); sent < due && Date.now() - since < SILENT_MS_MAX; await sleep(1_000)) {
      const now = (await this.#records(outputs)).filter(({ state }) => state === 'sent').length;
      if (now > sent) since = Date.now();
      sent = now;
    }
    return due - sent;
  }

  async #records(outputs: Outputs): Promise<Item[]> {
    const { PK, SK } = webhookDeliveryKey(this.#webhookId, '');
    const query = inPartition(PK, SK);
    return (await joined(readParts((continuation) => tableOf(outputs).query({ ...query, ...continuation })))).items;
  }
}
