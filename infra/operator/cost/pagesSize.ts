import { gzipSync } from 'node:zlib';
import { FORM_PAGES } from '../../../shared/contract/formPages.ts';
import { renderSite } from '../../../site/pages.ts';

/** Headers of a page, most of them for security. */
const HEADER_BYTES = 1_000;

let pagesSize: ReturnType<typeof measurePages> | undefined;

/**
 * Bytes of all stored pages; files of the thank-you page, and their bytes as sent. Cached, because rendering is slow.
 */
export function sizeOfPages() {
  pagesSize ??= measurePages();
  return pagesSize;
}

function measurePages() {
  const site = renderSite({});
  const page = site.find(({ path }) => path === FORM_PAGES.thankYou);
  const files = site.filter((file) => file === page || page?.body.includes(`"${file.path}"`));
  return {
    storedBytes: site.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0),
    thankYouFiles: files.length,
    thankYouBytes: files.reduce((sum, { body }) => sum + gzipSync(body).length + HEADER_BYTES, 0),
  };
}
