import { describe, expect, test } from '@jest/globals';
import { openDashboard, openOne, rowWith, word } from '../../support/browser/dashboard.ts';
import { type OnOtherSite, onOtherSite, pageWith } from '../../support/browser/otherSite.ts';
import { eventually, newEndpoint, newSubmission, outputs, send } from '../../support/cloud/service.ts';
import { textFile } from '../../support/samples/sampleFiles.ts';
import { filledIn } from '../../support/site/guideExamples.ts';

/** Removes from a page what a browser lacks, each as `object.name`. */
const without = (names: readonly string[]): string =>
  `for (const path of ${JSON.stringify(names)}) {
    const name = path.slice(path.lastIndexOf('.') + 1);
    const owner = path.split('.').slice(0, -1).reduce((object, each) => object?.[each], globalThis);
    if (owner) delete owner[name];
  }`;

/** Features of Chromium that the oldest browsers of `site/browsers.ts` lack, by MDN's tables. */
const MISSING = {
  dashboard: [
    ...['Promise.try', 'RegExp.escape', 'URL.parse', 'Error.isError', 'Math.sumPrecise', 'Iterator', 'Float16Array'],
    ...['union', 'intersection', 'difference', 'isSubsetOf'].map((name) => `Set.prototype.${name}`),
    ...[
      'Uint8Array.fromBase64',
      'Map.prototype.getOrInsert',
      'Intl.DurationFormat',
      'requestIdleCallback',
      'scheduler',
    ],
    ...[
      'Element.prototype.moveBefore',
      'Document.prototype.startViewTransition',
      'cookieStore',
      'Temporal',
      'Notification',
    ],
    'HTMLDialogElement.prototype.requestClose',
  ],
  forms: [
    ...['at', 'findLast', 'findLastIndex', 'toSorted', 'toReversed', 'toSpliced', 'with'].map(
      (name) => `Array.prototype.${name}`,
    ),
    ...['at', 'replaceAll', 'isWellFormed', 'toWellFormed'].map((name) => `String.prototype.${name}`),
    ...[
      'Object.hasOwn',
      'Object.groupBy',
      'Map.groupBy',
      'structuredClone',
      'URL.canParse',
      'URL.parse',
      'Promise.any',
    ],
    ...[
      'AbortSignal.any',
      'AbortSignal.timeout',
      'Promise.withResolvers',
      'Crypto.prototype.randomUUID',
      'reportError',
      'WeakRef',
    ],
    ...[
      'HTMLFormElement.prototype.requestSubmit',
      'SubmitEvent.prototype.submitter',
      'Element.prototype.checkVisibility',
    ],
    ...[
      'Element.prototype.ariaLabel',
      'HTMLElement.prototype.popover',
      'Navigator.prototype.locks',
      'HTMLElement.prototype.inert',
    ],
  ],
};

describe('in the oldest browsers', () => {
  let { browser, otherSite, key, page } = {} as OnOtherSite;
  onOtherSite((own) => {
    ({ browser, otherSite, key, page } = own);
  });

  test('forms.js sends a form with its files, and says so', async () => {
    const { id } = await newEndpoint(key, { files: { maxCount: 10, maxBytes: 100_000, types: ['text/*'] } });
    const values = {
      'https://YOUR-API': outputs().apiUrl,
      'https://YOUR-SITE': outputs().siteUrl,
      'YOUR-ENDPOINT-ID': id,
    };
    otherSite.files.set('files.html', pageWith(filledIn('files.html', values)));
    await page.addInitScript(without(MISSING.forms));
    await page.goto(`${otherSite.url}/files.html`);
    expect(await page.evaluate(`typeof [].findLast + typeof crypto.randomUUID`)).toBe('undefinedundefined');
    await page.getByLabel('Email').fill('ada@example.com');
    await page
      .getByLabel('Documents', { exact: true })
      .setInputFiles([textFile('one.txt', 'One'), textFile('two.txt', 'Two')]);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('status').filter({ hasText: 'Your message has been sent' }).waitFor();
    const { submissions } = (await send('GET', `/v1/submissions/${id}`, { key })).json;
    expect(submissions).toHaveLength(1);
  });

  test('the page of a confirmation mail acts on its link', async () => {
    await page.addInitScript(without(MISSING.forms));
    await page.goto(`${outputs().siteUrl}/mail/confirm#enp_1.token&form=Contact`);
    await page.locator('.act button:visible').first().click();
    await page.locator('[data-state="gone"]:visible').first().waitFor();
  });

  test('the dashboard marks, undoes, exports and saves', async () => {
    const { id } = await newEndpoint(key, { name: 'Contact form' });
    await newSubmission(id, { email: 'ada@example.com', message: 'Hello' });
    const { page: dashboard, surprises, visit } = await openDashboard(browser, { key, acceptDownloads: true });
    await dashboard.addInitScript(without(MISSING.dashboard));
    await visit(`/${id}`);
    await rowWith(dashboard, 'ada').click();
    await openOne(dashboard).getByRole('button', { name: 'Spam' }).click();
    await dashboard.getByRole('button', { name: 'Undo' }).click();
    await word(dashboard, 'Undone').waitFor();
    await rowWith(dashboard, 'ada').waitFor();
    await dashboard.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      dashboard.waitForEvent('download'),
      dashboard.getByRole('dialog').getByRole('button', { name: 'Export' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/csv$/);
    await visit(`/${id}/settings`);
    await dashboard.getByLabel('Name', { exact: true }).fill('Renamed form');
    await dashboard.getByRole('button', { name: 'Save' }).click();
    await eventually(
      async () => (await send('GET', `/v1/endpoint/${id}`, { key })).json.name,
      (name) => name === 'Renamed form',
    );
    expect(surprises()).toEqual([]);
  });
});
