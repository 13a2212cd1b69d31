import type { OpenApiDocument, Schema } from '../../shared/openapi/types.ts';
import { inline } from '../docs/markdown.ts';
import { type Html, html } from '../html.ts';
import { fieldList, fieldsMarkdown, fieldsOf } from './fields.ts';
import { schemaName } from './resolve.ts';
import { jsonBox, jsonMarkdown } from './samples.ts';

/** Schemas that several operations or fields refer to have their own section. */
export const OBJECTS: readonly string[] = [
  'Endpoint',
  'EndpointTotals',
  'DayStatistics',
  'SpamReasons',
  'SpamReasonCount',
  'FilterPause',
  'MailStatistics',
  'AltchaCaptcha',
  'HostedCaptcha',
  'NewHostedCaptcha',
  'FileSettings',
  'ShownFileSettings',
  'FieldRule',
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
  'Webhook',
  'WebhookDelivery',
  'DeliveryAttempt',
  'ReplayResult',
  'PageMetadata',
  'Error',
];

/** Whether the schema refers to one of them. */
export const hasOwnSection = (schema: Schema): boolean => OBJECTS.includes(schemaName(schema) ?? '');

/** An object's fields with an example. */
export function objectSection({ components }: OpenApiDocument, name: string): Html {
  const schema = components.schemas[name] ?? {};
  const [example] = schema.examples as unknown[];
  return html`<div class="about">
<p>${inline(schema.description ?? '')}</p>
${fieldList(fieldsOf(schema))}</div>
<div class="samples">
${jsonBox(name, example)}
</div>`;
}

/** The same as Markdown. */
export function objectMarkdown({ components }: OpenApiDocument, name: string): string {
  const schema = components.schemas[name] ?? {};
  const [example] = schema.examples as unknown[];
  return `## ${name}\n\n${schema.description ?? ''}\n\n${fieldsMarkdown(fieldsOf(schema))}\n\n${jsonMarkdown(example)}`;
}
