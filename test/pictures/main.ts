import '../../infra/tools/quietSdk.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { DASHBOARD_PATH } from '../../shared/contract/sitePages.ts';
import { PICTURES, type PictureName } from '../../site/landing/pictures.ts';
import { openBrowser } from '../support/browser.ts';
import { newDataFolder, removeFolder, startCloud } from '../support/cloudProcess.ts';
import { newStudio } from './samples.ts';

const FOLDER = join(import.meta.dirname, '../../site/pictures');
const VIEWPORT = { width: PICTURES.dashboard.width, height: PICTURES.dashboard.height };
const SCALE = 2;
const QUALITY = 0.7;
/** Margin around the first element of a detail; above it, less than the distance to the inbox's tabs. */
const MARGIN = { x: 14, y: 7 };
const SCHEMES = ['light', 'dark'] as const;

const data = newDataFolder();
const cloud = await startCloud(data);
const browser = await openBrowser();
try {
  const studio = await newStudio(cloud.outputs);
  for (const scheme of SCHEMES) await takeAll(browser, scheme, studio);
} finally {
  await browser.close();
  await cloud.end('SIGTERM');
  removeFolder(data);
}

type Studio = Awaited<ReturnType<typeof newStudio>>;

async function takeAll(browser: Browser, scheme: (typeof SCHEMES)[number], studio: Studio): Promise<void> {
  const context = await browser.newContext({
    viewport: VIEWPORT,
    deviceScaleFactor: SCALE,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    locale: 'en-US',
  });
  const page = await context.newPage();
  const inbox = `${cloud.outputs.siteUrl}${DASHBOARD_PATH}/${studio.endpointId}`;
  const take = async (name: PictureName, from?: Locator) => {
    await page.mouse.move(0, 0);
    const box = await from?.boundingBox();
    const { width, height } = PICTURES[name];
    const png = await page.screenshot(box ? { clip: { width, height, x: box.x - MARGIN.x, y: box.y - MARGIN.y } } : {});
    const file = join(FOLDER, `${name}-${scheme}.webp`);
    writeFileSync(file, await asWebP(context.browser() as Browser, png));
    console.log(file);
  };
  await page.goto(inbox);
  await page.getByLabel('API key').fill(studio.key);
  await page.keyboard.press('Enter');
  await page.getByText('Ada Lovelace').first().click();
  await page.getByRole('region', { name: 'Open submission' }).getByText('sketch.png').waitFor();
  // Counts come from the index, which lags behind the table's stream.
  await page.getByRole('link', { name: `Unread ${studio.unread}` }).waitFor();
  await take('dashboard');
  await visit(page, `${inbox}?tab=spam`, 'Casino Royal');
  await take('spam', page.locator('.row input').first());
  await visit(page, `${inbox}?q=workshop`, 'Radia Perlman');
  await take('search', page.locator('label.search'));
  const { width, height } = PICTURES.phone;
  await page.setViewportSize({ width, height });
  await visit(page, inbox, 'Radia Perlman');
  await take('phone');
  await context.close();
}

async function visit(page: Page, address: string, text: string): Promise<void> {
  await page.goto(address);
  await page.getByText(text).first().waitFor();
}

/** Chromium writes WebP, which takes a third of PNG's bytes. */
async function asWebP(browser: Browser, png: Buffer): Promise<Buffer> {
  const page = await browser.newPage();
  const url = await page.evaluate<string>(`(async () => {
    const image = await createImageBitmap(await (await fetch('data:image/png;base64,${png.toString('base64')}')).blob());
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', ${QUALITY});
  })()`);
  await page.close();
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}
