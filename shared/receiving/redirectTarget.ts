import { isWebUrl, parsedUrl } from '../contract/webUrl.ts';
import { type Headers, isOwnOrigin, pageOf } from './origin.ts';

/**
 * Where to redirect the sender's browser: to the form's `_next` if it is on the website of the form's page or of the
 * endpoint's `redirectUrl`, or on an allowed one, otherwise to `redirectUrl`. A relative one begins at the page, and never
 * leads to the service's own pages. A page that shows a form again carries on where it led from the form's own page.
 */
export function redirectTarget(
  next: string | undefined,
  { redirectUrl, allowedOrigins = [] }: { redirectUrl: string; allowedOrigins?: string[] | undefined },
  { headers, siteUrl }: { headers: Headers; siteUrl: string },
): string {
  if (next === undefined) return redirectUrl;
  const page = pageOf(headers);
  const target = parsedUrl(next, page ?? redirectUrl);
  if (target === undefined || !isWebUrl(target.href)) return redirectUrl;
  const origins = [redirectUrl, ...(page ? [page] : [])].map((url) => new URL(url).origin);
  // `https:app` is relative to a page of the same scheme, and otherwise a host.
  const isRelative = parsedUrl(next)?.href !== target.href;
  const isOwnPage = isRelative && target.origin === new URL(siteUrl).origin;
  const isCarriedOn = isOwnOrigin(headers) && !isRelative && target.host !== headers.host?.toLowerCase();
  const isUsed = isCarriedOn || [...origins, ...allowedOrigins].includes(target.origin);
  return isUsed && !isOwnPage ? target.href : redirectUrl;
}
