/** The service's own texts in confirmations: why they were sent, how to unsubscribe, and how to confirm. */
export interface FooterText {
  why: (form: string) => string;
  ignore: string;
  unsubscribe: string;
  /** The sentence before the link that confirms a submission, with the end of the time for it; and the link's label. */
  needed: (until: string) => string;
  confirm: string;
  /** Marks a mail that the owner of the form has sent to themselves. */
  test: string;
}

/** Apart from the other languages, for the preview in the dashboard. */
export const ENGLISH_FOOTER: FooterText = {
  why: (form) => `You are getting this mail because somebody entered this address in the form “${form}”.`,
  ignore: 'If that was not you, you can ignore this mail.',
  unsubscribe: 'Never email me again',
  needed: (until) => `Your message is only delivered once you confirm it, before ${until}.`,
  confirm: 'Confirm',
  test: 'This is a test from the owner of the form. Fields show their names, and the links do nothing.',
};

/** A time as confirmations write it, to the minute. */
export const minuteText = (timeMs: number): string =>
  `${new Date(timeMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
