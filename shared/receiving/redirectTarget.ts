import { NEXT_FIELDS } from '../contract/controlFields.ts';
import type { SubmissionData } from '../contract/schemas/submissions/submission.ts';
import { isWebUrl, parsedUrl } from '../contract/webUrl.ts';
import { type Headers, isOwnOrigin, pageOf } from './origin.ts';

interface Redirecting {
  redirectUrl: string;
  allowedOrigins?: string[] | undefined;
}

interface RedirectRequest {
  headers: Headers;
  siteUrl: string;
}

/**
 * Where to redirect the sender's browser: to the form's `_next` if it is on the website of the form's page or of the
 * endpoint's `redirectUrl`, or on an allowed one, otherwise to `redirectUrl`. A relative one begins at the page, and never
 * leads to the service's own pages. A page that shows a form again only carries on a target that was used for the form's
 * own page (`withTarget`).
 */
export function redirectTarget(
  next: string | undefined,
  { redirectUrl, allowedOrigins = [] }: Redirecting,
  { headers, siteUrl }: RedirectRequest,
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

/** A form's fields with `_next` as it leads from the form's page, which a page that shows the form again does not know. */
export function withTarget(
  body: SubmissionData,
  next: string | undefined,
  { redirectUrl, ...endpoint }: Redirecting,
  request: RedirectRequest,
): SubmissionData {
  if (next === undefined) return body;
  const names: readonly string[] = NEXT_FIELDS;
  const others = Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
  const target = redirectTarget(next, { redirectUrl, ...endpoint }, request);
  return target === redirectUrl ? others : { ...others, [NEXT_FIELDS[0]]: target };
}
