import type { SubmissionWithData } from '../../../../contract/schemas/submission.ts';
import type { TEST_EVENT, WebhookEvent } from '../../../../contract/schemas/webhook.ts';

/** An event, and what a message about it can name. */
export interface FormEvent {
  type: WebhookEvent | typeof TEST_EVENT;
  /** When it happened, as the contract writes it. */
  at: string;
  /** What the standard format sends. */
  data: object;
  endpoint: { id: string; name: string };
  /** As it is now; absent in tests and once it was deleted. */
  submission?: SubmissionWithData | undefined;
  /** Where the dashboard shows the submission, or the endpoint's inbox if there is none. */
  dashboardUrl: string;
}

/** A field of a submission, or a fact about it. */
export interface ContentField {
  name: string;
  value: string;
}

/** What a message says, as plain text. */
export interface Content {
  title: string;
  text: string;
  fields: ContentField[];
  /** What was left out: "and 12 more fields", or nothing. */
  more: string;
  link: { text: string; url: string };
}

/** A request body, and the headers that belong to it. */
export interface Written {
  body: string;
  contentType: string;
  headers?: Record<string, string>;
}

/** What a receiver answered: header names in lower case, and the beginning of the body. */
export interface Answer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
}

/** How an answer counts. The message was accepted unless there is an `error`. */
export interface Verdict {
  /** `status`: a status that means failure. `answer`: the status means success, and the rest of the answer does not. */
  error?: 'status' | 'answer';
  /** Seconds to wait before the next attempt, where the body says so; the header `Retry-After` counts anyway. */
  retryAfterSeconds?: number;
  /** The receiver is gone for good: the webhook is switched off. */
  isGone?: boolean;
}

/** A form of request bodies, and the habits of the service that takes them. */
export interface Format {
  /** @param template of webhooks with the format `template` */
  write(event: FormEvent, template?: string): Written;
  judge(answer: Answer): Verdict;
  /** Milliseconds from the beginning of a request to that of the next one, 0 where the service sets no pace. */
  paceMs: number;
  /** What a message shows, unescaped, for a preview; absent where data is sent and not a message. */
  preview?(event: FormEvent): Content;
}
