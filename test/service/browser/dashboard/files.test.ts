import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import type { SubmittedFile } from '../../../../shared/contract/schemas/files/submittedFile.ts';
import { openDashboard, openOne, rowWith, word } from '../../../support/browser/dashboard.ts';
import { ownBrowser } from '../../../support/browser/ownBrowser.ts';
import { newEndpoint, outputs, send } from '../../../support/cloud/service.ts';
import { pdfFile, textFile } from '../../../support/samples/sampleFiles.ts';

describe("the dashboard's files", () => {
  const own = ownBrowser();

  const filesWith = (pdfBytes: number) => [pdfFile('سيرة <b>ذاتية.pdf', pdfBytes), textFile('notes.txt', 'Grüße')];

  async function givenFiles(sent = filesWith(20_000)): Promise<{ endpointId: string; id: string }> {
    const { id: endpointId } = await newEndpoint(own.key, {
      name: 'Applications',
      files: { maxCount: 5, maxBytes: 10_000_000, types: ['application/pdf', 'text/*'] },
    });
    const body = new FormData();
    body.append('email', 'ada@example.com');
    for (const { name, mimeType, buffer } of sent) {
      body.append('documents', new Blob([new Uint8Array(buffer)], { type: mimeType }), name);
    }
    const answer = await send('POST', `/v1/f/${endpointId}`, { body, headers: { Accept: 'application/json' } });
    expect(answer.status).toBe(201);
    return { endpointId, id: answer.json.id };
  }

  /** Replaces the scan results in the list; the shared service scans nothing. */
  const sayOfScan = (page: Awaited<ReturnType<typeof openDashboard>>['page'], scan: SubmittedFile['scan']) =>
    page.route(`${outputs().apiUrl}/v1/submissions/**`, async (route) => {
      const response = await route.fetch();
      const text = (await response.text()).replaceAll('"scan":"not scanned"', `"scan":"${scan}"`);
      await route.fulfill({ response, body: text });
    });

  test('are listed below the fields, and are downloaded under their names, byte for byte', async () => {
    const sent = filesWith(2_345_678);
    const { endpointId, id } = await givenFiles(sent);
    const { page, surprises } = await openDashboard(own.browser, { key: own.key, path: `/${endpointId}?id=${id}` });
    await openOne(page).getByText('documents · 2.3 MB · not scanned').waitFor();
    await openOne(page).getByText('documents · 1 kB · not scanned').waitFor();
    for (const { name, buffer } of sent) {
      const downloading = page.waitForEvent('download');
      await openOne(page).getByRole('button', { name }).click();
      const download = await downloading;
      expect(readFileSync(await download.path()).equals(buffer)).toBe(true);
      expect(download.suggestedFilename()).toContain(name.split(/[<.]/)[0]);
    }
    expect(await openOne(page).getByRole('heading', { name: 'ada@example.com' }).count()).toBe(1);
    expect(await rowWith(page, '2 files').count()).toBe(1);
    expect(surprises().filter((event) => !event.includes(outputs().s3Endpoint))).toEqual([]);
  });

  test('cannot be downloaded if infected, and say so', async () => {
    const { endpointId, id } = await givenFiles();
    const { page, visit } = await openDashboard(own.browser, { key: own.key });
    await sayOfScan(page, 'infected');
    await visit(`/${endpointId}?id=${id}`);
    await openOne(page).getByText('documents · 1 kB · infected').waitFor();
    expect(await openOne(page).getByRole('button', { name: 'notes.txt' }).count()).toBe(0);
  });

  test('explain why a file cannot be downloaded', async () => {
    const { endpointId, id } = await givenFiles();
    const { page } = await openDashboard(own.browser, { key: own.key, path: `/${endpointId}?id=${id}` });
    await openOne(page).getByText('documents · 1 kB').waitFor();
    await send('DELETE', `/v1/submission/${endpointId}/${id}`, { key: own.key });
    await openOne(page).getByRole('button', { name: 'notes.txt' }).click();
    await word(page, 'There is no such submission.').waitFor();
  });

  test('are accepted once switched on, within the service’s limits; the form snippet includes them', async () => {
    const { id } = await newEndpoint(own.key);
    const { page, visit } = await openDashboard(own.browser, { key: own.key, path: `/${id}/settings` });
    const endpoint = async () => (await send('GET', `/v1/endpoint/${id}`, { key: own.key })).json;
    const save = async () => {
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved.').waitFor();
      await page.getByText('Saved.').waitFor({ state: 'detached' });
    };
    await page.getByLabel('Receive files').check();
    await page.getByLabel('Maximum number of files').fill('11');
    await page.getByLabel('File types').fill('application/pdf\nEverything');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('#field-maxCount-problem').waitFor();
    await page.locator('#field-types-problem').waitFor();
    expect(await page.locator(':focus').getAttribute('id')).toBe('field-maxCount');
    await page.getByLabel('Maximum number of files').fill('3');
    await page.getByLabel('Megabytes per file').fill('2.5');
    await page.getByLabel('File types').fill('application/pdf\nimage/*');
    await save();
    expect((await endpoint()).files).toEqual({
      maxCount: 3,
      maxBytes: 2_500_000,
      types: ['application/pdf', 'image/*'],
    });
    await page.getByRole('link', { name: 'Use it' }).click();
    await page.getByText(`${outputs().siteUrl}/forms.js`).waitFor();
    await visit(`/${id}/settings`);
    expect(await page.getByLabel('Megabytes per file').inputValue()).toBe('2.5');
    await page.getByLabel('Receive files').uncheck();
    await save();
    expect((await endpoint()).files).toBeUndefined();
  });
});
