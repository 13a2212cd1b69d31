import type * as z from 'zod/mini';
import { LANGUAGES } from '../../../contract/formLanguages.ts';
import type { ShownConfirmation } from '../../../contract/schemas/confirmation.ts';
import { confirmPageUrl, unsubscribeApiUrl, unsubscribePageUrl } from '../../../contract/sitePages.ts';
import { oneLine, printable, shortened } from '../../../messages/outline.ts';
import type { StoredEndpoint } from '../../../storage/endpoints.ts';
import { submittedAt } from '../../../storage/itemKeys.ts';
import type { StoredSubmission } from '../../../storage/submissions.ts';
import { renderHtml } from '../mail/html.ts';
import type { Message } from '../mail/message.ts';
import { fillInConfirmation } from './fillIn.ts';
import { FOOTER_TEXTS } from './footerTexts.ts';

export interface MessageSettings {
  siteUrl: string;
  apiUrl: string;
  /** The tokens for unsubscribing, and for confirming the submission if that is required. */
  tokens: { unsubscribe: string; confirm?: string };
}

/** An endpoint whose senders get confirmations. */
export type ConfirmingEndpoint = StoredEndpoint & { confirmation: z.output<typeof ShownConfirmation> };

/** Maximum length of a filled-in subject in characters. */
const SUBJECT_LENGTH_MAX = 300;

/** Writes the mail to the sender of a form. Only the owner's own text can have links. */
export function composeConfirmation(
  { id: endpointId, name, confirmation }: Pick<ConfirmingEndpoint, 'id' | 'name' | 'confirmation'>,
  { id, data, language = 'en' }: Pick<StoredSubmission, 'id' | 'data' | 'language'>,
  { siteUrl, apiUrl, tokens }: MessageSettings,
): Message {
  const form = oneLine(name);
  const date = new Date(submittedAt(id)).toISOString().slice(0, 10);
  const filling = { own: { form, date, reference: id }, data };
  const subject = shortened(oneLine(fillInConfirmation(confirmation.subject, filling)), SUBJECT_LENGTH_MAX);
  const body = printable(fillInConfirmation(confirmation.text, filling)).trim();
  const { why, ignore, unsubscribe, needed, confirm } = FOOTER_TEXTS[language];
  const facts = [why(form), ignore, id];
  const link = { text: unsubscribe, url: unsubscribePageUrl(siteUrl, tokens.unsubscribe) };
  const action = tokens.confirm && {
    text: confirm,
    url: confirmPageUrl(siteUrl, endpointId, tokens.confirm),
    before: needed,
  };
  return {
    subject,
    text: [
      `${body}\n`,
      ...(action ? [`${action.before}\n${action.text}: ${action.url}\n`] : []),
      '-- ',
      ...facts,
      `${link.text}: ${link.url}`,
    ].join('\n'),
    html: renderHtml({
      ...{ title: subject, heading: form, introduction: paragraphsOf(body), fields: [], remarks: [], facts },
      footer: { language, dir: LANGUAGES[language].dir, link, ...(action && { action }) },
    }),
    replyTo: confirmation.replyTo,
    headers: {
      'Auto-Submitted': 'auto-replied',
      'X-Auto-Response-Suppress': 'All',
      'List-Unsubscribe': `<${unsubscribeApiUrl(apiUrl, tokens.unsubscribe)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

const paragraphsOf = (text: string): string[] => text.split(/\n{2,}/);
