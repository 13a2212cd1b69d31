import { escapeHtml } from '../shared/runtime/escapeHtml.ts';
import { isImmutable } from './files.ts';
import type { SitePage } from './sitePage.ts';

/** What only a deployment knows. */
export interface Deployment {
  /** The API's address, without a slash at its end; may be a token that only a deployment resolves. */
  apiUrl: string;
  /** The site's own, likewise. */
  siteUrl: string;
  serviceName: string;
}

/** What pages name that is known once all of them are. */
interface Filling extends Deployment {
  /** Where the brand leads. */
  homePath: string;
  /** The script that searches, which has all pages in it. */
  searchPath: string;
}

/** Stand for these in sources; the first two also in pages that are rendered without a deployment. */
export const PLACEHOLDERS: Filling = {
  apiUrl: 'https://YOUR-API',
  siteUrl: 'https://YOUR-SITE',
  serviceName: 'YOUR-SERVICE',
  homePath: '/YOUR-HOME',
  searchPath: '/YOUR-SEARCH',
};
export const API_PLACEHOLDER = PLACEHOLDERS.apiUrl;
/** The address that a form posts to. */
export const FORM_ADDRESS = `${API_PLACEHOLDER}/v1/f/YOUR-ENDPOINT-ID`;

export const DEFAULT_SERVICE_NAME = 'Forms backend';

/**
 * Fills in a page whole and last: to Markdown and to a highlighter a token is more than a text. A file that is named after
 * its content stays as it is.
 */
export function filledIn(page: SitePage, filling: Filling): SitePage {
  if (page.encoding || isImmutable(page)) return page;
  const escaped = /html|svg/.test(page.contentType) ? escapeHtml : (text: string) => text;
  const names = Object.keys(PLACEHOLDERS) as (keyof Filling)[];
  const body = names.reduce(
    (text, name) => text.replaceAll(PLACEHOLDERS[name], () => escaped(filling[name])),
    page.body,
  );
  return { ...page, body };
}
