import { assets } from './assets.ts';
import type { Demo } from './demo.ts';
import { errorPages } from './errorPages.ts';
import { formPages } from './formPages.ts';
import { landingPage } from './landingPage.ts';
import { notFoundPage } from './notFoundPage.ts';
import type { SitePage } from './sitePage.ts';

export type { SitePage };

export interface SiteOptions {
  /** The API's address, without a slash at its end; may be a token that only a deployment resolves. */
  apiUrl?: string;
  /** With it the landing page carries a form that works. */
  demo?: Demo;
}

/** Everything that the site serves. */
export const renderSite = ({ demo }: SiteOptions): SitePage[] => [
  landingPage(demo),
  ...formPages(),
  ...errorPages(),
  notFoundPage(),
  ...assets(),
];
