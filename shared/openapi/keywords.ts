import type * as z from 'zod/mini';
import {
  HEADER_NAME_LENGTH_MAX,
  HEADER_VALUE_LENGTH_MAX,
  SEARCH_TERMS_MAX,
  WEBHOOK_HEADERS_MAX,
} from '../contract/limits.ts';
import { Email } from '../contract/schemas/email.ts';
import { RedirectUrl } from '../contract/schemas/endpoints/endpoint.ts';
import {
  BlockedTerm,
  CaptchaSettings,
  NewCaptchaSettings,
  Origin,
} from '../contract/schemas/endpoints/spamSettings.ts';
import { SearchTerms } from '../contract/schemas/submissions/search.ts';
import { WebhookCreate, WebhookUpdate } from '../contract/schemas/webhooks/webhook.ts';
import { ReplayRequest } from '../contract/schemas/webhooks/webhookLog.ts';
import { WebhookTemplate } from '../contract/schemas/webhooks/webhookTemplate.ts';
import { HEADER_NAME, HEADER_VALUE, REFUSED_HEADERS, WebhookHeaders } from '../contract/webhookHeaders.ts';
import { INNER_DOMAINS, LOOPBACK_DOMAIN, WebhookUrl } from '../contract/webhookUrl.ts';
import {
  BLOCKED_TERM_PATTERN,
  EMAIL_PATTERN,
  ENCODED_HOST,
  forbiddenReceiverPattern,
  NOT_EMAIL,
  notHeaderPattern,
  ORIGIN_PATTERN,
  searchPattern,
  WEB_ADDRESS_PATTERN,
  WEBHOOK_URL_PATTERN,
} from './patterns.ts';
import type { Schema } from './types.ts';

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** A webhook with the format `template` requires a template. */
const TEMPLATE_WITH_FORMAT: Schema = {
  if: { properties: { format: { const: 'template' } }, required: ['format'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { properties: { template: { type: 'string' } }, required: ['template'] },
};

/** Additional JSON Schema keywords by schema, beyond what zod derives. */
const KEYWORDS = new Map<z.core.$ZodType, Schema>([
  [Email, { pattern: EMAIL_PATTERN, not: { pattern: NOT_EMAIL } }],
  [Origin, { pattern: ORIGIN_PATTERN, not: { pattern: ENCODED_HOST } }],
  [RedirectUrl, { pattern: WEB_ADDRESS_PATTERN, not: { pattern: ENCODED_HOST } }],
  [
    WebhookUrl,
    { pattern: WEBHOOK_URL_PATTERN, not: { pattern: forbiddenReceiverPattern([...INNER_DOMAINS, LOOPBACK_DOMAIN]) } },
  ],
  [
    WebhookHeaders,
    {
      type: 'object',
      minProperties: 1,
      maxProperties: WEBHOOK_HEADERS_MAX,
      propertyNames: {
        pattern: HEADER_NAME.source,
        maxLength: HEADER_NAME_LENGTH_MAX,
        not: { pattern: notHeaderPattern(REFUSED_HEADERS) },
      },
      additionalProperties: { type: 'string', pattern: HEADER_VALUE.source, maxLength: HEADER_VALUE_LENGTH_MAX },
    },
  ],
  [WebhookTemplate, { contentMediaType: 'application/json' }],
  [WebhookCreate, TEMPLATE_WITH_FORMAT],
  [WebhookUpdate, TEMPLATE_WITH_FORMAT],
  [BlockedTerm, { pattern: BLOCKED_TERM_PATTERN }],
  [SearchTerms, { pattern: searchPattern(SEARCH_TERMS_MAX) }],
]);

/** Schemas documented as a choice of these, instead of with all fields optional. */
const CHOICES = new Map<z.core.$ZodType, readonly string[]>([
  [CaptchaSettings, ['AltchaCaptcha', 'HostedCaptcha']],
  [NewCaptchaSettings, ['AltchaCaptcha', 'HostedCaptchaCreate']],
  [ReplayRequest, ['ReplayNamed', 'ReplayFailed']],
]);

/** Completes the JSON Schema that zod generates. */
export function addKeywords({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: object }): void {
  const choices = CHOICES.get(zodSchema);
  if (choices) {
    for (const keyword of ['$ref', 'type', 'properties', 'required']) Reflect.deleteProperty(jsonSchema, keyword);
    Object.assign(jsonSchema, { oneOf: choices.map(ref) });
  }
  Object.assign(jsonSchema, KEYWORDS.get(zodSchema));
}
