import { readFileSync, writeFileSync } from 'node:fs';
import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { DynamoDb } from '../../../local/aws/dynamodb.ts';
import type { Endpoint } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import { DASHBOARD_PATH } from '../../../shared/contract/sitePages.ts';
import { newId } from '../../../shared/runtime/newId.ts';
import { storedFiles } from '../../../shared/storage/submissions/submittedFiles.ts';
import { submissionKey } from '../../../shared/storage/table/itemKeys.ts';
import { pasteKey, rowWith } from '../../support/browser/dashboard.ts';
import { ownBrowser } from '../../support/browser/ownBrowser.ts';
import { newEndpoint, outputs } from '../../support/cloud/service.ts';

/** `npm run pictures` replaces the pictures instead of comparing them. */
const IS_TAKING = process.env.TAKE_PICTURES === 'yes';
const NOW = Date.UTC(2026, 10, 20, 14, 30);
const VIEWPORT = { width: 1280, height: 800 };
const QUALITY = 0.7;
/** Pixels per side of a compared cell, and the difference of a colour channel that counts as equal. */
const CELL = 8;
const SHADE = 24;
/** Installed browsers have other fonts than the pinned one. */
const DIFFERENT_MAX = process.platform === 'linux' && !process.env.CHROMIUM_PATH ? 0.01 : 0.25;

const SKETCH =
  'Is the Friday workshop still open? We would be two, and one of us is new to pottery.\n\nI attached the sketch of the vase that I would like to make.';
/** Minutes ago, name and message; read from the fourth on. */
const CONTACT: readonly [number, string, string][] = [
  [4, 'Ada Lovelace', SKETCH],
  [26, 'Grace Hopper', 'Found a moth in the kiln. Do you want it back?'],
  [95, 'Alan Turing', 'Can your glaze think? Asking for a machine.'],
  [180, 'Katherine Johnson', 'The numbers on my invoice check out. Thank you!'],
  [1_500, 'Barbara Liskov', 'May I replace my bowl with a smaller one?'],
  [1_900, 'Edsger Dijkstra', 'What is the shortest path to your studio?'],
  [3_100, 'Radia Perlman', 'Are the workshops suitable for a family of five?'],
  [7_300, 'Donald Knuth', 'There is a typo on page 3.16.'],
];
const OTHERS: Partial<Endpoint>[] = [
  { name: 'Newsletter', icon: 'bell', color: 'indigo' },
  { name: 'Job applications', icon: 'bookmark', color: 'amber' },
  { name: 'Feedback', icon: 'heart', color: 'pink' },
];

describe('the picture of the README', () => {
  const own = ownBrowser();

  async function givenStudio(): Promise<string> {
    const { id } = await newEndpoint(own.key, { name: 'Contact form', icon: 'mail', color: 'teal' });
    for (const other of OTHERS) await newEndpoint(own.key, other);
    const db = new DynamoDb(outputs().dynamodbEndpoint, outputs().dynamodbAccessKeyId);
    const ids = [newId('file'), newId('file')].sort();
    const file = (name: string, type: string, bytes: number) =>
      ({ id: ids.shift() ?? '', field: 'attachments', name, type, bytes, scan: 'clean' }) as const;
    const files = storedFiles([file('sketch.png', 'image/png', 184_000), file('sizes.pdf', 'application/pdf', 61_000)]);
    for (const [place, [minutes, name, message]] of CONTACT.entries()) {
      const email = `${name.split(' ')[0]?.toLowerCase()}@example.com`;
      const data = JSON.stringify({ name, email, ...(place === 0 && { topic: 'Workshops' }), message });
      const flags = { ...((place === 0 || place > 2) && { isRead: true }), ...(place === 0 && { files }) };
      const key = submissionKey(id, newId('submission', NOW - minutes * 60_000));
      const Item = marshall({ ...key, data, location: 'Spain', ...flags });
      await db.call('DynamoDB_20120810.PutItem', { TableName: outputs().tableName, Item });
    }
    return id;
  }

  test.each(['light', 'dark'] as const)('%s shows the dashboard as it is', async (colorScheme) => {
    const id = await givenStudio();
    const options = { viewport: VIEWPORT, deviceScaleFactor: 2, colorScheme, locale: 'en-US', timezoneId: 'UTC' };
    const context = await own.browser.newContext({ ...options, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.clock.setFixedTime(NOW);
    await page.goto(`${outputs().siteUrl}${DASHBOARD_PATH}/${id}`);
    await pasteKey(page, own.key);
    await rowWith(page, 'Ada Lovelace').click();
    await page.getByRole('region', { name: 'Open submission' }).getByText('sketch.png').waitFor();
    await page.getByRole('link', { name: 'Unread 2' }).waitFor();
    await page.mouse.move(0, 0);
    const png = await page.screenshot();
    const file = new URL(`../../../docs/pictures/dashboard-${colorScheme}.webp`, import.meta.url);
    if (IS_TAKING) writeFileSync(file, await webpOf(page, png));
    const share = await differing(page, png, readFileSync(file));
    if (share > DIFFERENT_MAX) throw new Error(`${share} of it differ: run npm run pictures`);
    expect(share).toBeLessThanOrEqual(DIFFERENT_MAX);
    await context.close();
  });
});

/** The page's policy forbids scripts to read images there. */
async function elsewhere<T>(page: Page, script: string): Promise<T> {
  const blank = await page.context().newPage();
  try {
    return await blank.evaluate<T>(`(async () => {
      const canvasOf = async (type, text, scale) => {
        const image = await createImageBitmap(await (await fetch('data:' + type + ';base64,' + text)).blob());
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [image.width, image.height].map((side) => Math.round(side * scale));
        const context = canvas.getContext('2d');
        context.imageSmoothingQuality = 'high';
        context.drawImage(image, 0, 0, canvas.width, canvas.height);
        return [canvas, context.getImageData(0, 0, canvas.width, canvas.height).data];
      };
      ${script}
    })()`);
  } finally {
    await blank.close();
  }
}

/** Chromium writes WebP, which takes a third of PNG's bytes. */
async function webpOf(page: Page, png: Buffer): Promise<Buffer> {
  const script = `return (await canvasOf('image/png', '${png.toString('base64')}', 1))[0].toDataURL('image/webp', ${QUALITY})`;
  const url = await elsewhere<string>(page, script);
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

/** The share of cells in which two pictures differ. */
const differing = (page: Page, png: Buffer, webp: Buffer): Promise<number> =>
  elsewhere<number>(
    page,
    `const [, now] = await canvasOf('image/png', '${png.toString('base64')}', ${1 / CELL});
    const [, then] = await canvasOf('image/webp', '${webp.toString('base64')}', ${1 / CELL});
    if (now.length !== then.length) return 1;
    let count = 0;
    for (let i = 0; i < now.length; i += 4) {
      if ([0, 1, 2].some((each) => Math.abs(now[i + each] - then[i + each]) > ${SHADE})) count++;
    }
    return count / (now.length / 4);`,
  );
