import {
  REPLAYED_MAX,
  WEBHOOK_ANSWER_BYTES_MAX,
  WEBHOOK_ATTEMPTS_KEPT_MAX,
  WEBHOOK_PREVIOUS_SECRET_HOURS,
} from '../../limits.ts';
import { COMMON_SCHEMAS, EXAMPLE_IDS, idField, UNKNOWN_SETTINGS } from '../commonDocs.ts';
import { describedDefaults, documented, type FieldDocs } from '../documented.ts';
import { SEARCH_SCHEMAS } from '../submissions/searchDocs.ts';
import {
  DeliveryAttempt,
  WEBHOOK_DEFAULTS,
  Webhook,
  WebhookCreate,
  WebhookDelivery,
  WebhookList,
  WebhookTest,
  WebhookUpdate,
} from './webhook.ts';
import { FORMAT_FIELDS, SHOWN_FIELDS } from './webhookFormatDocs.ts';
import { Replayed, ReplayFailed, ReplayNamed, ReplayRequest, ReplayResult, WebhookDeliveryList } from './webhookLog.ts';

export const EXAMPLE_WEBHOOK_SECRET = 'whsec_b0pZ2hTa3yq8Vn1RkEw5mXc7Ud4Lf9Js';

/** The fields that callers set. */
const FIELDS = {
  url: 'Where to post events: an `https` URL without user name or password, on port 443 or above 1023, on the public internet.',
  events:
    'The events to send: `submission.created`; `submission.updated`, when `isRead` or `isSpam` changes; `submission.deleted`, with ids only. Duplicates are removed.',
  includeSpam:
    'Whether to send spam, too. While it is `false`, a submission held as spam is sent once somebody marks it as not spam.',
  isEnabled: 'Whether events are sent. Events that occur while it is `false` are not sent later.',
} satisfies Record<string, FieldDocs>;

const EXAMPLE: Webhook = {
  id: EXAMPLE_IDS.webhook,
  endpointId: EXAMPLE_IDS.endpoint,
  url: 'https://hooks.example.com/forms',
  events: ['submission.created'],
  includeSpam: false,
  isEnabled: true,
  createdAt: '2026-11-20 08:15:00.000000',
};

const OUTCOME = {
  durationMs: 'Duration in milliseconds.',
  status: 'Status of the response; absent if there was none.',
  error:
    'Why it failed: `timeout` (no complete response within 15 seconds), `dns` (DNS lookup failed), `tls` (no trusted certificate), `refused` (no connection), `blocked` (an address that is not public), `status` (any but 2xx; redirects are not followed), `answer` (2xx, but the response says that the message was rejected). Absent if it was delivered.',
} satisfies Record<string, FieldDocs>;

const ANSWER = `The first ${WEBHOOK_ANSWER_BYTES_MAX.toLocaleString('en')} bytes of the receiver’s response as text.`;

const ATTEMPT: DeliveryAttempt = { at: '2026-11-22 08:30:01.000000', durationMs: 84, status: 503, error: 'status' };

const DELIVERY: WebhookDelivery = {
  id: 'msg_01JD0B6E1F7Q3W9KXN5T2RAH8C',
  event: 'submission.created',
  submissionId: EXAMPLE_IDS.submission,
  state: 'pending',
  createdAt: '2026-11-22 08:30:00.000000',
  nextAttemptAt: '2026-11-22 08:35:06.000000',
  attempts: [ATTEMPT],
  answer: 'busy',
};

const REPLAY_RESULT = { id: DELIVERY.id, status: 'replayed' } as const;

const REPLAY_FIELDS = { ids: `Ids of deliveries in any state: at most ${REPLAYED_MAX}.` };
const FAILED_FIELDS = {
  failedAfter: 'Failed deliveries of events since this date or time (UTC).',
  failedBefore: 'Failed deliveries of events before this date or time (UTC).',
  cursor: 'From the previous response, to continue.',
};

const HOW_FAR = 'The progress of the request.';

