import { createHash } from 'node:crypto';
import { extname, parse } from 'node:path';
import { DASHBOARD_PATH } from '../shared/contract/sitePages.ts';
import { IMMUTABLE_PREFIX } from '../shared/runtime/publishedSite.ts';
import type { SitePage } from './sitePage.ts';

/** The file in which a static host keeps a page: `/thank-you` is `thank-you/index.html`. */
export const fileOf = ({ path }: Pick<SitePage, 'path'>): string => {
  if (extname(path) !== '') return path.slice(1);
  return `${path.slice(1)}/index.html`;
};

/** True if a path belongs to the dashboard, whose views share one page. */
export const isOfDashboard = (path: string): boolean =>
  path === DASHBOARD_PATH || path.startsWith(`${DASHBOARD_PATH}/`);

/** Browsers revalidate each time; CloudFront keeps the page until the next deployment invalidates it. */
export const CACHE_CONTROL = {
  immutable: 'public, max-age=31536000, immutable',
  page: 'public, max-age=0, s-maxage=31536000, must-revalidate',
};

/** True if the content at a path never changes. */
export const isImmutable = ({ path }: Pick<SitePage, 'path'>): boolean => path.startsWith(IMMUTABLE_PREFIX);

/** The path of a file that browsers cache forever: the hash of its content follows its name. */
export function immutablePath(name: string, content: string | Buffer): string {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
  const { name: stem, ext } = parse(name);
  return `${IMMUTABLE_PREFIX}${stem}.${hash}${ext}`;
}
