import { buildSync } from 'esbuild';
import type { Browser, Page } from 'playwright-core';

/** An empty page with a dashboard module, whose exports are in the global `tested`. */
export async function pageWithModule(browser: Browser, path: string): Promise<Page> {
  const { outputFiles } = buildSync({
    entryPoints: [path],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'tested',
  });
  const page = await browser.newPage();
  await page.addScriptTag({ content: outputFiles[0]?.text ?? '' });
  return page;
}
