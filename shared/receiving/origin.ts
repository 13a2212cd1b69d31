import { ApiError } from '../contract/errors.ts';
import { FORM_PAGES } from '../contract/formPages.ts';
import { originIn, originOf } from '../contract/schemas/endpoints/spamSettings.ts';
import { isWebUrl } from '../contract/webUrl.ts';

export type Headers = Readonly<Record<string, string | undefined>>;

export interface OriginSettings {
  allowedOrigins?: string[] | undefined;
  fields?: unknown;
}

/**
 * Restricts an endpoint to forms on its websites, according to `Origin` or, failing that, `Referer`. Programs can forge
 * both: this keeps out other websites, not bots.
 * @throws ApiError FORBIDDEN when the form is elsewhere or its website is unknown
 */
export function requireAllowedOrigin({ allowedOrigins, fields }: OriginSettings, headers: Headers): void {
  if (allowedOrigins === undefined || allowedOrigins.includes(senderOrigin(headers) ?? '')) return;
  // Patterns of a newer version would refuse senders that it accepts.
  if (allowedOrigins.some((origin) => originOf(origin) !== origin)) return;
  // If the endpoint has rules, the service's own page may send the form again.
  if (fields !== undefined && isOwnOrigin(headers)) return;
  if (headers.origin === 'null') throw hiddenOrigin();
  throw new ApiError('FORBIDDEN', 'This endpoint only accepts submissions from its owner’s websites.');
}

/** The reasons are those of the HTML standard ("Origin") and of "Referrer Policy", 8.3. */
const hiddenOrigin = (): ApiError =>
  new ApiError(
    'FORBIDDEN',
    'This endpoint only accepts submissions from its owner’s websites, and the browser hid the page’s origin: `Origin` is ' +
      '`null`. If it is a website’s page, send it with the header `Referrer-Policy: strict-origin-when-cross-origin`, since ' +
      '`no-referrer` and `same-origin` hide its origin; a sandboxed frame also needs `allow-same-origin`. A file has no origin.',
    { page: FORM_PAGES.hiddenOrigin },
  );

function senderOrigin({ origin, referer }: Headers): string | undefined {
  const address = origin ?? referer;
  return address === undefined ? undefined : originIn(address);
}

/**
 * The URL of the form's page, as far as the browser tells: by default it hides the path from other websites. Undefined for
 * a page of this API, which shows a form of another page again.
 */
export function pageOf(headers: Headers): string | undefined {
  const { origin, referer } = headers;
  if (isOwnOrigin(headers)) return undefined;
  const isPath = referer !== undefined && (origin === undefined || originIn(referer) === originIn(origin));
  const page = isPath ? referer : origin;
  return page !== undefined && isWebUrl(page) ? page : undefined;
}

/** True if a page of this API sent the request: its origin, or else its referrer, has the requested host. */
export const isOwnOrigin = ({ origin, referer, host }: Headers): boolean => {
  const page = origin ?? referer;
  return page !== undefined && host !== undefined && isWebUrl(page) && new URL(page).host === host.toLowerCase();
};
