import { assets } from './assets.ts';
import type { Demo } from './demo.ts';
import { errorPages } from './errorPages.ts';
import { formPages } from './formPages.ts';
import { landingPage } from './landingPage.ts';
import { notFoundPage } from './notFoundPage.ts';
import type { SitePage } from './sitePage.ts';

export type { SitePage };

/** Everything that the site serves. With `demo` the landing page carries a form that works. */
export const renderSite = ({ demo }: { demo?: Demo }): SitePage[] => [
  landingPage(demo),
  ...formPages(),
  ...errorPages(),
  notFoundPage(),
  ...assets(),
];