export const WEBHOOK_SCHEMAS = {
  Webhook: documented(Webhook, {
    description: 'A URL that gets an endpoint’s events, without its secret. Times are UTC.',
    fields: {
      id: idField('webhook', 'Identifier.'),
      endpointId: idField('endpoint', 'The endpoint whose events are sent.'),
      ...FIELDS,
      url: `${FIELDS.url} Read-only keys get \`/…\` instead of its path.`,
      createdAt: 'When it was created.',
      failingSince: 'Since when deliveries have failed; absent if they succeed.',
      disabledReason:
        'Why the service switched it off: `gone` (the receiver responded with 410, or that it no longer exists), or `failing` (no delivery succeeded for five days). Absent otherwise, and once it is switched on again.',
      previousSecretUntil: 'Until when requests are also signed with the previous secret.',
      ...SHOWN_FIELDS,
      unknownSettings: UNKNOWN_SETTINGS,
    },
    example: EXAMPLE,
  }),
  WebhookCreate: documented(WebhookCreate, {
    description: 'A new webhook.',
    fields: {
      endpointId: idField('endpoint', 'The endpoint whose events are sent.'),
      ...FIELDS,
      ...describedDefaults(FIELDS, { events: EXAMPLE.events, ...WEBHOOK_DEFAULTS }),
      ...FORMAT_FIELDS,
    },
    example: { endpointId: EXAMPLE.endpointId, url: EXAMPLE.url, events: ['submission.created'] },
  }),
  WebhookUpdate: documented(WebhookUpdate, {
    description: 'The fields to change, at least one. Omitted fields stay unchanged.',
    fields: {
      ...FIELDS,
      ...FORMAT_FIELDS,
      rotateSecret: `\`true\` creates a new secret. Requests are also signed with the previous one for ${WEBHOOK_PREVIOUS_SECRET_HOURS} hours.`,
    },
    example: { events: ['submission.created', 'submission.deleted'] },
  }),
  WebhookList: documented(WebhookList, {
    description: 'One page of webhooks.',
    fields: { _metadata: COMMON_SCHEMAS.PageMetadata.description, webhooks: 'The webhooks, oldest first.' },
    example: { _metadata: { totalPages: 1, page: 1, itemsPerPage: 100 }, webhooks: [EXAMPLE] },
  }),
  WebhookTest: documented(WebhookTest, {
    description: 'The result of a test.',
    fields: { isDelivered: 'Whether the receiver responded with 2xx.', ...OUTCOME, answer: ANSWER },
    example: { isDelivered: true, durationMs: 84, status: 200, answer: 'ok' },
  }),
  DeliveryAttempt: documented(DeliveryAttempt, {
    description: 'An attempt at a delivery.',
    fields: { at: 'When it started.', ...OUTCOME },
    example: ATTEMPT,
  }),
  WebhookDelivery: documented(WebhookDelivery, {
    description: 'The delivery of an event to a webhook.',
    fields: {
      id: 'Identifier: the header `webhook-id` of all attempts and replays.',
      event: 'What happened.',
      submissionId: idField('submission', 'The event’s submission.'),
      state:
        '`pending` until it succeeds (`sent`) or the last attempt fails (`failed`); `skipped` if there was nothing left to send: the webhook or endpoint was switched off, or the submission deleted.',
      createdAt: 'The event’s time.',
      nextAttemptAt: 'When the next attempt is due.',
      attempts: `The attempts, oldest first; only the last ${WEBHOOK_ATTEMPTS_KEPT_MAX} are kept.`,
      answer: `Of the last attempt: ${ANSWER}`,
    },
    example: DELIVERY,
  }),
  WebhookDeliveryList: documented(WebhookDeliveryList, {
    description: 'Deliveries of a webhook. While `done` is false, there may be fewer than `limit`, or none.',
    fields: { _metadata: HOW_FAR, deliveries: 'The deliveries, newest event first.' },
    example: { _metadata: SEARCH_SCHEMAS.SearchMetadata.example, deliveries: [DELIVERY] },
  }),
  ReplayNamed: documented(ReplayNamed, {
    description: 'Deliveries to resend, by their ids.',
    fields: { ids: REPLAY_FIELDS.ids },
    keywords: { propertyNames: { not: { enum: ['failedAfter'] } } },
    example: { ids: [DELIVERY.id] },
  }),
  ReplayFailed: documented(ReplayFailed, {
    description: 'Failed deliveries to resend, by the time of their events.',
    fields: FAILED_FIELDS,
    keywords: { propertyNames: { not: { enum: ['ids'] } } },
    example: { failedAfter: '2026-11-22', failedBefore: '2026-11-22 12:00:00' },
  }),
  ReplayRequest: documented(ReplayRequest, {
    description: 'Which deliveries to resend: by their ids, or all failed ones whose events are in a period.',
    fields: { ...REPLAY_FIELDS, ...FAILED_FIELDS },
    example: { ids: [DELIVERY.id] },
  }),
  ReplayResult: documented(ReplayResult, {
    description: 'The result for one delivery.',
    fields: {
      id: 'The delivery’s id.',
      status: '`inProgress` if an attempt is running: the delivery is left unchanged.',
    },
    example: REPLAY_RESULT,
  }),
  Replayed: documented(Replayed, {
    description: 'The result for each delivery. With a period, `cursor` continues while `done` is false.',
    fields: { _metadata: HOW_FAR, results: 'One for each delivery.' },
    example: { _metadata: { examined: 1, done: true }, results: [REPLAY_RESULT] },
  }),
};
