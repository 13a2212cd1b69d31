import {
  REPLAYED_MAX,
  WEBHOOK_ANSWER_BYTES_MAX,
  WEBHOOK_ATTEMPTS_KEPT_MAX,
  WEBHOOK_PREVIOUS_SECRET_HOURS,
} from '../limits.ts';
import { COMMON_SCHEMAS, EXAMPLE_IDS, idField } from './commonDocs.ts';
import { documented, type FieldDocs } from './documented.ts';
import { SEARCH_SCHEMAS } from './searchDocs.ts';
import {
  DeliveryAttempt,
  Webhook,
  WebhookCreate,
  WebhookDelivery,
  WebhookList,
  WebhookTest,
  WebhookUpdate,
} from './webhook.ts';
import { FORMAT_FIELDS, SHOWN_FIELDS } from './webhookFormatDocs.ts';
import { Replayed, ReplayFailed, ReplayNamed, ReplayRequest, ReplayResult, WebhookDeliveryList } from './webhookLog.ts';

/** The example of a new webhook's secret. */
export const EXAMPLE_WEBHOOK_SECRET = 'whsec_b0pZ2hTa3yq8Vn1RkEw5mXc7Ud4Lf9Js';

/** The fields that callers set. */
const FIELDS = {
  url: 'Where events are posted to: an `https` address without user name or password, on port 443 or above 1023, that leads to the public internet.',
  events:
    'What is sent: `submission.created`; `submission.updated`, when somebody changed `isRead` or `isSpam`; `submission.deleted`, with ids alone. Duplicates are removed.',
  includeSpam:
    'Whether submissions that are kept as spam are sent, too. While it is `false`, one that turns out to be none is sent as soon as somebody says so.',
  isEnabled: 'Whether anything is sent. What happens while it is `false` is not sent later.',
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

const withDefault = (field: keyof typeof FIELDS, value: unknown) => ({ description: FIELDS[field], default: value });

const OUTCOME = {
  durationMs: 'How long it took, in milliseconds.',
  status: 'Status of the answer; absent where none came.',
  error:
    'Why it failed: `timeout` (no whole answer within 15 seconds), `dns` (the name leads nowhere), `tls` (no trusted certificate), `refused` (no connection), `blocked` (an address that is not public), `status` (any but 2xx; redirects are not followed), `answer` (2xx, and the service says in its answer that it refused the message). Absent where it arrived.',
} satisfies Record<string, FieldDocs>;

const ANSWER = `What the receiver answered, its first ${WEBHOOK_ANSWER_BYTES_MAX.toLocaleString('en')} bytes as text.`;

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

const REPLAY_FIELDS = { ids: `Ids of deliveries, in any state: at most ${REPLAYED_MAX}.` };
const FAILED_FIELDS = {
  failedAfter: 'Those that failed, of events from this date or time (UTC) on.',
  failedBefore: 'Those that failed, of events before this date or time (UTC).',
  cursor: 'From the answer before, to continue.',
};

const HOW_FAR = 'How far the request has come.';

export const WEBHOOK_SCHEMAS = {
  Webhook: documented({
    schema: Webhook,
    description: 'An address that is told of an endpoint’s submissions, without its secret. Times are UTC.',
    fields: {
      id: idField('webhook', 'Identifier.'),
      endpointId: idField('endpoint', 'Endpoint whose submissions it is told of.'),
      ...FIELDS,
      createdAt: 'When it was made.',
      failingSince: 'Since when nothing arrived; absent while all is well.',
      disabledReason:
        'Why the service switched it off: `gone` (the receiver answered 410, or that it no longer exists), or `failing` (nothing arrived for five days). Absent otherwise, and once it is switched on again.',
      previousSecretUntil: 'Until when the secret before this one signs along.',
      ...SHOWN_FIELDS,
    },
    example: EXAMPLE,
  }),
  WebhookCreate: documented({
    schema: WebhookCreate,
    description: 'A new webhook.',
    fields: {
      endpointId: idField('endpoint', 'Endpoint whose submissions it is told of.'),
      url: FIELDS.url,
      events: withDefault('events', ['submission.created']),
      includeSpam: withDefault('includeSpam', false),
      isEnabled: withDefault('isEnabled', true),
      ...FORMAT_FIELDS,
    },
    example: { endpointId: EXAMPLE.endpointId, url: EXAMPLE.url, events: ['submission.created'] },
  }),
  WebhookUpdate: documented({
    schema: WebhookUpdate,
    description: 'The fields to change, at least one. One that is left out stays as it is.',
    fields: {
      ...FIELDS,
      ...FORMAT_FIELDS,
      rotateSecret: `With \`true\`, a new secret is made. The old one signs along for ${WEBHOOK_PREVIOUS_SECRET_HOURS} hours.`,
    },
    example: { events: ['submission.created', 'submission.deleted'] },
  }),
  WebhookList: documented({
    schema: WebhookList,
    description: 'One page of webhooks.',
    fields: { _metadata: COMMON_SCHEMAS.PageMetadata.description, webhooks: 'The webhooks, oldest first.' },
    example: { _metadata: { totalPages: 1, page: 1, itemsPerPage: 100 }, webhooks: [EXAMPLE] },
  }),
  WebhookTest: documented({
    schema: WebhookTest,
    description: 'What came of a test.',
    fields: { isDelivered: 'Whether the receiver answered with 2xx.', ...OUTCOME, answer: ANSWER },
    example: { isDelivered: true, durationMs: 84, status: 200, answer: 'ok' },
  }),
  DeliveryAttempt: documented({
    schema: DeliveryAttempt,
    description: 'One attempt at a delivery.',
    fields: { at: 'When it began.', ...OUTCOME },
    example: ATTEMPT,
  }),
  WebhookDelivery: documented({
    schema: WebhookDelivery,
    description: 'An event on its way to a webhook.',
    fields: {
      id: 'Identifier: the header `webhook-id` of each of its attempts, and of replays.',
      event: 'What happened.',
      submissionId: idField('submission', 'Submission that it happened to.'),
      state:
        '`pending` until it arrived (`sent`) or the last attempt failed (`failed`); `skipped` if there was nothing to send any more when its turn came: webhook or endpoint were switched off, or the submission deleted.',
      createdAt: 'When it happened.',
      nextAttemptAt: 'When the next attempt is due.',
      attempts: `The attempts, oldest first; the last ${WEBHOOK_ATTEMPTS_KEPT_MAX}.`,
      answer: `Of the last attempt: ${ANSWER}`,
    },
    example: DELIVERY,
  }),
  WebhookDeliveryList: documented({
    schema: WebhookDeliveryList,
    description: 'Some of a webhook’s deliveries. It may be fewer than `limit`, or none, while `done` is false.',
    fields: { _metadata: HOW_FAR, deliveries: 'The deliveries, newest event first.' },
    example: { _metadata: SEARCH_SCHEMAS.SearchMetadata.example, deliveries: [DELIVERY] },
  }),
  ReplayNamed: documented({
    schema: ReplayNamed,
    description: 'Deliveries to send again, by their ids.',
    fields: { ids: REPLAY_FIELDS.ids },
    keywords: { propertyNames: { not: { enum: ['failedAfter'] } } },
    example: { ids: [DELIVERY.id] },
  }),
  ReplayFailed: documented({
    schema: ReplayFailed,
    description: 'Failed deliveries to send again, by the time of their events.',
    fields: FAILED_FIELDS,
    keywords: { propertyNames: { not: { enum: ['ids'] } } },
    example: { failedAfter: '2026-11-22', failedBefore: '2026-11-22 12:00:00' },
  }),
  ReplayRequest: documented({
    schema: ReplayRequest,
    description: 'Which deliveries to send again: by their ids, or all that failed and whose events are of a time.',
    fields: { ...REPLAY_FIELDS, ...FAILED_FIELDS },
    example: { ids: [DELIVERY.id] },
  }),
  ReplayResult: documented({
    schema: ReplayResult,
    description: 'What became of one delivery.',
    fields: {
      id: 'The delivery’s id.',
      status: '`inProgress` where an attempt is being made right now: it stays what it is.',
    },
    example: REPLAY_RESULT,
  }),
  Replayed: documented({
    schema: Replayed,
    description: 'What became of each delivery. With a time range, `cursor` goes on while `done` is false.',
    fields: { _metadata: HOW_FAR, results: 'One for each delivery.' },
    example: { _metadata: { examined: 1, done: true }, results: [REPLAY_RESULT] },
  }),
};
