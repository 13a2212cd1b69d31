export const WEBHOOK_FORMATS = [
  'standard',
  'slack',
  'discord',
  'teams',
  'googlechat',
  'telegram',
  'mattermost',
  'ntfy',
  'sheets',
  'template',
] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

export const DEFAULT_FORMAT: WebhookFormat = 'standard';

const isAt = (...hosts: string[]) => {
  const suffixes = hosts.map((host) => `.${host}`);
  return ({ hostname }: URL) => hosts.includes(hostname) || suffixes.some((suffix) => hostname.endsWith(suffix));
};

/** URLs that belong to one service only. Formats do not depend on the host: this only preselects one. */
const IS_URL_OF: Partial<Record<WebhookFormat, (url: URL) => boolean>> = {
  slack: (url) => isAt('hooks.slack.com')(url) && url.pathname.startsWith('/services/'),
  discord: (url) => isAt('discord.com', 'discordapp.com')(url) && url.pathname.startsWith('/api/webhooks/'),
  teams: isAt('logic.azure.com', 'powerplatform.com'),
  googlechat: isAt('chat.googleapis.com'),
  telegram: isAt('api.telegram.org'),
  mattermost: (url) => /^\/hooks\/[a-z0-9]{26}$/.test(url.pathname),
  ntfy: isAt('ntfy.sh'),
  sheets: isAt('script.google.com'),
};

/** The format that a URL suggests; undefined if it suggests none. */
export function formatOfUrl(text: string): WebhookFormat | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return WEBHOOK_FORMATS.find((format) => IS_URL_OF[format]?.(url));
}

const SHOWN_END_LENGTH = 4;

/** Replaces path and query, which are often a credential. */
export const HIDDEN_PATH = '/…';

/** A webhook's URL as a read-only key sees it, with the path replaced. */
export const withHiddenPath = (url: string): string => {
  const { origin, href } = new URL(url);
  return href === `${origin}/` ? url : origin + HIDDEN_PATH;
};

/** A webhook's URL for display: if it is a credential, only the host and the last four characters. */
export function shownUrl(url: string, format: WebhookFormat = DEFAULT_FORMAT): string {
  const isCredential = (format !== 'standard' && format !== 'template') || formatOfUrl(url) !== undefined;
  if (!isCredential || !URL.canParse(url) || url.endsWith(HIDDEN_PATH)) return url;
  return `${new URL(url).host}/…${url.slice(-SHOWN_END_LENGTH)}`;
}
