import { isWebUrl, parsedUrl } from '../contract/webUrl.ts';

/**
 * Where to redirect the sender's browser: to the form's `_next` if it is on the website of the endpoint's `redirectUrl`
 * or on an allowed one, otherwise to `redirectUrl`.
 */
export function redirectTarget(
  next: string | undefined,
  { redirectUrl, allowedOrigins = [] }: { redirectUrl: string; allowedOrigins?: string[] | undefined },
): string {
  const target = next === undefined ? undefined : parsedUrl(next, redirectUrl);
  if (target === undefined) return redirectUrl;
  const { href, origin } = target;
  const isOurs = [new URL(redirectUrl).origin, ...allowedOrigins].includes(origin);
  return isOurs && isWebUrl(href) ? href : redirectUrl;
}
