import type { FilterPause } from '../../../shared/contract/schemas/statistics.ts';
import { submissions } from './amounts.ts';

export const ENDPOINT_TEXTS = {
  endpoint: {
    new: 'New endpoint',
    newText: 'A name is enough to begin. Everything can be changed later.',
    views: 'Views of this endpoint',
    view: { inbox: 'Inbox', overview: 'Overview', use: 'Use it', webhooks: 'Webhooks', settings: 'Settings' },
    isOff: 'This endpoint is switched off and receives nothing.',
    switchOn: 'Switch it on',
    created: 'The endpoint is ready.',
    saved: 'Saved.',
    delete: 'Delete endpoint',
    deleteText: 'Its address stops working at once, and everything that came in is deleted.',
    deleteTitle: (name: string): string => `Delete “${name}”?`,
    deleteWarning: 'Everything that came in is deleted with it. Nobody can bring it back.',
    deleteWarningWith: (amount: number): string =>
      amount === 0
        ? 'Nothing came in so far, so nothing but the address is lost.'
        : `${submissions(amount)} will be deleted with it. Nobody can bring them back.`,
    typeName: (name: string): string => `Type “${name}” to confirm`,
    deleted: (name: string): string => `“${name}” was deleted.`,
  },

  form: {
    name: 'Name',
    slug: 'Short name',
    slugHint: 'Small letters, digits, dots and hyphens.',
    color: 'Colour',
    icon: 'Icon',
    emails: 'Notify these addresses',
    emailsHint: 'One address on each line, 50 at most.',
    notify: 'Mail each submission',
    notifyHint: 'To the addresses above.',
    redirect: 'Thank-you page',
    redirectHint: 'Where people are sent after the form. Leave it empty for the service’s own page.',
    enabled: 'Receive submissions',
    enabledHint: 'Switched off, forms that post here get an error page.',
    create: 'Create endpoint',
    save: 'Save',
  },

  fileForm: {
    title: 'Receive files',
    text: 'Switched off, a form with a file gets an error page.',
    maxCount: 'Files at most',
    maxBytes: 'Megabytes each',
    types: 'Types of files',
    hint: {
      maxCount: '10 at most.',
      maxBytes: '100 at most.',
      types: 'One on each line, such as application/pdf or image/*.',
    },
  },

  spamForm: {
    title: 'Protection from spam',
    text: 'Spam is kept under “Spam” with the reason, and not mailed. A hidden field named _gotcha always works.',
    guide: 'More in the guide',
    learn: 'Learn from my marks',
    learnHint:
      'Once you have marked 20 submissions as “Spam” and 20 as “Not spam”, in the inbox as well, it keeps similar spam away.',
    captcha: 'Captcha',
    provider: {
      none: 'None',
      altcha: 'ALTCHA, built in',
      turnstile: 'Cloudflare Turnstile',
      hcaptcha: 'hCaptcha',
      recaptcha: 'Google reCAPTCHA',
    },
    captchaHint: {
      none: 'Forms work without JavaScript.',
      altcha:
        'The browser works for about a second. No third party, no puzzle. Paste the form anew: it needs the widget.',
      hosted: 'The provider sees each visitor. Paste the form anew: it needs the provider’s widget.',
    },
    siteKey: 'Site key',
    secret: 'Secret',
    secretHint: 'It is never shown again. Leave it empty to keep the one that is stored.',
    terms: 'Blocked terms',
    termsHint: 'A word, phrase, address or @domain on each line, 100 at most.',
    origins: 'Allowed websites',
    originsHint: 'One address on each line. Forms anywhere else are refused.',
    honeypot: 'Name of a hidden field',
    honeypotHint: 'Who fills it in is a program. It works besides _gotcha.',
  },

  filterPause: {
    title: 'The filter has paused: it keeps nothing away.',
    text: ({ wanted, takenForSpam, marksNeeded }: FilterPause): string =>
      `Of the last ${submissions(wanted)} that you marked as “Not spam”, it had taken ${takenForSpam} for spam. ` +
      'Mark wanted submissions as “Not spam”, also in the inbox: it keeps learning, and starts again by itself once it ' +
      `agrees with you, after ${marksNeeded} such marks at the earliest.`,
    spam: 'Open spam',
    inbox: 'Open inbox',
  },

  use: {
    title: 'Use this endpoint',
    text: 'Paste one of these. Name the fields as you like: every field with a name is stored.',
    languages: 'Language',
    language: { html: 'HTML form', fetch: 'fetch', curl: 'curl' },
    explanation: 'Scripts of any site may post here too.',
    guide: 'More in the guide',
    waiting: 'Waiting for the first submission…',
    arrived: 'It works: something came in.',
    openIt: 'Open the newest',
    sendTest: 'Send a test',
    needsCaptcha: 'A test needs the answer to the captcha, which only your form can ask for: send one from there.',
    needsOrigin: 'Only the allowed websites may post here, and this is none of them: send a test from your form.',
    test: {
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      message: 'Hello!\nThis is a test, sent from the dashboard.',
    },
  },
};
