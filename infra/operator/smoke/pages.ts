import { ERROR_CODES, type ErrorCode } from '../../../shared/contract/errors.ts';
import { FORM_PAGES } from '../../../shared/contract/formPages.ts';
import { DASHBOARD_PATH, docsUrl } from '../../../shared/contract/sitePages.ts';
import { headersAt } from '../../../site/securityHeaders.ts';
import { getPage, type TextResponse } from './client.ts';
import type { Check } from './errors.ts';
import { demand, demandEqual } from './inspect.ts';

/** Checks that the pages exist and have their security headers. */
export function pageChecks(siteUrl: string): Check[] {
  const codes = Object.keys(ERROR_CODES) as ErrorCode[];
  const dashboard = [DASHBOARD_PATH, `${DASHBOARD_PATH}/keys`];
  const paths = [
    '/guide',
    ...dashboard,
    ...Object.values(FORM_PAGES),
    '/errors',
    ...codes.map((code) => docsUrl('', code)),
  ];
  return [
    ...paths.map((path) => ({ name: `page ${path}`, run: () => checkPage(siteUrl, path) })),
    { name: 'missing page', run: () => checkNoPage(siteUrl) },
  ];
}

async function checkPage(siteUrl: string, path: string): Promise<undefined> {
  const page = await getPage(siteUrl + path);
  demandPage(page, 200, path);
  for (const asset of assetsIn(page.text)) {
    const { status } = await getPage(siteUrl + asset);
    demand(status === 200, `it needs ${asset}, which responds with ${status}`);
  }
}

async function checkNoPage(siteUrl: string): Promise<undefined> {
  const path = '/there-is-no-such-page';
  demandPage(await getPage(siteUrl + path), 404, path);
}

function demandPage({ status, headers }: TextResponse, expected: number, path: string): void {
  demand(status === expected, `responded with ${status} instead of ${expected}`);
  demand(/^text\/html\b/.test(headers.get('content-type') ?? ''), `the content type is ${headers.get('content-type')}`);
  for (const [name, value] of Object.entries(headersAt(path)))
    demandEqual(`the header ${name}`, headers.get(name), value);
}

const assetsIn = (html: string): string[] =>
  [...html.matchAll(/<(?:link|script|img)\b[^>]*\s(?:href|src)="(\/[^"/][^"]*)"/g)].map(([, path = '']) => path);
