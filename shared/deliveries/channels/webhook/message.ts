import { HOPS_HEADER, hopsHeader } from '../../../contract/headers.ts';
import { SubmissionWithData } from '../../../contract/schemas/submissions/submission.ts';
import { inboxUrl, submissionUrl } from '../../../contract/sitePages.ts';
import type { FormEvent } from '../../../messages/formats/format.ts';
import { formatOf } from '../../../messages/formats/formats.ts';
import type { StoredSubmission } from '../../../storage/submissions/storedSubmission.ts';
import type { StoredWebhook } from '../../../storage/webhooks/storedWebhook.ts';
import type { Credentials } from '../../../storage/webhooks/webhookSecrets.ts';
import type { PostRequest } from './post.ts';
import { signatureOf } from './signatures.ts';

export interface WebhookMessage extends FormEvent {
  id: string;
  /** Webhook deliveries that led to the event, before this one. */
  hops: number;
}

const USER_AGENT = 'FormsBackend-Webhooks/1.0';

/** A request signed as Standard Webhooks 1.0.0 specifies. */
export function requestOf(
  { id, hops, ...event }: WebhookMessage,
  { id: webhookId, url, format, template }: Pick<StoredWebhook, 'id' | 'url' | 'format' | 'template'>,
  credentials: Credentials,
  now: number,
): PostRequest {
  const { write, judge } = formatOf(format);
  const { body, contentType, headers: ofFormat } = write(event, template);
  const timestamp = Math.floor(now / 1_000);
  const { headersFor = new URL(url).origin } = credentials;
  const headers = {
    'user-agent': USER_AGENT,
    ...ofFormat,
    ...(headersFor === new URL(url).origin && lowerCase(credentials.headers)),
    'content-type': contentType,
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatureOf({ id, timestamp, body, secrets: credentials.secrets }),
    [HOPS_HEADER]: hopsHeader(hops + 1, webhookId, id),
  };
  return { url, headers, body, judge };
}

const lowerCase = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

export const dashboardUrlOf = (siteUrl: string, endpointId: string, submissionId?: string): string =>
  submissionId === undefined ? inboxUrl(siteUrl, endpointId) : submissionUrl(siteUrl, endpointId, submissionId);

export const submissionData = (submission: StoredSubmission): SubmissionWithData =>
  SubmissionWithData.parse(submission);

export const deletedData = (endpointId: string, submissionId: string): object => ({ id: submissionId, endpointId });
