import { escapeHtml } from '../shared/messages/escapeHtml.ts';
import type { SitePage } from './sitePage.ts';
import { isImmutable } from './staticFiles.ts';

/** Values that are only known at deployment. */
export interface Deployment {
  /** The API's URL without a trailing slash; may be a CDK token. */
  apiUrl: string;
  /** The site's URL, likewise. */
  siteUrl: string;
  serviceName: string;
}

/** Values that are known once all pages are rendered. */
interface Filling extends Deployment {
  /** The search script, which contains the index. */
  searchPath: string;
}

/** Placeholders for these values in sources. Pages that are rendered without a deployment keep the first two. */
export const PLACEHOLDERS: Filling = {
  apiUrl: 'https://YOUR-API',
  siteUrl: 'https://YOUR-SITE',
  serviceName: 'YOUR-SERVICE',
  searchPath: '/YOUR-SEARCH',
};
export const API_PLACEHOLDER = PLACEHOLDERS.apiUrl;

export const DEFAULT_SERVICE_NAME = 'Forms backend';

/**
 * Fills in a finished page, since a token would not survive Markdown and highlighting. Files named by a hash of their
 * content stay unchanged.
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
