/** A request's headers, names in lower case. */
type Headers = Readonly<Record<string, string | undefined>>;

/**
 * Whether a person waits for a page, in a browser that sends a form or opens a URL. Browsers say so in `Sec-Fetch-Mode`, which
 * pages cannot set: `navigate` then, anything else for scripts. They send it to https URLs and to this machine (W3C, "Fetch
 * Metadata Request Headers"), and API Gateway passes it on (aws-samples/lambda-refarch-webapp#52 shows such an event). In
 * requests without it, as from older browsers and curl, only scripts send or ask for JSON, or name themselves.
 */
export function isPersonsBrowser(headers: Headers): boolean {
  const { 'sec-fetch-mode': mode, 'content-type': type = '', accept = '', 'x-requested-with': script } = headers;
  if (asksForJson(accept)) return false;
  return mode === undefined ? script === undefined && !isJson(type) : mode === 'navigate';
}

/** Whether a person's browser opens a URL: all browsers accept HTML then, and so do previews of links. */
export const opensPage = (headers: Headers): boolean =>
  isPersonsBrowser(headers) && /\btext\/html\b/i.test(headers.accept ?? '');

/**
 * Whether `application/json` or a `+json` type is accepted with any weight above 0. Quoted parameter values may contain
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
