import { HOPS_HEADER, WEBHOOK_SECRET_HEADER } from '../headers.ts';
import {
  HOPS_MAX,
  LOG_EXAMINED_MAX,
  REPLAYED_MAX,
  WEBHOOK_PREVIOUS_SECRET_HOURS,
  WEBHOOKS_PER_ENDPOINT_MAX,
} from '../limits.ts';
import { WEBHOOK_SCHEMAS } from '../schemas/webhooks/webhookDocs.ts';
import type { GroupDocs } from './documented.ts';
import { cursorQuery } from './partsDocs.ts';
import type * as webhooks from './webhooks.ts';

const { Webhook, WebhookCreate } = WEBHOOK_SCHEMAS;

export const WEBHOOKS_DOCS: GroupDocs<typeof webhooks> = {
  createWebhook: {
    tool: {},
    description: `Sends a signed HTTP request to your own URL for an endpoint’s submissions, as Standard Webhooks 1.0.0 specifies. The signing secret is in the response header \`${WEBHOOK_SECRET_HEADER}\`, only this once. An endpoint can have ${WEBHOOKS_PER_ENDPOINT_MAX} webhooks. Each delivery has the header \`${HOPS_HEADER}\`: 1, or one more than its submission arrived with, and the delivery. A submission that arrived with ${HOPS_MAX} is not sent.`,
    body: {
      usual: { summary: 'Send new submissions' },
      everything: {
        summary: 'Send all events, including spam',
        value: {
          ...WebhookCreate.example,
          events: ['submission.created', 'submission.updated', 'submission.deleted'],
          includeSpam: true,
        },
      },
    },
    response: 'The new webhook.',
    responseHeader: WEBHOOK_SECRET_HEADER,
  },
  retrieveWebhook: { tool: {}, description: 'Retrieves a webhook, without its secret.', response: 'The webhook.' },
  updateWebhook: {
    description: `Changes the given fields; omitted ones stay unchanged. With \`rotateSecret\`, a new secret is in the response header \`${WEBHOOK_SECRET_HEADER}\`, and requests are also signed with the previous one for ${WEBHOOK_PREVIOUS_SECRET_HOURS} hours. Switching a webhook on again resets its failures.`,
    body: {
      events: { summary: 'Change what is sent' },
      rotate: { summary: 'Rotate the secret', value: { rotateSecret: true } },
    },
    response: 'The updated webhook.',
    example: { ...Webhook.example, events: ['submission.created', 'submission.deleted'] },
    responseHeader: WEBHOOK_SECRET_HEADER,
  },
  deleteWebhook: {
    tool: {},
    description:
      'Deletes a webhook. Nothing more is sent, including pending deliveries, and its log can no longer be read. This cannot be undone.',
  },
  listWebhooks: { tool: {}, description: 'Lists the webhooks of an endpoint, oldest first, without their secrets.' },
  testWebhook: {
    tool: {},
    description:
      'Sends the event `webhook.test` at once, even if the webhook is switched off, and returns the result. A test is not retried and not logged.',
  },
  listWebhookDeliveries: {
    tool: {},
    description: `Lists a webhook’s deliveries of the last 30 days, newest event first. A response ends with a full page, at the end, or after ${LOG_EXAMINED_MAX.toLocaleString('en')} deliveries, whichever comes first: its \`cursor\` continues there. A delivery is listed from its first attempt on.`,
    query: {
      state: { description: 'Only those in this state.', example: 'failed', isLeftOut: true },
      ...cursorQuery('deliveries', ' the same list. With a different list it is `BAD_REQUEST`.'),
    },
  },
  replayWebhookDeliveries: {
    description: `Resends deliveries with their original \`webhook-id\` and the full number of attempts: the given ones, or all failed ones of a period. A response about a period ends after ${REPLAYED_MAX} replays or ${LOG_EXAMINED_MAX.toLocaleString('en')} deliveries; its \`cursor\` continues the request. Safe to repeat. While the webhook is switched off, the response is \`BAD_REQUEST\`.`,
    body: {
      one: { summary: 'One delivery' },
      range: {
        summary: 'All failures of one night',
        value: { failedAfter: '2026-11-21 22:00:00', failedBefore: '2026-11-22 06:00:00' },
      },
    },
  },
};
