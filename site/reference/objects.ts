import type { OpenApiDocument, Schema } from '../../shared/openapi/types.ts';
import { inline } from '../docs/markdown.ts';
import { type Html, html, htmlText } from '../html.ts';
import { fieldList, fieldsMarkdown, fieldsOf, typeOf } from './fields.ts';
import { schemaName } from './resolve.ts';
import { jsonBox, jsonMarkdown } from './samples.ts';

/** Schemas that several operations or fields refer to have their own section. */
export const OBJECTS: readonly string[] = [
  'Endpoint',
  'EndpointDefaults',
  'EndpointTotals',
  'DayStatistics',
  'SpamReasons',
  'SpamReasonCount',
  'FilterPause',
  'MailStatistics',
  'AltchaCaptcha',
  'HostedCaptcha',
  'HostedCaptchaCreate',
  'CaptchaUpdate',
  'CaptchaCreate',
  'FileSettings',
  'ShownFileSettings',
  'FieldRule',
  'FieldBound',
  'FieldStep',
  'FieldOption',
  'FieldIssue',
  'Submission',
  'SubmissionWithData',
  'FoundSubmission',
  'PendingSubmission',
  'SubmittedFile',
  'SearchMetadata',
  'UpdateResult',
  'DeleteResult',
  'MailDelivery',
  'Key',
  'Member',
  'SignedIn',
  'Session',
  'Webhook',
  'WebhookDelivery',
  'DeliveryAttempt',
  'ReplayResult',
  'AuditEntry',
  'PageMetadata',
  'Error',
];

/** True if the schema refers to one of them. */
export const hasOwnSection = (schema: Schema): boolean => OBJECTS.includes(schemaName(schema) ?? '');

/** An object's fields with an example. */
export function objectSection({ components }: OpenApiDocument, name: string): Html {
  const schema = components.schemas[name] ?? {};
  const [example] = schema.examples as unknown[];
  return html`<div class="about">
<p>${inline(schema.description ?? '')}</p>
${
  schema.properties
    ? fieldList(fieldsOf(schema))
    : html`<p>${typeOf(schema)}</p>
`
}</div>
<div class="samples">
${jsonBox(name, example)}
</div>`;
}

/** The same as Markdown. */
export function objectMarkdown({ components }: OpenApiDocument, name: string): string {
  const schema = components.schemas[name] ?? {};
  const [example] = schema.examples as unknown[];
  return `## ${name}\n\n${schema.description ?? ''}\n\n${schema.properties ? fieldsMarkdown(fieldsOf(schema)) : htmlText(typeOf(schema))}\n\n${jsonMarkdown(example)}`;
}
