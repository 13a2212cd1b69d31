import * as z from 'zod/mini';
import {
  type COLORS,
  type Endpoint,
  EndpointCreate,
  EndpointUpdate,
  type ICONS,
} from '../../../shared/contract/schemas/endpoint.ts';
import { FileSettings, type ShownFileSettings } from '../../../shared/contract/schemas/files.ts';
import type { CaptchaProvider } from '../../../shared/contract/schemas/spamSettings.ts';
import { thankYouUrl } from '../../../shared/contract/sitePages.ts';

/** What the form about an endpoint holds: as people type it. */
export interface EndpointDraft {
  name: string;
  slug: string;
  /** One address a line. */
  targetEmails: string;
  redirectUrl: string;
  emailNotifications: boolean;
  isEnabled: boolean;
  icon: (typeof ICONS)[number];
  color: (typeof COLORS)[number];
  honeypotField: string;
  /** One address a line. */
  allowedOrigins: string;
  /** One term a line. */
  blockedTerms: string;
  captcha: CaptchaDraft;
  spamFilter: 'off' | 'learn';
  takesFiles: boolean;
  maxCount: string;
  /** In megabytes. */
  maxBytes: string;
  /** One type a line. */
  types: string;
}

interface CaptchaDraft {
  provider: CaptchaProvider | 'none';
  siteKey: string;
  /** Empty for the one that is stored, which nobody can read. */
  secret: string;
}

const BYTES_PER_MEGABYTE = 1_000_000;

const draftOfFiles = ({ maxCount, maxBytes, types }: ShownFileSettings) => ({
  maxCount: String(maxCount),
  maxBytes: String(maxBytes / BYTES_PER_MEGABYTE),
  types: types.join('\n'),
});

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
  captcha: { provider: 'none', siteKey: '', secret: '' },
  spamFilter: 'off',
  takesFiles: false,
  ...draftOfFiles(FileSettings.parse({})),
};

export const draftOf = ({ targetEmails, redirectUrl, files, ...endpoint }: Endpoint): EndpointDraft => ({
  ...endpoint,
  targetEmails: targetEmails.join('\n'),
  redirectUrl: redirectUrl === thankYouUrl(location.origin) ? '' : redirectUrl,
  honeypotField: endpoint.honeypotField ?? '',
  allowedOrigins: endpoint.allowedOrigins?.join('\n') ?? '',
  blockedTerms: endpoint.blockedTerms?.join('\n') ?? '',
  captcha: { ...NEW_ENDPOINT.captcha, ...endpoint.captcha },
  spamFilter: endpoint.spamFilter ?? 'off',
  takesFiles: files !== undefined,
  ...draftOfFiles(files ?? FileSettings.parse({})),
});

/** What is wrong with each field, in the contract's own words. */
export type FieldProblems = Partial<Record<keyof EndpointDraft, string>>;

const bodyOf = (draft: EndpointDraft) => {
  const { name, slug, emailNotifications, isEnabled, icon, color } = draft;
  return {
    ...{ name: name.trim(), slug: slug.trim(), emailNotifications, isEnabled, icon, color },
    targetEmails: draft.targetEmails.split(/[\s,;]+/).filter(Boolean),
    redirectUrl: draft.redirectUrl.trim() || thankYouUrl(location.origin),
    // Settings that are empty are taken away.
    honeypotField: draft.honeypotField.trim() || null,
    allowedOrigins: orNothing(draft.allowedOrigins.split(/[\s,;]+/).filter(Boolean)),
    blockedTerms: orNothing(linesOf(draft.blockedTerms)),
    captcha: captchaOf(draft.captcha),
    spamFilter: draft.spamFilter === 'learn' ? draft.spamFilter : null,
    files: draft.takesFiles ? filesOf(draft) : null,
  };
};

const filesOf = ({ maxCount, maxBytes, types }: EndpointDraft) => ({
  maxCount: Number(maxCount),
  maxBytes: Math.round(Number(maxBytes) * BYTES_PER_MEGABYTE),
  types: linesOf(types),
});

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

const orNothing = (list: string[]): string[] | null => (list.length > 0 ? list : null);

function captchaOf({ provider, siteKey, secret }: CaptchaDraft) {
  if (provider === 'none') return null;
  if (provider === 'altcha') return { provider };
  return {
    provider,
    ...(siteKey.trim() && { siteKey: siteKey.trim() }),
    ...(secret.trim() && { secret: secret.trim() }),
  };
}

/** The body that creates an endpoint, or what is wrong with it. */
export const createBodyOf = (draft: EndpointDraft) => checked(EndpointCreate, bodyOf(draft));

/** The body that changes what is different, and nothing else: others may have changed the rest. */
export function updateBodyOf(draft: EndpointDraft, former: Endpoint) {
  const before = bodyOf(draftOf(former));
  const changes = Object.entries(bodyOf(draft)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof typeof before]),
  );
  return checked(EndpointUpdate, Object.fromEntries(changes) as Partial<typeof before>);
}

type Checked<T> = { body: T; problems?: undefined } | { body?: undefined; problems: FieldProblems };

function checked<T extends object>(schema: z.ZodMiniType, body: T): Checked<T> {
  // Nothing to change is no mistake.
  const { error } = Object.keys(body).length === 0 ? {} : z.safeParse(schema, body);
  if (!error) return { body };
  const problems: FieldProblems = {};
  for (const { path, message } of error.issues) problems[fieldAt(path)] ??= withItem(message, path, body);
  return { problems };
}

/** Of the settings of files each has a field of its own. */
const fieldAt = ([first, second]: readonly PropertyKey[]) =>
  (first === 'files' ? second : first) as keyof EndpointDraft;

/** Of a list, which item it is about. */
function withItem(message: string, [field, place]: readonly PropertyKey[], body: object): string {
  const list: unknown = body[field as keyof typeof body];
  return Array.isArray(list) && place !== undefined
    ? `${list[Number(place)]} ${message}.`
    : `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}

/** A short name made of the name, as far as it may be one. */
export const slugFrom = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9.]+/)
    .filter(Boolean)
    .join('-')
    .slice(0, 64);
