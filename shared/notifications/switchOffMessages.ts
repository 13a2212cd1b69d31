import type { StoredEndpoint } from '../storage/endpoints.ts';
import { readSwitchedOff, type SwitchedOff } from '../storage/switchedOffWebhooks.ts';
import type { TableAccess } from '../storage/table.ts';
import type { Delivery } from './deliverer.ts';
import { type Message, render } from './message.ts';
import { oneLine } from './outline.ts';
import { recipientsOf } from './recipients.ts';
import { parseSwitchOffId } from './switchOffId.ts';

/** Writes to an endpoint's addresses that the service switched one of its webhooks off. */
export class SwitchOffMessages {
  readonly #table: Pick<TableAccess, 'query'>;

  constructor(table: Pick<TableAccess, 'query'>) {
    this.#table = table;
  }

  /** What is to be sent of the news with this id; nothing, once the webhook is on again or gone. */
  async deliveries(endpoint: StoredEndpoint, about: string): Promise<Delivery[]> {
    const webhookId = parseSwitchOffId(about)?.webhookId ?? '';
    const switchedOff = await readSwitchedOff(this.#table, webhookId);
    if (!switchedOff) return [];
    const compose = () => composeSwitchOff(endpoint, webhookId, switchedOff);
    return recipientsOf(endpoint).map((recipient) => ({ about, endpointId: endpoint.id, recipient, compose }));
  }
}

const REASONS: Record<SwitchedOff['disabledReason'], string> = {
  gone: 'Its receiver answered 410 (Gone), which asks for nothing more to be sent.',
  failing: 'Nothing has arrived there for five days, however often it was tried.',
};

/** Of the receiver's address the host alone: the rest may be a secret. */
export function composeSwitchOff(
  endpoint: StoredEndpoint,
  webhookId: string,
  { url, disabledReason }: SwitchedOff,
): Message {
  const endpointName = oneLine(endpoint.name);
  const title = `Webhook switched off: ${endpointName}`;
  return {
    subject: title,
    ...render({
      title,
      heading: endpointName,
      introduction: [
        `A webhook of this form was switched off. ${REASONS[disabledReason]} Submissions are received and stored as before.`,
      ],
      fields: [{ name: 'Receiver', lines: [new URL(url).host] }],
      remarks: [
        `Once the receiver is well, switch the webhook on (PUT /v1/webhook/${webhookId}), and send again what failed ` +
          `(POST /v1/webhook/${webhookId}/deliveries/replay).`,
      ],
      facts: [`Webhook ${webhookId}`, `Endpoint ${endpoint.id}`],
    }),
  };
}
