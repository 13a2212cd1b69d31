import type { IncomingMessage } from 'node:http';

/** Whose pages a server is there for: those of any origin, or none but its own. */
export type Audience = 'anyOrigin' | 'ownOrigin';

/** Hosts that are this machine whatever a name server says. */
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/**
 * Why a request is refused, if it is. A web page may be behind any request to this machine, in two ways: by a host
 * name of its own that leads here (DNS rebinding), so that the browser takes this server for its origin; and
 * straight from its own origin, which the browser then names.
 */
export function refusalOf({ method, headers }: IncomingMessage, audience: Audience): string | undefined {
  const { host = '', origin } = headers;
  if (!LOOPBACK_HOST.test(host))
    return 'This address answers to localhost, 127.0.0.1 and [::1] only, not to other names.';
  if (audience === 'anyOrigin') return undefined;
  const isOwn = origin === undefined || origin.toLowerCase() === `http://${host}`.toLowerCase();
  if (isOwn && (!isFromOtherSite(headers) || isLink(method, headers))) return undefined;
  return 'This address answers to programs and to its own pages only, not to pages of other origins.';
}

const isFromOtherSite = ({ 'sec-fetch-site': site = 'none' }: IncomingMessage['headers']): boolean =>
  site !== 'same-origin' && site !== 'none';

/** A person follows a link to a page of its own, which the linking page cannot read; a frame is no such page. */
const isLink = (method: string | undefined, headers: IncomingMessage['headers']): boolean =>
  method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
