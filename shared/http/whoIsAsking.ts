/** A request's headers, names in lower case. */
type Headers = Readonly<Record<string, string | undefined>>;

/**
 * True if a person waits for a page, in a browser that sends a form or opens a URL. Browsers say so in `Sec-Fetch-Mode`, which
 * pages cannot set: `navigate` then, anything else for scripts. They send it to https URLs and to this machine (W3C, "Fetch
 * Metadata Request Headers"), and API Gateway passes it on (aws-samples/lambda-refarch-webapp#52 shows such an event).
 */
export function isPersonsBrowser(headers: Headers): boolean {
  const mode = headers['sec-fetch-mode'];
  if (asksForJson(headers.accept ?? '')) return false;
  return mode === undefined ? !isOlderScript(headers) : mode === 'navigate';
}

/**
 * True if a request without that header is from a script: Safari up to 16.3, Android's WebView before 76 and Firefox before 90
 * send none, and some proxies remove it. With a form, all browsers accept HTML; WebViews send their app's name in
 * `X-Requested-With`. Requests without an origin, as from curl, may be from a browser that sends none.
 */
const isOlderScript = ({
  'content-type': type = '',
  'x-requested-with': script,
  origin,
  ...headers
}: Headers): boolean =>
  isJson(type) ||
  script?.trim().toLowerCase() === 'xmlhttprequest' ||
  (origin !== undefined && !acceptsHtml(headers.accept));

const acceptsHtml = (accept = ''): boolean => /\btext\/html\b/i.test(accept);

/** True if a person's browser opens a URL: all browsers accept HTML then, and so do previews of links. */
export const opensPage = (headers: Headers): boolean => isPersonsBrowser(headers) && acceptsHtml(headers.accept);

/**
 * True if `application/json` or a `+json` type is accepted with any weight above 0. Quoted parameter values may contain
 * commas.
 */
export const asksForJson = (accept: string): boolean =>
  accept
    .split('"')
    .filter((_, place) => place % 2 === 0)
    .join('')
    .split(',')
    .some((range) => isJson(range) && !range.split(';').some((parameter) => NOT_ACCEPTABLE.test(parameter.trim())));

const isJson = (type: string): boolean => JSON_TYPE.test(type.split(';', 1)[0]?.trim() ?? '');

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/i;
/** Weight 0 means "not acceptable" (RFC 9110, 12.4.2). */
const NOT_ACCEPTABLE = /^q=0(?:\.0*)?$/i;
