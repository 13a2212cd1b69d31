import { DASHBOARD_PATH } from '../../shared/contract/sitePages.ts';
import { CACHE_CONTROL, isImmutable, isOfDashboard } from '../../site/files.ts';
import { NOT_FOUND_PATH } from '../../site/notFoundPage.ts';
import type { SitePage } from '../../site/pages.ts';
import { headersAt } from '../../site/securityHeaders.ts';
import { newServer } from './ports.ts';

/** Serves the static pages as the site in AWS does. */
export const createSite = (pages: () => SitePage[]) =>
  newServer((incoming, outgoing) => {
    const [address = '/'] = (incoming.url ?? '/').split('?');
    const pathname = isOfDashboard(address) ? DASHBOARD_PATH : address;
    const found = pages().find(({ path }) => path === pathname || path === pathname.replace(/\/$/, ''));
    const page = found ?? pages().find(({ path }) => path === NOT_FOUND_PATH);
    const headers = {
      ...headersAt(pathname),
      'Content-Type': page?.contentType ?? 'text/plain',
      'Cache-Control': page && isImmutable(page) ? CACHE_CONTROL.immutable : CACHE_CONTROL.page,
    };
    outgoing.writeHead(found ? 200 : 404, headers).end(incoming.method === 'HEAD' ? undefined : page?.body);
  });
