import * as z from 'zod/mini';
import { WEBHOOK_ATTEMPTS_KEPT_MAX } from '../../limits.ts';
import { WEBHOOK_FORMATS, type WebhookFormat } from '../../webhookFormats.ts';
import { WebhookHeaders } from '../../webhookHeaders.ts';
import { WebhookUrl } from '../../webhookUrl.ts';
import { changesOf, PageMetadata, UnknownSettings } from '../common.ts';
import { DELIVERY_STATES } from '../deliveries.ts';
import { field, optional, same, shapeOf } from '../endpoints/fieldList.ts';
import { WebhookTemplate } from './webhookTemplate.ts';

export const WEBHOOK_EVENTS = ['submission.created', 'submission.updated', 'submission.deleted'] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

export const TEST_EVENT = 'webhook.test';

/**
 * Why an attempt failed: no response in time or at all, an address that is not public, a status other than 2xx, a
 * response that the webhook's format judges as a failure, or an unknown outcome.
 */
export const ATTEMPT_ERRORS = [
  'timeout',
  'dns',
  'tls',
  'refused',
  'blocked',
  'status',
  'answer',
  'interrupted',
] as const;

/** Reasons for disabling a webhook: its receiver responded with 410, or nothing was delivered for days. */
export const DISABLED_REASONS = ['gone', 'failing'] as const;

const Events = z.pipe(
  z
    .array(z.enum(WEBHOOK_EVENTS))
    .check(z.minLength(1, 'must have at least one event'), z.maxLength(10, 'may have at most 10 events')),
  z.transform((events) => [...new Set(events)]),
);

/** Defaults of `WebhookCreate`. They also replace stored values that this version does not know. */
export const WEBHOOK_DEFAULTS = { includeSpam: false, isEnabled: true };

const FIELDS = {
  url: field(WebhookUrl, z.string()),
  events: field(Events, z.array(z.enum(WEBHOOK_EVENTS))),
  includeSpam: same(z.boolean()),
  isEnabled: same(z.boolean()),
};
const OPTIONAL_FIELDS = {
  format: optional(z.enum(WEBHOOK_FORMATS), z.enum(WEBHOOK_FORMATS)),
  template: optional(WebhookTemplate, z.string()),
};

const WebhookFields = z.object(shapeOf(FIELDS, 'sent'));
/** Responses contain only the names of headers. */
const OptionalFields = z.object({ ...shapeOf(OPTIONAL_FIELDS, 'sent'), headers: z.nullable(WebhookHeaders) });

/** The format `template` and its template come together, so that neither is stored without the other. */
const TEMPLATE_WITH_FORMAT = z.refine<{
  format?: WebhookFormat | null | undefined;
  template?: string | null | undefined;
}>(({ format, template }) => format !== 'template' || typeof template === 'string', {
  path: ['template'],
  error: 'is required if format is template',
});

/** The body of create-webhook, the only body with defaults. */
export const WebhookCreate = z.pipe(
  z
    .extend(z.partial(WebhookFields), {
      url: WebhookFields.shape.url,
      endpointId: z.string(),
      ...z.partial(OptionalFields).shape,
    })
    .check(TEMPLATE_WITH_FORMAT),
  z.transform((fields) => ({ events: ['submission.created'] as WebhookEvent[], ...WEBHOOK_DEFAULTS, ...fields })),
);
export type WebhookCreate = z.output<typeof WebhookCreate>;

export const WebhookUpdate = changesOf(
  z.extend(WebhookFields, { ...OptionalFields.shape, rotateSecret: z.boolean() }),
).check(TEMPLATE_WITH_FORMAT);
export type WebhookUpdate = z.output<typeof WebhookUpdate>;

export const Webhook = z.object({
  id: z.string(),
  endpointId: z.string(),
  ...shapeOf(FIELDS, 'shown'),
  createdAt: z.string(),
  failingSince: z.optional(z.string()),
  disabledReason: z.optional(z.enum(DISABLED_REASONS)),
  previousSecretUntil: z.optional(z.string()),
  ...shapeOf(OPTIONAL_FIELDS, 'shown'),
  headerNames: z.optional(z.array(z.string())),
  unknownSettings: UnknownSettings,
});
export type Webhook = z.output<typeof Webhook>;

export const WebhookList = z.object({ _metadata: PageMetadata, webhooks: z.array(Webhook) });

/** The outcome of an attempt: a status, whose three digits can be any, or an error. `durationMs` in milliseconds. */
const Outcome = {
  durationMs: z.int().check(z.minimum(0)),
  status: z.optional(z.int().check(z.gte(0), z.lte(999))),
  error: z.optional(z.enum(ATTEMPT_ERRORS)),
};

export const WebhookTest = z.object({ isDelivered: z.boolean(), ...Outcome, answer: z.optional(z.string()) });
export type WebhookTest = z.output<typeof WebhookTest>;

export const DeliveryAttempt = z.object({ at: z.string(), ...Outcome });
export type DeliveryAttempt = z.output<typeof DeliveryAttempt>;

export const WebhookDelivery = z.object({
  id: z.string(),
  event: z.enum(WEBHOOK_EVENTS),
  submissionId: z.string(),
  state: z.enum(DELIVERY_STATES),
  createdAt: z.string(),
  nextAttemptAt: z.optional(z.string()),
  attempts: z.array(DeliveryAttempt).check(z.maxLength(WEBHOOK_ATTEMPTS_KEPT_MAX)),
  answer: z.optional(z.string()),
});
export type WebhookDelivery = z.output<typeof WebhookDelivery>;
