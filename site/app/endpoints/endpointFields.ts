import { type CaptchaProvider, type COLORS, FILE_TYPES_DEFAULT, type ICONS } from '../../../shared/contract/choices.ts';
import { typeOfKind } from '../../../shared/contract/fileEndings.ts';
import { thankYouUrl } from '../../../shared/contract/formPages.ts';
import { FILE_BYTES_DEFAULT, FILES_DEFAULT } from '../../../shared/contract/limits.ts';
import type { Endpoint } from '../../../shared/contract/schemas/endpoint.ts';
import type { ShownFileSettings } from '../../../shared/contract/schemas/files.ts';
import { problemsByField } from '../api/problemsByField.ts';
import type { RequestFailed } from '../api/requestFailed.ts';
import { TEXTS } from '../texts/texts.ts';

/** The endpoint form's values, as typed. */
export interface EndpointDraft {
  name: string;
  slug: string;
  /** One email address per line. */
  targetEmails: string;
  redirectUrl: string;
  emailNotifications: boolean;
  isEnabled: boolean;
  icon: (typeof ICONS)[number];
  color: (typeof COLORS)[number];
  honeypotField: string;
  /** One origin per line. */
  allowedOrigins: string;
  /** One term per line. */
  blockedTerms: string;
  captcha: CaptchaProvider | 'none';
  siteKey: string;
  /** Of the captcha. Empty keeps the stored one. */
  secret: string;
  spamFilter: 'off' | 'learn';
  takesFiles: boolean;
  maxCount: string;
  /** In megabytes. */
  maxBytes: string;
  /** Types or endings, one per line. */
  types: string;
  confirms: boolean;
  subject: string;
  text: string;
  emailField: string;
  replyTo: string;
  verify: boolean;
}

const BYTES_PER_MEGABYTE = 1_000_000;

const FILES_TAKEN = { maxCount: FILES_DEFAULT, maxBytes: FILE_BYTES_DEFAULT, types: [...FILE_TYPES_DEFAULT] };

const draftOfFiles = ({ maxCount, maxBytes, types }: ShownFileSettings) => ({
  maxCount: String(maxCount),
  maxBytes: String(maxBytes / BYTES_PER_MEGABYTE),
  types: types.join('\n'),
});

/** Subject and text until they are edited, without and with `verify`. */
const MAILS = {
  false: {
    subject: 'Thank you for your message',
    text: 'We received your message on {{date}} and will get back to you soon.\n\nYour reference: {{reference}}',
  },
  true: {
    subject: 'Please confirm your message',
    text: 'You sent us a message on {{date}}. Please confirm it.\n\nYour reference: {{reference}}',
  },
};

const NEW_CONFIRMATION = {
  ...MAILS.false,
  emailField: 'email',
  replyTo: '',
  verify: false,
};

export const NEW_ENDPOINT: EndpointDraft = {
  name: '',
  slug: '',
  targetEmails: '',
  redirectUrl: '',
  emailNotifications: true,
  isEnabled: true,
  icon: 'mail',
  color: 'teal',
  honeypotField: '',
  allowedOrigins: '',
  blockedTerms: '',
  captcha: 'none',
  siteKey: '',
  secret: '',
  spamFilter: 'off',
  takesFiles: false,
  ...draftOfFiles(FILES_TAKEN),
  confirms: false,
  ...NEW_CONFIRMATION,
};

export const draftOf = ({
  targetEmails,
  redirectUrl,
  captcha,
  files,
  confirmation,
  ...endpoint
}: Endpoint): EndpointDraft => ({
  ...endpoint,
  targetEmails: targetEmails.join('\n'),
  redirectUrl: redirectUrl === thankYouUrl(location.origin) ? '' : redirectUrl,
  honeypotField: endpoint.honeypotField ?? '',
  allowedOrigins: endpoint.allowedOrigins?.join('\n') ?? '',
  blockedTerms: endpoint.blockedTerms?.join('\n') ?? '',
  captcha: captcha?.provider ?? 'none',
  siteKey: captcha?.siteKey ?? '',
  secret: '',
  spamFilter: endpoint.spamFilter ?? 'off',
  takesFiles: files !== undefined,
  ...draftOfFiles(files ?? FILES_TAKEN),
  confirms: confirmation !== undefined,
  ...NEW_CONFIRMATION,
  ...confirmation,
});

