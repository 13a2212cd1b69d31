import { FILE_TYPES_DEFAULT } from '../../../shared/contract/choices.ts';
import { typeOfKind } from '../../../shared/contract/fileEndings.ts';
import type { Language } from '../../../shared/contract/formLanguages.ts';
import { thankYouUrl } from '../../../shared/contract/formPages.ts';
import { daysKept } from '../../../shared/contract/keeping.ts';
import { FILE_BYTES_DEFAULT, FILES_DEFAULT } from '../../../shared/contract/limits.ts';
import type { Endpoint, EndpointDefaults } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import type { Captcha } from '../../../shared/contract/schemas/endpoints/spamSettings.ts';
import type { ShownFileSettings } from '../../../shared/contract/schemas/files/submittedFile.ts';
import { problemsByField } from '../api/problemsByField.ts';
import type { RequestFailed } from '../api/requestFailed.ts';
import { TEXTS } from '../texts/texts.ts';
import { localTimeOf, timeOfLocal } from '../ui/localTime.ts';

const itemsOf = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

const orNothing = (list: string[]): string[] | null => (list.length > 0 ? list : null);

/** A value that the form shows unchanged. */
const asItIs = <Value>(ofNew: Value) => ({ typed: (value: Value = ofNew) => value, sent: (value: Value) => value });

/** A list as the text of an input, one item per line. */
const typedLines = (list: string[] = []) => list.join('\n');

const typedText = (text = '') => text;

const typedNumber = {
  typed: (number?: number) => (number === undefined ? '' : String(number)),
  // The API rejects 0, whereas `null` would remove the setting.
  sent: (text: string) => (text.trim() === '' ? null : Number(text) || 0),
};

type OfOtherViews = 'id' | 'workspaceId' | 'fields' | 'unknownFields' | 'unknownSettings';
/** Each is several fields of the form: see `draftOf`. */
type OfItsOwnShape = 'captcha' | 'files' | 'confirmation';

/** Converts a field of an endpoint for its input, also of a new one, and back for the API. Empty settings are removed. */
const FIELDS = {
  name: { typed: typedText, sent: (text: string) => text.trim() },
  slug: { typed: typedText, sent: (text: string) => text.trim() },
  emailNotifications: asItIs(true),
  isEnabled: asItIs(true),
  icon: asItIs<Endpoint['icon']>('mail'),
  color: asItIs<Endpoint['color']>('teal'),
  targetEmails: { typed: typedLines, sent: itemsOf },
  redirectUrl: {
    typed: (url = '') => (url && url === thankYouUrl(location.origin) ? '' : url),
    sent: (url: string) => url.trim() || thankYouUrl(location.origin),
  },
  duplicates: {
    typed: (duplicates?: Endpoint['duplicates']) => duplicates === 'merge',
    sent: (areMerged: boolean) => (areMerged ? ('merge' as const) : null),
  },
  keepDays: typedNumber,
  keepSpamDays: typedNumber,
  maxSubmissions: typedNumber,
  thankYouText: { typed: typedText, sent: (text: string) => text.trim() || null },
  closesAt: { typed: localTimeOf, sent: (text: string) => (text === '' ? null : timeOfLocal(text)) },
  isArchived: {
    typed: (isArchived?: boolean) => isArchived === true,
    sent: (isArchived: boolean) => isArchived || null,
  },
  closedText: { typed: typedText, sent: (text: string) => text.trim() || null },
  keep: {
    typed: (keep?: Endpoint['keep']) => keep === 'untilDelivered',
    sent: (isUntilDelivered: boolean) => (isUntilDelivered ? ('untilDelivered' as const) : null),
  },
  honeypotField: { typed: typedText, sent: (text: string) => text.trim() || null },
  allowedOrigins: { typed: typedLines, sent: (text: string) => orNothing(itemsOf(text)) },
  blockedTerms: { typed: typedLines, sent: (text: string) => orNothing(linesOf(text)) },
  spamFilter: {
    typed: (filter: Endpoint['spamFilter'] = 'off') => filter,
    sent: (filter: Endpoint['spamFilter']) => (filter === 'learn' ? filter : null),
  },
} satisfies Record<Exclude<keyof Endpoint, OfOtherViews | OfItsOwnShape>, unknown>;
type Fields = typeof FIELDS;

const ofEach = (side: keyof Fields[keyof Fields], values: object): object =>
  Object.fromEntries(Object.entries(FIELDS).map(([name, of]) => [name, of[side](values[name as never])]));

const BYTES_PER_MEGABYTE = 1_000_000;

