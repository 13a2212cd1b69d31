import { EXAMPLE_IDS } from '../shared/contract/schemas/commonDocs.ts';
import { openApiDocument } from '../shared/openapi/document.ts';
import { ASSETS } from './assets.ts';
import { dashboardFiles } from './dashboard/dashboard.ts';
import { docsPage, markdownPage } from './docs/docsPage.ts';
import { llmsFiles } from './docs/llms.ts';
import { searchScript } from './docs/search.ts';
import { errors } from './errorPages/errorPages.ts';
import { notFoundPage } from './errorPages/notFoundPage.ts';
import { altchaWidget } from './formPages/altchaWidget.ts';
import { formPages } from './formPages/formPages.ts';
import { formsScripts } from './forms/formsScript.ts';
import { guide } from './guide/guide.ts';
import { mailPages } from './mailPages/mailPages.ts';
import { API_PLACEHOLDER, DEFAULT_SERVICE_NAME, type Deployment, filledIn, PLACEHOLDERS } from './placeholders.ts';
import { DOCUMENT_PATH, reference, wholePage } from './reference/reference.ts';
import type { SitePage } from './sitePage.ts';

export type { SitePage };

export interface SiteOptions extends Partial<Deployment> {
  /** The endpoint of a local service, whose dashboard takes sign-in links. */
  demoEndpointId?: string;
}

export function renderSite({ demoEndpointId, ...given }: SiteOptions): SitePage[] {
  const { pages: documents, searchPath } = documentation();
  const filling = { ...PLACEHOLDERS, serviceName: DEFAULT_SERVICE_NAME, ...given, searchPath };
  const pages = [
    ...documents,
    ...dashboardFiles(demoEndpointId !== undefined),
    ...formPages(),
    ...mailPages(),
    notFoundPage(),
    ...Object.values(ASSETS),
    altchaWidget(),
    ...formsScripts(),
  ];
  const filled = pages.map((page) => filledIn(page, filling));
  return [...(demoEndpointId ? filled.map((page) => withDemo(page, demoEndpointId)) : filled), documentFile(filling)];
}

/** The reference with the demo endpoint in its examples, so that they work as printed. */
const withDemo = (page: SitePage, endpointId: string): SitePage =>
  /^\/(?:api|llms-full)/.test(page.path)
    ? { ...page, body: page.body.replaceAll(EXAMPLE_IDS.endpoint, endpointId) }
    : page;

let documented: { pages: SitePage[]; searchPath: string } | undefined;

/**
 * Guide, reference and errors, each page also as Markdown. Identical for all deployments until placeholders are filled
 * in.
 */
function documentation() {
  if (documented) return documented;
  const document = openApiDocument({ apiUrl: API_PLACEHOLDER });
  const sections = [guide(), reference(document), errors()];
  const pages = sections.flatMap(({ section, pages: docs, unlisted = [] }) =>
    [...docs, ...unlisted].flatMap((each) => [docsPage(each, section), markdownPage(each)]),
  );
  const search = searchScript(sections);
  documented = { pages: [...pages, wholePage(document), ...llmsFiles(sections), search], searchPath: search.path };
  return documented;
}

/** The API's OpenAPI document, for tools. */
const documentFile = ({ apiUrl }: Deployment): SitePage => ({
  path: DOCUMENT_PATH,
  contentType: 'application/json',
  body: JSON.stringify(openApiDocument({ apiUrl })),
});
