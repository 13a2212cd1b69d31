import '../../../infra/quietSdk.ts';
import { stat } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { dashboardFiles } from '../../../site/dashboard.ts';
import { openBrowser } from '../../support/browser.ts';
import { newDataFolder, removeFolder } from '../../support/cloudProcess.ts';
import { pasteKey } from '../../support/dashboard.ts';
import type { Own } from '../../support/rightRequests.ts';
import { startFilledCloud } from './filledCloud.ts';
import { progress } from './progress.ts';
import { median, rounded } from './stats.ts';

const SIZES = [100, 100_000];
/** Loads of a page: their median is shown. */
const LOADS = 9;
/** What is fast-forwarded at a time: as long as polling ever waits. */
const STEP_MS = 30_000;
const STEPS_PER_HOUR = 120;

for (const { path, body } of dashboardFiles()) {
  console.log(`${path}: ${body.length} bytes, ${gzipSync(body).length} with gzip`);
}
const data = newDataFolder();
const browser = await openBrowser();
try {
  const { cloud, withSubmissions } = await startFilledCloud(data, { submissions: SIZES, endpoints: [] });
  try {
    const { siteUrl } = cloud.outputs;
    const own = (size: number) => withSubmissions.get(size) as Own;
    console.log(`light page: ${await loadTimes(siteUrl, '/thank-you', undefined)}`);
    for (const size of SIZES) {
      console.log(
        `first row of ${size} submissions: ${await loadTimes(siteUrl, `/app/${own(size).endpointId}`, own(size))}`,
      );
    }
    await countRequests(siteUrl, own(100));
    await measureExport(siteUrl, own(100_000));
    await measurePolling(siteUrl, own(100));
  } finally {
    await cloud.end('SIGTERM');
  }
} finally {
  await browser.close();
  removeFolder(data);
}

/** A context in which somebody is signed in. */
async function signedIn(siteUrl: string, { key, endpointId }: Own): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${siteUrl}/app/${endpointId}`);
  await pasteKey(page, key);
  await page.locator('.row').first().waitFor();
  return { context, page };
}

/** From navigation to the first row, or to the end of loading of a page that has none; files are in the cache. */
async function loadTimes(siteUrl: string, path: string, own: Own | undefined): Promise<string> {
  progress(`times of ${path}`);
  const { context, page } = own ? await signedIn(siteUrl, own) : await blank();
  await page.addInitScript(() => {
    const { document, performance, MutationObserver } = globalThis as unknown as PageGlobals;
    new MutationObserver((_, observer) => {
      if (!document.querySelector('.row')) return;
      document.documentElement.dataset.firstRowMs = String(performance.now());
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  const times: number[] = [];
  for (let load = 0; load < LOADS; load++) {
    await page.goto(siteUrl + path);
    if (own) await page.locator('html[data-first-row-ms]').waitFor();
    const read = own
      ? 'document.documentElement.dataset.firstRowMs'
      : 'performance.timing.loadEventEnd - performance.timing.navigationStart';
    times.push(Number(await page.evaluate(read)));
  }
  await context.close();
  return `${rounded(median(times), 0)} ms (median of ${LOADS}; ${times.map((time) => rounded(time, 0)).join(', ')})`;
}

/** What is used of a page's globals: the compiler knows none of a browser here. */
interface PageGlobals {
  document: { querySelector: (selector: string) => unknown; documentElement: { dataset: Record<string, string> } };
  performance: { now: () => number };
  MutationObserver: new (
    callback: (records: unknown, observer: { disconnect: () => void }) => void,
  ) => { observe: (target: unknown, options: object) => void };
}

async function blank() {
  const context = await browser.newContext();
  return { context, page: await context.newPage() };
}

/** Requests to the API of what people do, polling left out. */
async function countRequests(siteUrl: string, own: Own): Promise<void> {
  const { context, page } = await signedIn(siteUrl, own);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(siteUrl) && !request.url().endsWith('limit=50')) asked.push(request.method());
  });
  const during = async (name: string, act: () => Promise<unknown>) => {
    asked.length = 0;
    await act();
    await page.waitForTimeout(1_000);
    console.log(`requests to ${name}: ${asked.join(' ') || 'none'}`);
  };
  await during('open an unread submission', () => page.locator('.row a').first().click());
  await during('mark it as spam', () => page.keyboard.press('!'));
  await during('undo that', () => page.keyboard.press('z'));
  await during('search what was read', () => page.getByLabel('Search submissions').fill('hello'));
  await during('open the keys', () => page.getByRole('link', { name: 'API keys' }).click());
  await context.close();
}

async function measureExport(siteUrl: string, own: Own): Promise<void> {
  progress('the export of 100,000 submissions');
  const { context, page } = await signedIn(siteUrl, own);
  await page.getByRole('button', { name: 'Export' }).click();
  const startedAt = performance.now();
  const download = page.waitForEvent('download', { timeout: 600_000 });
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click();
  const { size } = await stat(await (await download).path());
  const seconds = rounded((performance.now() - startedAt) / 1_000, 0);
  const heap = await heapMegabytes(await context.newCDPSession(page));
  console.log(
    `export of 100000 submissions as CSV: ${seconds} s, ${rounded(size / 1e6, 0)} MB, ${heap} MB of memory after it`,
  );
  await context.close();
}

async function measurePolling(siteUrl: string, own: Own): Promise<void> {
  progress('an hour of polling');
  const { context, page } = await signedIn(siteUrl, own);
  await page.clock.install();
  await page.reload();
  await page.locator('.row').first().waitFor();
  const session = await context.newCDPSession(page);
  const before = await heapMegabytes(session);
  let requests = 0;
  page.on('request', () => {
    requests += 1;
  });
  for (let step = 0; step < STEPS_PER_HOUR; step++) {
    const answered = page.waitForResponse(/\/v1\/submissions\//, { timeout: 5_000 }).catch(() => undefined);
    await page.clock.runFor(STEP_MS);
    await answered;
  }
  console.log(
    `an hour of polling: ${requests} requests; ${before} MB of memory before, ${await heapMegabytes(session)} MB after`,
  );
  await context.close();
}

/** What JavaScript holds once garbage is gone. */
async function heapMegabytes(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return rounded(usedSize / 1e6, 1);
}