const FILES_TAKEN = { maxCount: FILES_DEFAULT, maxBytes: FILE_BYTES_DEFAULT, types: [...FILE_TYPES_DEFAULT] };

/** The types are lines, and may be endings. */
const draftOfFiles = (files?: ShownFileSettings) => {
  const { maxCount, maxBytes, types } = files ?? FILES_TAKEN;
  return {
    takesFiles: files !== undefined,
    maxCount: String(maxCount),
    /** In megabytes. */
    maxBytes: String(maxBytes / BYTES_PER_MEGABYTE),
    types: typedLines(types),
  };
};

/** An empty secret keeps the stored one. */
const draftOfCaptcha = ({ provider, siteKey = '' }: Partial<Captcha> = {}) => ({
  captcha: provider ?? ('none' as const),
  siteKey,
  secret: '',
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

/** The texts above are in English, and so is the end of the mail. */
const NEW_CONFIRMATION = { ...MAILS.false, emailField: 'email', replyTo: '', verify: false, language: 'en' };

/** The endpoint form's values, as typed. */
export const draftOf = ({ captcha, files, confirmation, ...endpoint }: Partial<Endpoint>) => ({
  ...(ofEach('typed', endpoint) as { [Name in keyof Fields]: ReturnType<Fields[Name]['typed']> }),
  ...draftOfCaptcha(captcha),
  ...draftOfFiles(files),
  confirms: confirmation !== undefined,
  ...NEW_CONFIRMATION,
  ...(confirmation && { language: '', ...confirmation }),
});
export type EndpointDraft = ReturnType<typeof draftOf>;

/** After how many days submissions are removed, as typed; undefined if they are kept. */
export const daysTyped = ({ keepDays, keep }: Pick<EndpointDraft, 'keepDays' | 'keep'>): number | undefined =>
  daysKept({ keepDays: Number(keepDays) || undefined, keep: keep ? 'untilDelivered' : undefined });

/** The periods that are shorter as typed, in days: saving removes older submissions, or older spam. */
export function shortenedIn(draft: EndpointDraft, endpoint: Endpoint): ['keepDays' | 'keepSpamDays', number][] {
  const typed = { keepDays: daysTyped(draft), keepSpamDays: Number(draft.keepSpamDays) || undefined };
  const before = { keepDays: daysKept(endpoint), keepSpamDays: endpoint.keepSpamDays };
  return (['keepDays', 'keepSpamDays'] as const).flatMap((name) => {
    const days = typed[name];
    return days !== undefined && days < (before[name] ?? Number.POSITIVE_INFINITY) ? [[name, days]] : [];
  });
}

export const newEndpoint = (defaults: EndpointDefaults) => draftOf({ duplicates: 'merge', ...defaults });

/** The error of each field, in the API's words. */
export type FieldProblems = Partial<Record<keyof EndpointDraft, string>>;

/** The fields of a draft, as the API takes them. */
export const bodyOf = (draft: EndpointDraft) => ({
  ...(ofEach('sent', draft) as { [Name in keyof Fields]: ReturnType<Fields[Name]['sent']> }),
  captcha: captchaOf(draft),
  files: draft.takesFiles ? filesOf(draft) : null,
  confirmation: draft.confirms ? confirmationOf(draft) : null,
});

/** The body of createEndpoint. Leaves the workspace's defaults to the API while they are unknown, and not shown. */
export function newBodyOf(draft: EndpointDraft, areDefaultsKnown: boolean) {
  const { keepDays, keepSpamDays, keep, ...body } = bodyOf(draft);
  return areDefaultsKnown ? { ...body, keepDays, keepSpamDays, keep } : body;
}

const filesOf = ({ maxCount, maxBytes, types }: EndpointDraft) => ({
  maxCount: Number(maxCount),
  maxBytes: Math.round(Number(maxBytes) * BYTES_PER_MEGABYTE),
  types: itemsOf(types).map(typeOfKind),
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
export const confirmationOf = ({ subject, text, emailField, replyTo, verify, language }: EndpointDraft) => ({
  subject: subject.trim(),
  text,
  emailField: emailField.trim() || NEW_CONFIRMATION.emailField,
  ...(replyTo.trim() && { replyTo: replyTo.trim() }),
  ...(verify && { verify }),
  ...(language && { language: language as Language }),
});

function captchaOf({ captcha, siteKey, secret }: EndpointDraft) {
  if (captcha === 'none') return null;
  if (captcha === 'altcha') return { provider: captcha };
  return {
    provider: captcha,
    ...(siteKey.trim() && { siteKey: siteKey.trim() }),
    ...(secret.trim() && { secret: secret.trim() }),
  };
}

/** Names of the fields in messages. */
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
