import { isIP } from 'node:net';
import { invalidInput } from '../../../contract/errors.ts';
import { INNER_DOMAINS, isWebhookPort, LOOPBACK_DOMAIN } from '../../../contract/webhookUrl.ts';
import { isWebUrl } from '../../../contract/webUrl.ts';
import type { Reach } from '../../../runtime/reach.ts';
import { isLoopbackIp, isPublicIp } from './publicIp.ts';

const isWithin = (domain: string, host: string): boolean => host === domain || host.endsWith(`.${domain}`);

export const isReachable = (ip: string, { allowLoopback }: Reach): boolean =>
  isPublicIp(ip) || (allowLoopback && isLoopbackIp(ip));

/**
 * True if a URL can be a receiver's: https, an allowed port, no user name, and a public address or a name that can be
 * public. What a name resolves to is checked at each connection.
 */
export function isReceiver(text: string, reach: Reach): boolean {
  if (!isWebUrl(text)) return false;
  const url = new URL(text);
  if (url.protocol !== 'https:' && !reach.allowLoopback) return false;
  if (reach.closedPorts?.includes(url.port)) return false;
  return isWebhookPort(url) && isReachableHost(hostOf(url), reach);
}

/**
 * Rejects URLs that could never be reached.
 * @throws ApiError BAD_REQUEST
 */
export function requireReceiver(url: string, reach: Reach): void {
  if (!isReceiver(url, reach)) throw invalidInput('body', ['url must be an https URL of a public host']);
}

/** A URL's host name or IP address, without the brackets of IPv6. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

export const isLoopbackName = (host: string): boolean => isWithin(LOOPBACK_DOMAIN, host);

function isReachableHost(host: string, reach: Reach): boolean {
  if (isIP(host) !== 0) return isReachable(host, reach);
  if (isLoopbackName(host)) return reach.allowLoopback;
  // Certificates do not contain names with a trailing dot.
  return host.includes('.') && !host.endsWith('.') && !INNER_DOMAINS.some((domain) => isWithin(domain, host));
}
