import { HOPS_HEADER, WEBHOOK_SECRET_HEADER } from '../headers.ts';
import {
  DELIVERIES_EXAMINED_MAX,
  HOPS_MAX,
  ITEMS_PER_PAGE_MAX,
  REPLAYED_MAX,
  WEBHOOK_PREVIOUS_SECRET_HOURS,
  WEBHOOKS_PER_ENDPOINT_MAX,
} from '../limits.ts';
import { EXAMPLE_IDS } from '../schemas/commonDocs.ts';
import { EXAMPLE_CURSOR } from '../schemas/searchDocs.ts';
import { WEBHOOK_SCHEMAS } from '../schemas/webhookDocs.ts';
import { DeliveriesQuery } from '../schemas/webhookLog.ts';
import type { GroupDocs } from './documented.ts';
import { byEndpointId, deleted, listQuery, noParams, noQuery } from './partsDocs.ts';
import type * as webhooks from './webhooks.ts';

const {
  Webhook,
  WebhookCreate,
  WebhookUpdate,
  WebhookList,
  WebhookTest,
  WebhookDeliveryList,
  ReplayRequest,
  Replayed,
} = WEBHOOK_SCHEMAS;

const byId = { params: { id: { description: 'The webhook’s id.', example: EXAMPLE_IDS.webhook } } };

export const WEBHOOKS_DOCS: GroupDocs<typeof webhooks> = {
  createWebhook: {
    description: `Sends a signed HTTP request to your own URL for an endpoint’s submissions, as Standard Webhooks 1.0.0 specifies. The secret that signs is in the response header \`${WEBHOOK_SECRET_HEADER}\`, this once. An endpoint has at most ${WEBHOOKS_PER_ENDPOINT_MAX} webhooks. Each delivery carries the header \`${HOPS_HEADER}\`: 1, or one more than its submission arrived with. A submission that arrived with ${HOPS_MAX} or more is not sent.`,
    ...noParams,
    ...noQuery,
    body: {
      usual: { summary: 'Tell of new submissions', value: WebhookCreate.example },
      everything: {
        summary: 'Tell of everything, spam included',
        value: {
          ...WebhookCreate.example,
          events: ['submission.created', 'submission.updated', 'submission.deleted'],
          includeSpam: true,
        },
      },
    },
    response: { description: 'The new webhook.', example: Webhook.example },
    responseHeader: WEBHOOK_SECRET_HEADER,
  },
  retrieveWebhook: {
    description: 'Reads one webhook, without its secret.',
    ...byId,
    ...noQuery,
    response: { description: 'The webhook.', example: Webhook.example },
  },
  updateWebhook: {
    description: `Changes the fields that are given and leaves the others as they are. With \`rotateSecret\`, a new secret is in the response header \`${WEBHOOK_SECRET_HEADER}\`, and the old one signs along for ${WEBHOOK_PREVIOUS_SECRET_HOURS} hours. Switched on again, a webhook that the service had switched off starts afresh.`,
    ...byId,
    ...noQuery,
    body: {
      events: { summary: 'Change what is sent', value: WebhookUpdate.example },
      rotate: { summary: 'Make a new secret', value: { rotateSecret: true } },
    },
    response: {
      description: 'The webhook as it is now.',
      example: { ...Webhook.example, events: ['submission.created', 'submission.deleted'] },
    },
    responseHeader: WEBHOOK_SECRET_HEADER,
  },
  deleteWebhook: {
    description:
      'Nothing is sent any more, what was waiting included, and the log of deliveries can no longer be read. This cannot be undone.',
    ...byId,
    ...noQuery,
    ...deleted,
  },
  listWebhooks: {
    description: 'Lists the webhooks of an endpoint, oldest first, without their secrets.',
    ...byEndpointId,
    ...listQuery,
    response: { description: 'One page of webhooks.', example: WebhookList.example },
  },
  testWebhook: {
    description:
      'Sends the event `webhook.test` at once, also while the webhook is switched off, and answers what came back. A test is not repeated, and is in no log.',
    ...byId,
    ...noQuery,
    response: { description: 'What came back.', example: WebhookTest.example },
  },
  listWebhookDeliveries: {
    description: `Lists a webhook’s deliveries of the last 30 days, newest event first. An answer ends with a full page, at the end, or after ${DELIVERIES_EXAMINED_MAX.toLocaleString('en')} deliveries, whatever is first: its \`cursor\` goes on there. A delivery is in it from its first attempt on.`,
    ...byId,
    query: {
      state: { description: 'Only those in this state.', example: 'failed', isLeftOut: true },
      limit: {
        description: `How many to answer at most. More than ${ITEMS_PER_PAGE_MAX} is served as ${ITEMS_PER_PAGE_MAX}.`,
        example: 20,
        default: DeliveriesQuery.parse({}).limit,
      },
      cursor: {
        description: 'From the answer before, to go on with the same list. Of any other list it is `BAD_REQUEST`.',
        example: EXAMPLE_CURSOR,
        isLeftOut: true,
      },
    },
    response: { description: 'Some of the deliveries.', example: WebhookDeliveryList.example },
  },
  replayWebhookDeliveries: {
    description: `Sends deliveries again, with the same \`webhook-id\`, beginning with a first attempt: those that are named, or all that failed of a time range. An answer about a range ends after ${REPLAYED_MAX} replays or ${DELIVERIES_EXAMINED_MAX.toLocaleString('en')} deliveries; with its \`cursor\` the same request goes on. It may be repeated. While the webhook is switched off it is \`BAD_REQUEST\`.`,
    ...byId,
    ...noQuery,
    body: {
      one: { summary: 'One delivery', value: ReplayRequest.example },
      range: {
        summary: 'All that failed in a night',
        value: { failedAfter: '2026-11-21 22:00:00', failedBefore: '2026-11-22 06:00:00' },
      },
    },
    response: { description: 'What became of them.', example: Replayed.example },
  },
};
