import { DASHBOARD_PATH } from '../shared/contract/sitePages.ts';
import { SIGN_IN_PATH } from '../site/app/api/signInPath.ts';
import { NOT_FOUND_PATH } from '../site/errorPages/notFoundPage.ts';
import type { SiteOptions } from '../site/pages.ts';
import { headersAt } from '../site/securityHeaders.ts';
import { bytesOf, type SitePage } from '../site/sitePage.ts';
import { CACHE_CONTROL, isImmutable, isOfDashboard } from '../site/staticFiles.ts';
import { newServer } from './http/ports.ts';
import { respondToSignIn } from './signIn/signIn.ts';
import type { SignInCodes } from './signIn/signInCodes.ts';

/**
 * Serves the static pages as the site in AWS does, and exchanges sign-in codes. Renders the pages on the first request:
 * it takes half a second of processor time.
 * @param options of the renderer, once known
 */
export function createSite(options: () => SiteOptions | undefined, codes: SignInCodes) {
  let rendered: Promise<SitePage[]> | undefined;
  const pages = async (): Promise<SitePage[]> => {
    const known = options();
    if (known === undefined) return [];
    rendered ??= import('../site/pages.ts').then(({ renderSite }) => renderSite(known));
    return rendered;
  };
  return newServer(async (incoming, outgoing) => {
    const [address = '/'] = (incoming.url ?? '/').split('?');
    if (address === '/') return void outgoing.writeHead(302, { Location: DASHBOARD_PATH }).end();
    if (address === SIGN_IN_PATH) return respondToSignIn(codes, incoming, outgoing);
    const pathname = isOfDashboard(address) ? DASHBOARD_PATH : address;
    const all = await pages();
    const found = all.find(({ path }) => path === pathname || path === pathname.replace(/\/$/, ''));
    const page = found ?? all.find(({ path }) => path === NOT_FOUND_PATH);
    const headers = {
      ...headersAt(pathname),
      'Content-Type': page?.contentType ?? 'text/plain',
      'Cache-Control': page && isImmutable(page) ? CACHE_CONTROL.immutable : CACHE_CONTROL.page,
    };
    outgoing.writeHead(found ? 200 : 404, headers).end(incoming.method === 'HEAD' || !page ? undefined : bytesOf(page));
  });
}
