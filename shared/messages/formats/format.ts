import type { FieldRule } from '../../contract/schemas/endpoints/fieldRules.ts';
import type { SubmissionWithData } from '../../contract/schemas/submissions/submission.ts';
import type { TEST_EVENT, WebhookEvent } from '../../contract/schemas/webhooks/webhook.ts';

export interface FormEvent {
  type: WebhookEvent | typeof TEST_EVENT;
  /** The event's time in the contract's format. */
  at: string;
  /** The data of the standard format. */
  data: object;
  endpoint: { id: string; name: string; fields?: readonly FieldRule[] | undefined };
  /** The current submission; absent in tests and after its deletion. */
  submission?: SubmissionWithData | undefined;
  /** The dashboard's page of the submission, or of the endpoint's inbox. */
  dashboardUrl: string;
}

export interface ContentField {
  name: string;
  value: string;
}

/** A message's content as plain text. */
export interface MessageContent {
  title: string;
  text: string;
  fields: ContentField[];
  /** The omission: "and 12 more fields", or nothing. */
  more: string;
  link: { text: string; url: string };
}

export interface Written {
  body: string;
  contentType: string;
  headers?: Record<string, string>;
}

/** A receiver's response: header names in lower case, and the start of the body. */
export interface ReceiverResponse {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
}

/** The verdict on a response. The message was accepted unless there is an `error`. */
export interface ResponseVerdict {
  /** `status`: a failure status. `answer`: a success status, but the rest of the response says otherwise. */
  error?: 'status' | 'answer';
  /** Seconds to wait before the next attempt, according to the body; the header `Retry-After` counts as well. */
  retryAfterSeconds?: number;
  /** The receiver is gone for good: the webhook is disabled. */
  isGone?: boolean;
}

/** A format of requests, with the rules of the service that receives them. */
export interface Format {
  /** @param template of webhooks with the format `template` */
  write(event: FormEvent, template?: string): Written;
  judge(response: ReceiverResponse): ResponseVerdict;
  /** Milliseconds between the starts of two requests, 0 if the service sets no limit. */
  paceMs: number;
  /** A message's content, unescaped, for a preview; absent for formats that send data instead of messages. */
  preview?(event: FormEvent): MessageContent;
}
