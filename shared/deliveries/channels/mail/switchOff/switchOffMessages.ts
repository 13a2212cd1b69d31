import { oneLine } from '../../../../messages/outline.ts';
import type { StoredEndpoint } from '../../../../storage/endpoints/storedEndpoint.ts';
import type { TableAccess } from '../../../../storage/table/table.ts';
import { readSwitchedOff, type SwitchedOff } from '../../../../storage/webhooks/switchedOffWebhooks.ts';
import { type Message, render } from '../message/message.ts';
import { parseSwitchOffId } from './switchOffId.ts';

/** Composes a mail about disabled webhooks by its id; undefined if all of them are enabled again or gone. */
export async function switchOffMessage(
  table: Pick<TableAccess, 'query'>,
  endpoint: StoredEndpoint,
  about: string,
): Promise<(() => Message) | undefined> {
  const idPrefix = parseSwitchOffId(about);
  const webhooks = idPrefix === undefined ? [] : await readSwitchedOff(table, idPrefix);
  return webhooks.length === 0 ? undefined : () => composeSwitchOff(endpoint, webhooks);
}

const REASONS: Record<SwitchedOff['disabledReason'], string> = {
  gone: 'It responded with 410: it is gone, or wants no further deliveries.',
  failing: 'Every delivery to it failed for five days.',
};

function composeSwitchOff(endpoint: StoredEndpoint, webhooks: readonly SwitchedOff[]): Message {
  const endpointName = oneLine(endpoint.name);
  const isOne = webhooks.length === 1;
  const title = `${isOne ? 'Webhook' : 'Webhooks'} switched off: ${endpointName}`;
  const what = isOne ? 'A webhook of this form was' : `${webhooks.length} webhooks of this form were`;
  return {
    fromName: endpointName,
    subject: title,
    ...render({
      title,
      heading: endpointName,
      introduction: [`${what} switched off. Submissions are received and stored as before.`],
      // Only the URL's host: the rest may be a secret.
      fields: webhooks.map(({ url, disabledReason }) => ({
        name: 'Receiver',
        lines: [new URL(url).host, REASONS[disabledReason]],
      })),
      remarks: [
        'Once the receiver works again, switch the webhook on and resend the failed deliveries: in the dashboard, or with PUT ' +
          '/v1/webhook/{id} and POST /v1/webhook/{id}/deliveries/replay. There is at most one such mail a day about a webhook.',
      ],
      facts: [...webhooks.map(({ id }) => `Webhook ${id}`), `Endpoint ${endpoint.id}`],
    }),
  };
}
