import type * as z from 'zod/mini';
import { knownLanguage, LANGUAGES } from '../../../contract/formLanguages.ts';
import { daysKept } from '../../../contract/keeping.ts';
import { fieldsIn, sampleValueOf } from '../../../contract/placeholders.ts';
import type { ShownConfirmation } from '../../../contract/schemas/confirmations/confirmation.ts';
import { confirmPageUrl, TEST_TOKEN, unsubscribePageUrl } from '../../../contract/sitePages.ts';
import { unsubscribeApiUrl } from '../../../contract/unsubscribeUrl.ts';
import { minuteText } from '../../../messages/confirmationFooter.ts';
import { oneLine, printable, shortened } from '../../../messages/outline.ts';
import type { StoredEndpoint } from '../../../storage/endpoints/storedEndpoint.ts';
import type { StoredSubmission } from '../../../storage/submissions/storedSubmission.ts';
import { pendingEndsAt, submittedAt } from '../../../storage/table/itemKeys.ts';
import { renderHtml } from '../mail/message/html.ts';
import type { Message } from '../mail/message/message.ts';
import { fillInConfirmation } from './fillIn.ts';
import { FOOTER_TEXTS } from './footerTexts.ts';

export interface MessageSettings {
  siteUrl: string;
  apiUrl: string;
  /** The tokens for unsubscribing, and for confirming the submission if that is required. */
  tokens: Tokens;
}

interface Tokens {
  unsubscribe: string;
  confirm?: string;
}

/** An endpoint whose senders get confirmations. */
export type ConfirmingEndpoint = StoredEndpoint & { confirmation: z.output<typeof ShownConfirmation> };

type Composed = Pick<ConfirmingEndpoint, 'id' | 'name' | 'confirmation' | 'keepDays' | 'keep'>;
type Submitted = Pick<StoredSubmission, 'id' | 'data' | 'language'>;

const SUBJECT_LENGTH_MAX = 300;

const AUTOMATIC = { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' };

/** Writes the mail to the sender of a form. Only the owner's own text can have links. */
export const composeConfirmation = (
  endpoint: Composed,
  submission: Submitted,
  { siteUrl, apiUrl, tokens }: MessageSettings,
): Message => ({
  ...compose(endpoint, submission, { siteUrl, tokens }),
  headers: {
    ...AUTOMATIC,
    'List-Unsubscribe': `<${unsubscribeApiUrl(apiUrl, tokens.unsubscribe)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
});

/** Writes the same mail as a test: marked as such, with the names of fields as their values, and links that do nothing. */
export function composeTest(endpoint: Composed, { id, language }: Omit<Submitted, 'data'>, siteUrl: string): Message {
  const { subject, text, verify } = endpoint.confirmation;
  const data = Object.fromEntries([subject, text].flatMap(fieldsIn).map((field) => [field, sampleValueOf(field)]));
  const tokens = { unsubscribe: TEST_TOKEN, ...(verify && { confirm: TEST_TOKEN }) };
  const composed = compose(endpoint, { id, data, language }, { siteUrl, tokens, isTest: true });
  return { ...composed, subject: `[Test] ${composed.subject}`, headers: AUTOMATIC };
}

function compose(
  { id: endpointId, name, confirmation, ...keeping }: Composed,
  { id, data, language: ofSender = 'en' }: Submitted,
  { siteUrl, tokens, isTest = false }: { siteUrl: string; tokens: Tokens; isTest?: boolean },
): Message {
  const form = oneLine(name);
  const language = knownLanguage(confirmation.language) ?? ofSender;
  const date = `${new Date(submittedAt(id)).toISOString().slice(0, 10)} UTC`;
  const filling = { own: { form, date, reference: id }, data };
  const subject = shortened(oneLine(fillInConfirmation(confirmation.subject, filling)), SUBJECT_LENGTH_MAX);
  const body = printable(fillInConfirmation(confirmation.text, filling)).trim();
  const { why, ignore, unsubscribe, needed, confirm, test } = FOOTER_TEXTS[language];
  const facts = [...(isTest ? [test] : []), why(form), ignore, id];
  const link = { text: unsubscribe, url: unsubscribePageUrl(siteUrl, tokens.unsubscribe) };
  const action = tokens.confirm && {
    text: confirm,
    url: confirmPageUrl(siteUrl, endpointId, tokens.confirm, form),
    before: needed(minuteText(pendingEndsAt(id, daysKept(keeping)))),
  };
  return {
    fromName: form,
    subject,
    text: [
      `${body}\n`,
      ...(action ? [`${action.before}\n${action.text}: ${action.url}\n`] : []),
      '-- ',
      ...facts,
      `${link.text}: ${link.url}`,
    ].join('\n'),
    html: renderHtml({
      title: subject,
      heading: form,
      introduction: paragraphsOf(body),
      fields: [],
      remarks: [],
      facts,
      footer: { language, dir: LANGUAGES[language].dir, link, ...(action && { action }) },
    }),
    replyTo: confirmation.replyTo,
  };
}

const paragraphsOf = (text: string): string[] => text.split(/\n{2,}/);
