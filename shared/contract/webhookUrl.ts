import * as z from 'zod/mini';
import { URL_LENGTH_MAX } from './limits.ts';
import { HIDDEN_PATH } from './webhookFormats.ts';
import { isWebUrl } from './webUrl.ts';

/** Lower ports belong to services other than websites. */
const PORT_MIN = 1_024;

/** True if webhooks may be sent to a URL's port: 443, or one above 1023. */
export const isWebhookPort = ({ port, protocol }: URL): boolean =>
  port === '' ? protocol === 'https:' : Number(port) >= PORT_MIN;

/** Domains of private networks (RFC 6762, RFC 8375, RFC 9476 and ICANN's `internal`). */
export const INNER_DOMAINS = ['local', 'localdomain', 'internal', 'alt', 'onion', 'home.arpa'] as const;
/** Always this machine (RFC 6761). */
export const LOOPBACK_DOMAIN = 'localhost';

const isWebhookUrl = (text: string): boolean => isWebUrl(text) && isWebhookPort(new URL(text));

/**
 * The URL of a webhook's receiver. Handlers check that it is https and not on a private network (`requireReceiver`),
 * since the local cloud also accepts http and this machine.
 */
export const WebhookUrl = z.string().check(
  z.refine(
    isWebhookUrl,
    `must be an https URL without user name, on port 443 or above 1023, of at most ${URL_LENGTH_MAX} characters`,
  ),
  z.refine(
    (url) => !url.endsWith(HIDDEN_PATH),
    'must be the whole URL, which only a key with all permissions can read',
  ),
  z.meta({ format: 'uri', maxLength: URL_LENGTH_MAX }),
);
