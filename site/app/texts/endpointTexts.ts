import type { CaptchaProvider } from '../../../shared/contract/choices.ts';
import type { ClosedReason } from '../../../shared/contract/closing.ts';
import {
  CONFIRMED_DIGITS_MAX,
  KEEP_DAYS_MAX,
  MERGED_SECONDS,
  OWN_TEXT_LENGTH_MAX,
  PENDING_DAYS,
  SUBMISSIONS_TAKEN_MAX,
  UNDELIVERED_DAYS,
} from '../../../shared/contract/limits.ts';
import type { BrakeScope } from '../../../shared/contract/schemas/confirmations/confirmation.ts';
import type { FilterPause } from '../../../shared/contract/schemas/submissions/statistics.ts';
import { submissions } from './amounts.ts';

export const ENDPOINT_TEXTS = {
  endpoint: {
    new: 'New endpoint',
    newText: 'Only a name of at least 4 characters is required. You can change everything later.',
    views: 'Views of this endpoint',
    view: {
      inbox: 'Inbox',
      pending: 'Pending',
      overview: 'Overview',
      use: 'Use it',
      fields: 'Fields',
      webhooks: 'Webhooks',
      settings: 'Settings',
    },
    closed: {
      archived: 'This endpoint is archived and receives nothing.',
      off: 'This endpoint is switched off and receives nothing.',
      ended: 'This endpoint has been closed since',
      full: 'This endpoint receives nothing more: it has its maximum of',
    } satisfies Record<ClosedReason, string>,
    reopen: {
      archived: 'Restore it',
      off: 'Switch it on',
      ended: 'Open it again',
      full: 'Remove the maximum',
    } satisfies Record<ClosedReason, string>,
    created: 'The endpoint is ready.',
    delete: 'Delete endpoint',
    deleteText: 'Forms that post here stop working at once, and all submissions are deleted.',
    deleteTitle: (name: string): string => `Delete “${name}”?`,
    deleteWarning: 'All its submissions are deleted with it. This cannot be undone.',
    deleteWarningWith: (amount: number): string =>
      amount === 0
        ? 'It has no submissions.'
        : `${submissions(amount)} will be deleted with it. This cannot be undone.`,
    typeName: (name: string): string => `Type “${name}” to confirm`,
    deleted: (name: string): string => `“${name}” was deleted.`,
  },

  form: {
    name: 'Name',
    slug: 'Short name',
    color: 'Colour',
    icon: 'Icon',
    targetEmails: 'Notify these addresses',
    emailNotifications: 'Mail each submission',
    redirectUrl: 'Thank-you page',
    thankYouText: 'Text after sending',
    isEnabled: 'Receive submissions',
    closesAt: 'Closes at',
    maxSubmissions: 'Closes after (submissions)',
    closedText: 'Text when it is closed',
    isArchived: 'Archive',
    duplicates: 'Merge duplicates',
    keepDays: 'Remove submissions after (days)',
    keep: 'Remove submissions once delivered',
    keepSpamDays: 'Remove spam after (days)',
    hints: {
      name: '4 to 64 characters.',
      slug: 'Names exports, and the endpoint in the API: 4 to 64 lowercase letters, digits, dots and hyphens.',
      targetEmails: 'One email address per line, at most 50.',
      emailNotifications: 'To the addresses above.',
      redirectUrl: 'Where people go after submitting. Leave empty to use the built-in page.',
      thankYouText: `On the built-in page, in place of its own sentences: plain text, at most ${OWN_TEXT_LENGTH_MAX.toLocaleString('en')} characters.`,
      isEnabled: 'When off, people who send a form here see that it is closed.',
      maxSubmissions: `1 to ${SUBMISSIONS_TAKEN_MAX.toLocaleString('en')}, counted from when you first set it. Spam does not count, and deleting makes no room. Leave empty for no maximum.`,
      closedText: `Below “This form is closed”, in place of the page’s own sentences: plain text, at most ${OWN_TEXT_LENGTH_MAX.toLocaleString('en')} characters.`,
      isArchived: 'An archived endpoint receives nothing, and is listed only on request. Its submissions stay.',
      duplicates: `The same data from the same network and browser within ${MERGED_SECONDS} seconds is one submission, as after a double click.`,
      keepDays: `1 to ${KEEP_DAYS_MAX.toLocaleString('en')}. Then they and their files are gone for good; copies in mails, receivers of webhooks and exports stay there. Leave empty to keep them until you delete them.`,
      keep: `Once all mails and webhook events of a submission have ended, within hours; after ${UNDELIVERED_DAYS} days at the latest, also if some failed, it is spam, or nobody is notified. Then your mail has the only copy: files go, too.`,
      keepSpamDays:
        'The same for submissions marked as spam. Days count from their arrival, so marking an older one removes it at once.',
    },
    closes: (zone: string, moment?: string): string =>
      `${moment ? `That is ${moment}. ` : ''}In the time zone ${zone}. Leave empty to stay open.`,
    create: 'Create endpoint',
    removesMore: 'Remove older submissions?',
    removesMoreText: (name: 'keepDays' | 'keepSpamDays', days: number) =>
      `${name === 'keepDays' ? 'Submissions' : 'Spam submissions'} older than ${days === 1 ? 'a day' : `${days} days`} are removed for good as soon as you save.`,
  },

  fileForm: {
    takesFiles: 'Receive files',
    maxCount: 'Maximum number of files',
    maxBytes: 'Megabytes per file',
    types: 'File types',
    hints: {
      takesFiles: 'When off, a form with a file gets an error page.',
      maxCount: 'At most 10.',
      maxBytes: 'At most 100.',
      types: 'One per line, such as .pdf or image/*.',
    },
  },

  confirmationForm: {
    confirms: 'Mail the sender a confirmation',
    guide: 'How it is protected from abuse',
    subject: 'Subject',
    text: 'Text of the mail',
    emailField: 'Field with the address',
    replyTo: 'Replies go to',
    language: 'Language of button and end',
    ofSender: 'The sender’s',
    hints: {
      confirms: 'An auto-reply to the person who submitted the form.',
      subject: 'One line, at most 150 characters.',
      text: `Plain text with {{form}}, {{date}}, {{reference}} and {{field.NAME}}. Long values, links and numbers of more than ${CONFIRMED_DIGITS_MAX} digits are left out.`,
      emailField: 'Its name in the form.',
      replyTo: 'One of the addresses above, or empty.',
      language: 'Choose that of your text, so that the mail is in one language.',
      verify: `Double opt-in: the mail gets a link. You see a submission under “Pending” until its sender has confirmed it, at most ${PENDING_DAYS} days, or fewer if submissions are removed sooner.`,
    },
    verify: 'Ask the sender to confirm first',
    preview: 'Preview',
    sandboxed:
      'Amazon SES is in its sandbox: confirmations only reach addresses that are verified there. The operator of this service can ask AWS for production access.',
    stopped: (scope: BrakeScope) =>
      `Too many confirmations of this ${scope} bounced or were reported as spam. They wait until`,
    test: 'Send it to me',
    testing: 'Sending…',
    testTo: 'Send it to',
    noAddress: 'To send it to yourself, save an address above.',
    tested: 'Sent to',
    untested: 'Not sent to',
    previewEnd: 'The end of the mail is in the language chosen above.',
  },

  pending: {
    title: 'Waiting for their senders',
    text: (keepDays = PENDING_DAYS): string => {
      const days = Math.min(PENDING_DAYS, keepDays);
      return `Submissions are only delivered once their senders confirm them by mail. After ${days === 1 ? 'a day' : `${days} days`} they are deleted.`;
    },
    unasked: 'Some senders got no mail. Only you can confirm their submissions.',
    none: 'Nothing is waiting.',
    expires: 'Will be deleted',
    confirm: 'Confirm in place of the sender',
    delete: 'Delete',
    confirmed: 'Confirmed. It is now in the inbox.',
    deleted: 'Deleted.',
    gone: 'It waits no longer: it was confirmed, or deleted.',
  },

  spamForm: {
    title: 'Spam protection',
    text: 'Spam is kept under “Spam” with the reason and is not mailed. A hidden field named _gotcha always works.',
    learn: 'Learn from my marks',
    learnHint:
      'Filters similar spam once you have marked 20 submissions as “Spam” and 20 as “Not spam”, in the inbox or under “Spam”.',
    captcha: 'Captcha',
    provider: {
      none: 'None',
      altcha: 'ALTCHA, built in',
      turnstile: 'Cloudflare Turnstile',
      hcaptcha: 'hCaptcha',
      recaptcha: 'Google reCAPTCHA',
    } satisfies Record<CaptchaProvider | 'none', string>,
    captchaHint: {
      none: 'Forms work without JavaScript.',
      altcha:
        'The browser computes for about a second. No third party, no puzzle. Paste the form again: it needs the widget.',
      hosted: 'The provider sees every visitor. Paste the form again: it needs the provider’s widget.',
    },
    siteKey: 'Site key',
    secret: 'Secret',
    blockedTerms: 'Blocked terms',
    allowedOrigins: 'Allowed websites',
    honeypotField: 'Name of a hidden field',
    hints: {
      secret: 'Never shown again. Leave empty to keep the stored one.',
      blockedTerms: 'One word, phrase, address or @domain per line, at most 100.',
      allowedOrigins:
        'One per line, such as https://example.com or, for an app, capacitor://localhost. Others are rejected.',
      honeypotField: 'Only bots fill in this field. It works in addition to _gotcha.',
    },
  },

  filterPause: {
    title: 'The spam filter is paused.',
    text: ({ wanted, takenForSpam, marksNeeded }: FilterPause): string =>
      `Of the last ${submissions(wanted)} that you marked as “Not spam”, it had judged ${takenForSpam} as spam. ` +
      'Mark wanted submissions as “Not spam”, also in the inbox: it keeps learning, and resumes by itself once it ' +
      `agrees with you, after ${marksNeeded} such marks at the earliest.`,
    spam: 'Open spam',
    inbox: 'Open inbox',
  },

  use: {
    title: 'Use this endpoint',
    text: 'Paste one of these. Field names are up to you: every named field is stored.',
    languages: 'Language',
    language: { html: 'HTML form', fetch: 'fetch', curl: 'curl' },
    choose: 'Choose…',
    explanation: 'Scripts on any website can post here too.',
    waiting: 'Waiting for the first submission…',
    arrived: 'It works: a submission arrived.',
    openIt: 'Open the newest',
    pending: 'A submission waits until its sender confirms it.',
    openPending: 'Open pending',
    recipient: 'Send the confirmation to (not a notified address)',
    sent: 'Sent. It appears in a few seconds.',
    sentPending: 'Sent. It waits under “Pending” until you confirm it in the mail.',
    sendTest: 'Send a test',
    needsCaptcha: 'A test needs a solved captcha, which only your form can show: send one from there.',
    needsFile: 'A test needs a file, which only your form can send: send one from there.',
    needsOrigin:
      'Only the allowed websites can post here, and this page is not one of them: send a test from your form.',
    test: {
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      message: 'Hello!\nThis is a test, sent from the dashboard.',
    },
  },
};
