import { HOPS_HEADER } from '../../../contract/headers.ts';
import { SubmissionWithData } from '../../../contract/schemas/submission.ts';
import { inboxUrl, submissionUrl } from '../../../contract/sitePages.ts';
import type { StoredSubmission } from '../../../storage/submissions.ts';
import type { Credentials } from '../../../storage/webhookSecrets.ts';
import type { StoredWebhook } from '../../../storage/webhooks.ts';
import type { FormEvent } from './formats/format.ts';
import { formatOf } from './formats/formats.ts';
import type { PostRequest } from './post.ts';
import { signatureOf } from './signatures.ts';

/** What is posted to a receiver, in the form that its webhook has. */
export interface WebhookMessage extends FormEvent {
  id: string;
  /** Deliveries that led to the event, before this one. */
  hops: number;
}

/** Says who calls. */
const USER_AGENT = 'FormsBackend-Webhooks/1.0';

/** The request that brings a message, signed as Standard Webhooks 1.0.0 has it. */
export function requestOf(
  { id, hops, ...event }: WebhookMessage,
  { url, format, template }: Pick<StoredWebhook, 'url' | 'format' | 'template'>,
  credentials: Credentials,
  now: number,
): PostRequest {
  const { write, judge } = formatOf(format);
  const { body, contentType, headers: ofFormat } = write(event, template);
  const timestamp = Math.floor(now / 1_000);
  const headers = {
    'user-agent': USER_AGENT,
    ...ofFormat,
    ...lowerCase(credentials.headers),
    'content-type': contentType,
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatureOf({ id, timestamp, body, secrets: credentials.secrets }),
    [HOPS_HEADER]: String(hops + 1),
  };
  return { url, headers, body, judge };
}

const lowerCase = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** Where people look at what an event is about. */
export const dashboardUrlOf = (siteUrl: string, endpointId: string, submissionId?: string): string =>
  submissionId === undefined ? inboxUrl(siteUrl, endpointId) : submissionUrl(siteUrl, endpointId, submissionId);

/** A submission as the API gives it: at most 50,000 bytes, and what is known about it. */
export const submissionData = (submission: StoredSubmission): SubmissionWithData =>
  SubmissionWithData.parse(submission);

/** All that is left of a deleted one. */
export const deletedData = (endpointId: string, submissionId: string): object => ({ id: submissionId, endpointId });
