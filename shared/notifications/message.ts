import { asciiAddress } from '../emailAddress.ts';
import type { StoredEndpoint } from '../repositories/endpoints.ts';
import type { SubmissionData, SubmissionWithData } from '../schemas/submission.ts';
import { renderHtml } from './html.ts';
import { renderText } from './text.ts';

/** One notification, the same for every recipient. */
export interface Message {
  submissionId: string;
  endpointId: string;
  subject: string;
  text: string;
  html: string;
  /** The sender's own address, if the form asked for one and it is one. */
  replyTo: string | undefined;
}

/** Names of fields that hold the sender's address, in lower case. */
const ADDRESS_FIELDS = new Set([
  'email',
  'e-mail',
  '_replyto',
  'replyto',
  'reply-to',
  'email_address',
  'emailaddress',
  'mail',
]);

/** Writes the notification of a submission. Subject and sender come from the endpoint alone. */
export function composeMessage(endpoint: StoredEndpoint, submission: SubmissionWithData): Message {
  const content = { endpointName: oneLine(endpoint.name), submission };
  return {
    submissionId: submission.id,
    endpointId: endpoint.id,
    subject: `New submission: ${content.endpointName}`,
    text: renderText(content),
    html: renderHtml(content),
    replyTo: replyAddress(submission.data),
  };
}

/** A line break or another control character has no place in a header. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim();

/** The one valid address among the fields that are meant for it; with several different ones, none. */
function replyAddress(data: SubmissionData): string | undefined {
  const candidates = Object.entries(data)
    .filter(([name]) => ADDRESS_FIELDS.has(name.toLowerCase()))
    .map(([, value]) => (typeof value === 'string' ? asciiAddress(value.trim()) : undefined))
    .filter((address) => address !== undefined);
  return new Set(candidates.map((address) => address.toLowerCase())).size === 1 ? candidates[0] : undefined;
}
