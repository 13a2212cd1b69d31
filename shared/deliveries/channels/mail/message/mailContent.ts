import type { Language } from '../../../../contract/formLanguages.ts';
import type { ShownField } from '../../../../messages/outline.ts';

export interface MailContent {
  title: string;
  heading: string;
  introduction: string[];
  fields: ShownField[];
  remarks: string[];
  /** Link to more; always a URL of the service, never submitted text. */
  link?: { text: string; url: string };
  facts: string[];
  /** For mails to senders: the language of the footer, a link to the service, and instructions. */
  footer?: {
    language: Language;
    dir: 'ltr' | 'rtl';
    link: { text: string; url: string };
    action?: { before: string; text: string; url: string };
  };
}
