import type { SitePage } from '../../site/pages.ts';
import { SECURITY_HEADERS } from '../../site/securityHeaders.ts';
import { newServer } from './ports.ts';

/** Serves the static pages as the site in AWS does. */
export const createSite = (pages: () => SitePage[]) =>
  newServer((incoming, outgoing) => {
    const [pathname = '/'] = (incoming.url ?? '/').split('?');
    const found = pages().find(({ path }) => path === pathname || path === pathname.replace(/\/$/, ''));
    const page = found ?? pages().find(({ path }) => path === '/404.html');
    const headers = { ...SECURITY_HEADERS, 'Content-Type': page?.contentType ?? 'text/plain' };
    outgoing.writeHead(found ? 200 : 404, headers).end(incoming.method === 'HEAD' ? undefined : page?.body);
  });
