import * as z from 'zod/mini';
import {
  type COLORS,
  type Endpoint,
  EndpointCreate,
  EndpointUpdate,
  type ICONS,
} from '../../../shared/contract/schemas/endpoint.ts';
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
}

export const NEW_ENDPOINT: EndpointDraft = {
  name: '',
  slug: '',
  targetEmails: '',
  redirectUrl: '',
  emailNotifications: true,
  isEnabled: true,
  icon: 'mail',
  color: 'teal',
};

export const draftOf = ({ targetEmails, redirectUrl, ...endpoint }: Endpoint): EndpointDraft => ({
  ...endpoint,
  targetEmails: targetEmails.join('\n'),
  redirectUrl: redirectUrl === thankYouUrl(location.origin) ? '' : redirectUrl,
});

/** What is wrong with each field, in the contract's own words. */
export type FieldProblems = Partial<Record<keyof EndpointDraft, string>>;

const bodyOf = ({
  targetEmails,
  redirectUrl,
  name,
  slug,
  emailNotifications,
  isEnabled,
  icon,
  color,
}: EndpointDraft) => ({
  ...{ name: name.trim(), slug: slug.trim(), emailNotifications, isEnabled, icon, color },
  targetEmails: targetEmails.split(/[\s,;]+/).filter(Boolean),
  redirectUrl: redirectUrl.trim() || thankYouUrl(location.origin),
});

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
  const problems = error.issues.map(({ path, message }) => [String(path[0]), withItem(message, path, body)]);
  return { problems: Object.fromEntries(problems.toReversed()) };
}

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
