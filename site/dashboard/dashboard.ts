import { OPERATIONS } from '../../shared/contract/operations/index.ts';
import { DASHBOARD_PATH } from '../../shared/contract/sitePages.ts';
import type { RequestParts } from '../app/api/requestParts.ts';
import { bundled, hashedScript, smaller } from '../bundled.ts';
import { documentPage, ICON_URL } from '../document.ts';
import { html } from '../html.ts';
import { API_PLACEHOLDER, PLACEHOLDERS } from '../placeholders.ts';
import type { SitePage } from '../sitePage.ts';
import { dashboardStyle } from './dashboardStyle.ts';

/** Names the bundled packages, as their licences require. */
const NOTICE =
  '/*! With Preact, Preact Signals, preact-iso (Jason Miller and others) and Heroicons (Tailwind Labs): all under the MIT licence. */';

let script: SitePage | undefined;

/**
 * The dashboard's page, which contains its style and icon, and its script, with a placeholder for the API's URL.
 * @param takesCodes whether the site exchanges sign-in codes, as only a local one does
 */
export function dashboardFiles(takesCodes = false): SitePage[] {
  // Cached per process: bundling takes a tenth of a second of processor time.
  script ??= buildScript();
  const page = documentPage({
    path: DASHBOARD_PATH,
    title: `Dashboard · ${PLACEHOLDERS.serviceName}`,
    style: { path: '', body: dashboardStyle() },
    isWhole: true,
    // The response header cannot name the API, whose URL is not yet known when the site is deployed. A request has to
    // satisfy both policies, so this one restricts connections to the API and, where codes are exchanged, the site
    // itself.
    head: html`<meta http-equiv="Content-Security-Policy" content="connect-src ${API_PLACEHOLDER}/${takesCodes ? " 'self'" : ''}">
<meta name="api-url" content="${API_PLACEHOLDER}">
<meta name="service-name" content="${PLACEHOLDERS.serviceName}">
${
  takesCodes
    ? html`<meta name="takes-codes">
`
    : html``
}<meta name="referrer" content="no-referrer">
<script type="module" src="${script.path}"></script>
`,
    body: html`<body>
<noscript><main class="alone"><h1>The dashboard needs JavaScript</h1>
<p>Allow it for this site, or read what came in <a href="/guide/inbox#over-the-api">over the API</a>.</p></main></noscript>
<div id="app"></div>
</body>`,
  });
  return [page, script];
}

function buildScript(): SitePage {
  const whole = bundled(new URL('../app/main.tsx', import.meta.url), 'dashboard', {
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: { ICON_URL: JSON.stringify(ICON_URL) },
    banner: { js: NOTICE },
  });
  return hashedScript('dashboard', smaller(whole.replace('REQUEST_PARTS', () => JSON.stringify(requestParts(whole)))));
}

/** The parts of each operation of a script that its client needs: schemas, words and table permissions would add 3 kB. */
const requestParts = (script: string): Record<string, RequestParts> =>
  Object.fromEntries(
    OPERATIONS.filter(({ id }) => script.includes(`"${id}"`)).map(
      ({ id, method, path, permission, repeatable, repeated }) => [
        id,
        {
          method,
          path,
          ...(repeated && { repeated: true }),
          ...(permission === 'public' && { permission }),
          ...(repeatable !== true && { repeatable }),
        },
      ],
    ),
  );
