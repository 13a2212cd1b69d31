import { UNKNOWN_LOCATION } from '../../../../contract/choices.ts';
import { submissionUrl } from '../../../../contract/sitePages.ts';
import { guessedCharset } from '../../../../messages/charset.ts';
import { escapeHtml } from '../../../../messages/escapeHtml.ts';
import { fileFields } from '../../../../messages/fileFields.ts';
import { forPeople } from '../../../../messages/forPeople.ts';
import { mailbox } from '../../../../messages/headerText.ts';
import { labelsOf } from '../../../../messages/labels.ts';
import { oneLine, outlineOf, type ShownField } from '../../../../messages/outline.ts';
import { senderOf } from '../../../../messages/sender.ts';
import type { StoredEndpoint } from '../../../../storage/endpoints/storedEndpoint.ts';
import type { StoredSubmission } from '../../../../storage/submissions/storedSubmission.ts';
import { submittedAt } from '../../../../storage/table/itemKeys.ts';
import { renderHtml } from './html.ts';
import type { MailContent } from './mailContent.ts';
import { renderText } from './text.ts';

export interface Message {
  /** The display name of the sender, unencoded. */
  fromName: string;
  /** Unencoded. */
  subject: string;
  text: string;
  html: string;
  /** The sender's valid address from the form, if any, as a header has it: with a name where it is known. */
  replyTo?: string | undefined;
  /** Headers besides SES's own; by default the one that marks the mail as automatic. */
  headers?: Readonly<Record<string, string>> | undefined;
}

/** Text and HTML together, in bytes. SES accepts 40 MB; mail clients cut HTML beyond about 100 kB. */
export const MAIL_BYTES_MAX = 300_000;
/** Bytes of a mail besides its fields: style sheet, heading, facts. */
const FRAME_BYTES = 8_000;

const costOf = (text: string): number => Buffer.byteLength(text) + Buffer.byteLength(escapeHtml(text));

export const render = (content: MailContent): Pick<Message, 'text' | 'html'> => ({
  text: renderText(content),
  html: renderHtml(content),
});

/** Writes the notification of a submission. A form can set the subject after the endpoint's name. */
export function composeMessage(endpoint: StoredEndpoint, submission: StoredSubmission, siteUrl: string): Message {
  const { id, location, charset, mailSubject, files = [] } = submission;
  const shown = forPeople(submission, endpoint.fields);
  const endpointName = oneLine(endpoint.name);
  const labelOf = labelsOf([...Object.keys(shown.data), ...files.map(({ field }) => field)], endpoint.fields);
  const ofFiles = fileFields(files, labelOf);
  const bytesMax = MAIL_BYTES_MAX - FRAME_BYTES - costOfAll(ofFiles);
  const { fields, valuesLeftOut } = outlineOf(shown, costOf, bytesMax, labelOf);
  const { address, name, title } = senderOf(submission, endpoint);
  const subject =
    mailSubject === undefined
      ? `New submission: ${endpointName}${title && ` (${title})`}`
      : `${endpointName}: ${oneLine(mailSubject)}`;
  const content: MailContent = {
    title: `New submission to ${endpointName}`,
    heading: endpointName,
    introduction: Object.keys(shown.data).length + files.length === 0 ? ['The form was sent without any fields.'] : [],
    fields: [...fields, ...ofFiles],
    remarks: [
      ...(valuesLeftOut > 0
        ? [`This mail is incomplete: ${leftOut(valuesLeftOut)}. The dashboard shows everything.`]
        : []),
      ...(charset === undefined ? [] : [guessedCharset(charset)]),
    ],
    link: {
      text: files.length > 0 ? 'Get the files in the dashboard' : 'Open it in the dashboard',
      url: submissionUrl(siteUrl, endpoint.id, id),
    },
    facts: [
      `Submission ${id}`,
      `Endpoint ${endpoint.id}`,
      `Sent on ${sentAt(id)} UTC`,
      ...(location === UNKNOWN_LOCATION ? [] : [`Sent from ${location}`]),
    ],
  };
  return {
    fromName: endpointName,
    subject: `${subject} ${referenceTo(id)}`,
    ...render(content),
    replyTo: address && mailbox(address, name),
    // A person's message: help desks hold back mails with a header that says otherwise.
    headers: {},
  };
}

/** `2026-11-22 09:12`, by the time in its id. */
const sentAt = (id: string): string => new Date(submittedAt(id)).toISOString().slice(0, 16).replace('T', ' ');

/**
 * The random end of an id. Mail programs show mails with the same subject as one conversation, and Gmail's documented way
 * out is another subject.
 */
const referenceTo = (id: string): string => `#${id.slice(-5)}`;

/** A generous estimate of the markup around each line. */
const costOfAll = (fields: readonly ShownField[]): number =>
  fields.flatMap(({ name, lines }) => [name, ...lines]).reduce((sum, text) => sum + costOf(text) + 64, 0);

const leftOut = (values: number): string =>
  values === 1 ? 'one value is shortened or missing' : `${values} values are shortened or missing`;
