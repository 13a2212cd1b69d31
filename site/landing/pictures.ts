import { readFileSync } from 'node:fs';
import { immutablePath } from '../files.ts';
import { type Html, html } from '../html.ts';
import type { SitePage } from '../sitePage.ts';

/** The pictures that `npm run pictures` takes, with their sizes on a page. */
export const PICTURES = {
  dashboard: {
    width: 1280,
    height: 800,
    alt: 'The dashboard: forms at the left, the inbox of one with names and times, and an open message with two files',
  },
  phone: { width: 390, height: 640, alt: '' },
  spam: {
    width: 388,
    height: 190,
    alt: 'Three held submissions, each with its reason: blocked term, hidden field, learned',
  },
  search: {
    width: 388,
    height: 222,
    alt: 'The word “workshop” in the search field, and the two submissions that have it',
  },
} as const;
export type PictureName = keyof typeof PICTURES;

const SCHEMES = ['light', 'dark'] as const;
type Scheme = (typeof SCHEMES)[number];

function fileOf(name: PictureName, scheme: Scheme): SitePage {
  const bytes = readFileSync(new URL(`../pictures/${name}-${scheme}.webp`, import.meta.url));
  const path = immutablePath(`${name}-${scheme}.webp`, bytes);
  return { path, contentType: 'image/webp', body: bytes.toString('base64'), encoding: 'base64' };
}

const names = Object.keys(PICTURES) as PictureName[];
const FILES = new Map(
  names.flatMap((name) => SCHEMES.map((scheme) => [`${name}-${scheme}`, fileOf(name, scheme)] as const)),
);

export const pictureFiles = (): SitePage[] => [...FILES.values()];

const pathOf = (name: PictureName, scheme: Scheme): string => FILES.get(`${name}-${scheme}`)?.path ?? '';

/** Narrower screens show a phone's picture. */
const NARROW = '(width < 40rem)';

interface PictureOptions {
  /** Loads when scrolled near. */
  isLazy: boolean;
  /** Shown instead on narrow screens. */
  narrow?: PictureName;
}

/** A picture that follows the reader's colour scheme. */
export function picture(name: PictureName, { isLazy, narrow }: PictureOptions): Html {
  const { width, height, alt } = PICTURES[name];
  const loading = isLazy ? html` loading="lazy"` : html` fetchpriority="high"`;
  return html`<picture>
${narrow ? narrowSources(narrow) : html``}<source srcset="${pathOf(name, 'dark')}" media="(prefers-color-scheme: dark)">
<img src="${pathOf(name, 'light')}" alt="${alt}" width="${width}" height="${height}" decoding="async"${loading}>
</picture>`;
}

function narrowSources(name: PictureName): Html {
  const { width, height } = PICTURES[name];
  const size = html`width="${width}" height="${height}"`;
  return html`<source srcset="${pathOf(name, 'dark')}" media="${NARROW} and (prefers-color-scheme: dark)" ${size}>
<source srcset="${pathOf(name, 'light')}" media="${NARROW}" ${size}>
`;
}