/** The error of each field, in the API's words. */
export type FieldProblems = Partial<Record<keyof EndpointDraft, string>>;

/** The body of createEndpoint. */
export const bodyOf = (draft: EndpointDraft) => {
  const { name, slug, emailNotifications, isEnabled, icon, color } = draft;
  return {
    ...{ name: name.trim(), slug: slug.trim(), emailNotifications, isEnabled, icon, color },
    targetEmails: draft.targetEmails.split(/[\s,;]+/).filter(Boolean),
    redirectUrl: draft.redirectUrl.trim() || thankYouUrl(location.origin),
    // Empty settings are removed.
    honeypotField: draft.honeypotField.trim() || null,
    allowedOrigins: orNothing(draft.allowedOrigins.split(/[\s,;]+/).filter(Boolean)),
    blockedTerms: orNothing(linesOf(draft.blockedTerms)),
    captcha: captchaOf(draft),
    spamFilter: draft.spamFilter === 'learn' ? draft.spamFilter : null,
    files: draft.takesFiles ? filesOf(draft) : null,
    confirmation: draft.confirms ? confirmationOf(draft) : null,
  };
};

const filesOf = ({ maxCount, maxBytes, types }: EndpointDraft) => ({
  maxCount: Number(maxCount),
  maxBytes: Math.round(Number(maxBytes) * BYTES_PER_MEGABYTE),
  types: types
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(typeOfKind),
});

/** Switches `verify`, and replaces a subject or text that was not edited. */
export function verifying({ subject, text }: EndpointDraft, verify: boolean): Partial<EndpointDraft> {
  const { subject: oldSubject, text: oldText } = MAILS[`${!verify}`];
  return {
    verify,
    ...(subject === oldSubject && { subject: MAILS[`${verify}`].subject }),
    ...(text === oldText && { text: MAILS[`${verify}`].text }),
  };
}

/** The confirmation of a draft, as the API takes it. */
export const confirmationOf = ({ subject, text, emailField, replyTo, verify }: EndpointDraft) => ({
  ...{ subject: subject.trim(), text, emailField: emailField.trim() || NEW_CONFIRMATION.emailField },
  ...(replyTo.trim() && { replyTo: replyTo.trim() }),
  ...(verify && { verify }),
});

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

const orNothing = (list: string[]): string[] | null => (list.length > 0 ? list : null);

function captchaOf({ captcha, siteKey, secret }: EndpointDraft) {
  if (captcha === 'none') return null;
  if (captcha === 'altcha') return { provider: captcha };
  return {
    provider: captcha,
    ...(siteKey.trim() && { siteKey: siteKey.trim() }),
    ...(secret.trim() && { secret: secret.trim() }),
  };
}

/** How messages name the fields. */
export const FIELD_LABELS = { ...TEXTS.form, ...TEXTS.fileForm, ...TEXTS.confirmationForm, ...TEXTS.spamForm };

/** The fields that a rejected request names. A conflict can only be about the short name. */
export function fieldProblemsOf(refused: RequestFailed, draft: EndpointDraft): FieldProblems {
  if (refused.code === 'CONFLICT') return { slug: refused.message };
  return problemsByField(refused, { ...bodyOf(draft), ...filesOf(draft), ...confirmationOf(draft) });
}

const SLUG_LENGTH_MIN = 4;

/** A short name derived from the name; one in other letters gets a short code. */
export function slugFrom(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9.]+/)
    .filter(Boolean);
  const slug = words.join('-').slice(0, 64);
  if (name.trim() === '' || slug.length >= SLUG_LENGTH_MIN) return slug;
  return `form-${slug || codeOf(name)}`;
}

/** A few letters and digits that follow from a text. */
const codeOf = (text: string): string =>
  [...text].reduce((code, letter) => (code * 31 + (letter.codePointAt(0) ?? 0)) % 36 ** 5, 1).toString(36);
