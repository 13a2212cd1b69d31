/** The forms that a webhook's request body can have. */
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

/** The format of a webhook that does not name one. */
export const DEFAULT_FORMAT: WebhookFormat = 'standard';

const isAt = (...hosts: string[]) => {
  const suffixes = hosts.map((host) => `.${host}`);
  return ({ hostname }: URL) => hosts.includes(hostname) || suffixes.some((suffix) => hostname.endsWith(suffix));
};

/** Addresses that belong to one service only. Formats are independent of the host: this only saves people a choice. */
const ADDRESSES: Partial<Record<WebhookFormat, (url: URL) => boolean>> = {
  slack: (url) => isAt('hooks.slack.com')(url) && url.pathname.startsWith('/services/'),
  discord: (url) => isAt('discord.com', 'discordapp.com')(url) && url.pathname.startsWith('/api/webhooks/'),
  teams: isAt('logic.azure.com', 'powerplatform.com'),
  googlechat: isAt('chat.googleapis.com'),
  telegram: isAt('api.telegram.org'),
  mattermost: (url) => /^\/hooks\/[a-z0-9]{26}$/.test(url.pathname),
  ntfy: isAt('ntfy.sh'),
  sheets: isAt('script.google.com'),
};

/** The format that the owner of an address expects; undefined where the address does not tell. */
export function formatOfAddress(address: string): WebhookFormat | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  return WEBHOOK_FORMATS.find((format) => ADDRESSES[format]?.(url));
}

const SHOWN_END_LENGTH = 4;

/**
 * The address of a webhook as people may see it: for services whose addresses are credentials, the host and the last four
 * characters; otherwise all of it.
 */
export function shownAddress(address: string, format: WebhookFormat = DEFAULT_FORMAT): string {
  const isCredential = (format !== 'standard' && format !== 'template') || formatOfAddress(address) !== undefined;
  if (!isCredential || !URL.canParse(address)) return address;
  return `${new URL(address).host}/…${address.slice(-SHOWN_END_LENGTH)}`;
}
