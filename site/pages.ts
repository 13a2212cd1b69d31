import { openApiDocument } from '../shared/openapi/document.ts';
import { altchaWidget } from './altchaWidget.ts';
import { ASSETS } from './assets.ts';
import { dashboardFiles } from './dashboard.ts';
import type { Demo } from './demo.ts';
import { errorPages } from './errorPages.ts';
import { formPages } from './formPages.ts';
import { formsScript } from './formsScript.ts';
import { API_PLACEHOLDER } from './guide/examples.ts';
import { guidePage } from './guide/guidePage.ts';
import { escapeHtml } from './html.ts';
import { landingPage } from './landingPage.ts';
import { notFoundPage } from './notFoundPage.ts';
import { DOCUMENT_PATH, referencePage } from './reference/referencePage.ts';
import type { SitePage } from './sitePage.ts';

export type { SitePage };

export interface SiteOptions {
  /** The API's address, without a slash at its end; may be a token that only a deployment resolves. */
  apiUrl?: string;
  /** With it the landing page carries a form that works, and the dashboard takes sign-in links. */
  demo?: Demo;
}

/** Everything that the site serves. */
export const renderSite = ({ apiUrl = API_PLACEHOLDER, demo }: SiteOptions): SitePage[] => [
  withApiUrl(landingPage(demo), apiUrl),
  withApiUrl(guidePage(), apiUrl),
  ...dashboardFiles(demo !== undefined).map((file) => withApiUrl(file, apiUrl)),
  ...reference(apiUrl),
  ...formPages(),
  ...errorPages(),
  notFoundPage(),
  ...Object.values(ASSETS),
  altchaWidget(),
  formsScript(),
];

/** The API's OpenAPI document, for tools and for people. */
const reference = (apiUrl: string): SitePage[] => [
  { path: DOCUMENT_PATH, contentType: 'application/json', body: JSON.stringify(openApiDocument({ apiUrl })) },
  withApiUrl(referencePage(openApiDocument({ apiUrl: API_PLACEHOLDER })), apiUrl),
];

/** Put in whole and last, so that a token stays as it is: to Markdown and to a highlighter it is more than a text. */
const withApiUrl = (page: SitePage, apiUrl: string): SitePage => ({
  ...page,
  body: page.body.replaceAll(API_PLACEHOLDER, () => escapeHtml(apiUrl)),
});
