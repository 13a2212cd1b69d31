import * as z from 'zod/mini';
import { URL_LENGTH_MAX } from './limits.ts';
import { isWebAddress } from './webAddress.ts';

/** Ports below belong to services that are no websites. */
const PORT_MIN = 1_024;

/** Whether a URL's port is one to which webhooks are sent: 443, or one above 1023. */
export const isWebhookPort = ({ port, protocol }: URL): boolean =>
  port === '' ? protocol === 'https:' : Number(port) >= PORT_MIN;

/** Domains of networks that are not public (RFC 6762, RFC 8375, RFC 9476 and ICANN's `internal`). */
export const INNER_DOMAINS = ['local', 'localdomain', 'internal', 'alt', 'onion', 'home.arpa'] as const;
/** Always this machine (RFC 6761). */
export const LOOPBACK_DOMAIN = 'localhost';

const isWebhookUrl = (text: string): boolean => isWebAddress(text) && isWebhookPort(new URL(text));

/**
 * The address of a webhook's receiver, as far as it is the same everywhere. That it is https and no address of a private
 * network is up to the handler (`requireReceiver`), since the local cloud also takes http and this machine.
 */
export const WebhookUrl = z
  .string()
  .check(
    z.refine(
      isWebhookUrl,
      `must be an https address without user name, on port 443 or above 1023, of at most ${URL_LENGTH_MAX} characters`,
    ),
    z.meta({ format: 'uri', maxLength: URL_LENGTH_MAX }),
  );
