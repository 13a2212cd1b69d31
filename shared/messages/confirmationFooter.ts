import { PENDING_DAYS } from '../contract/limits.ts';

/** The service's own texts in confirmations: why they were sent, how to unsubscribe, and how to confirm. */
export interface FooterText {
  why: (form: string) => string;
  ignore: string;
  unsubscribe: string;
  /** The sentence before the link that confirms a submission, and the link's label. */
  needed: string;
  confirm: string;
  /** Marks a mail that the owner of the form has sent to themselves. */
  test: string;
}

/** Apart from the other languages, for the preview in the dashboard. */
export const ENGLISH_FOOTER: FooterText = {
  why: (form) => `You are getting this mail because somebody entered this address in the form “${form}”.`,
  ignore: 'If that was not you, you can ignore this mail.',
  unsubscribe: 'Never email me again',
  needed: `Your message is only delivered once you confirm it, within ${PENDING_DAYS} days.`,
  confirm: 'Confirm',
  test: 'This is a test from the owner of the form. Fields show their names, and the links do nothing.',
};
