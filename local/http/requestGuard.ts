import type { IncomingMessage } from 'node:http';

/** Origins whose pages may use a server: all, or only its own. */
export type Audience = 'anyOrigin' | 'ownOrigin';

/** Hosts that are always this machine. */
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/**
 * The reason to reject a request, if any. A foreign web page can reach this machine in two ways: through a host name of
 * its own that resolves to it (DNS rebinding), or by a request from its own origin, which the browser names in
 * `Origin`.
 */
export function refusalOf({ method, headers }: IncomingMessage, audience: Audience): string | undefined {
  const { host = '', origin } = headers;
  if (!LOOPBACK_HOST.test(host))
    return 'This server only responds to localhost, 127.0.0.1 and [::1], not to other names.';
  if (audience === 'anyOrigin') return undefined;
  const isOwn = origin === undefined || origin.toLowerCase() === `http://${host}`.toLowerCase();
  if (isOwn && (!isFromOtherSite(headers) || isLink(method, headers))) return undefined;
  return 'This server only responds to programs and its own pages, not to pages of other origins.';
}

const isFromOtherSite = ({ 'sec-fetch-site': site = 'none' }: IncomingMessage['headers']): boolean =>
  site !== 'same-origin' && site !== 'none';

/** Following a link opens a page that the linking page cannot read. A frame does not count. */
const isLink = (method: string | undefined, headers: IncomingMessage['headers']): boolean =>
  method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
