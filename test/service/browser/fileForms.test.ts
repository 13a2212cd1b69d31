import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { CDPSession } from 'playwright-core';
import type { SubmittedFile } from '../../../shared/contract/schemas/files/submittedFile.ts';
import { type OnOtherSite, onOtherSite, pageWith } from '../../support/browser/otherSite.ts';
import { violationsOf } from '../../support/browser/pageChecks.ts';
import { newDataFolder, removeFolder } from '../../support/cloud/cloudProcess.ts';
import { eventually, newEndpoint, outputs, send } from '../../support/cloud/service.ts';
import { submissionsOf } from '../../support/cloud/submissions.ts';
import { IS_LONG } from '../../support/jest/testSize.ts';
import { pdfFile, pngFile, type SampleFile, textFile } from '../../support/samples/sampleFiles.ts';
import { filledIn } from '../../support/site/guideExamples.ts';

/** More than a request to the service can hold. */
const LARGE_BYTES = IS_LONG ? 60_000_000 : 6_000_000;
const SLOW_UPLOAD_S = 7.5;
const UPLOAD_TIMEOUT_MS = 60_000;
const SENT = 'Thank you. Your message has been sent.';
const SETTINGS = { maxCount: 10, maxBytes: 100_000_000, types: ['image/*', 'application/pdf', 'text/*'] };

describe('a form with files, on a page of another origin', () => {
  let { browser, otherSite, key, page } = {} as OnOtherSite;
  let endpointId: string;
  const folder = newDataFolder();
  const large = pdfFile('large.pdf', LARGE_BYTES);
  const largePath = join(folder, large.name);

  beforeAll(() => writeFileSync(largePath, large.buffer));
  afterAll(() => removeFolder(folder));
  onOtherSite(async (own) => {
    ({ browser, otherSite, key, page } = own);
    endpointId = (await newEndpoint(key, { files: SETTINGS })).id;
  });

  async function open({ script = true, more = '' } = {}): Promise<void> {
    const values = {
      'https://YOUR-API': outputs().apiUrl,
      'https://YOUR-SITE': outputs().siteUrl,
      'YOUR-ENDPOINT-ID': endpointId,
    };
    const form = filledIn('files.html', values).replace('<p role="status">', `${more}<p role="status">`);
    const body = `<main><h1>Send us files</h1>${script ? form : form.replace(/<script.*<\/script>/, '')}</main>`;
    otherSite.files.set('files.html', pageWith(body));
    await page.goto(`${otherSite.url}/files.html`);
    await page.getByLabel('Email').fill('ada@example.com');
  }

  const documents = () => page.getByLabel('Documents', { exact: true });
  const chosen = () => documents().evaluate((field: HTMLInputElement) => field.files?.length);
  const status = () => page.getByRole('status');
  const pressSend = () => page.getByRole('button', { name: 'Send', exact: true }).click();
  const button = (name: string, file: string) => page.getByRole('button', { name: `${name}: ${file}` });
  const untilSaid = (text: string, timeout = UPLOAD_TIMEOUT_MS) =>
    status().filter({ hasText: text }).waitFor({ timeout });
  const untilLineSays = (text: string) => page.locator('.forms-file', { hasText: text }).waitFor();
  const progress = () => page.getByRole('progressbar').evaluate((bar: HTMLProgressElement) => bar.value);
  const untilUnderWay = () => eventually(progress, (value) => value > 0 && value < LARGE_BYTES, UPLOAD_TIMEOUT_MS);

  /** The connection's speed in bytes a second; 0 is offline, undefined the default. */
  async function setLine(session: CDPSession, bytesPerSecond: number | undefined): Promise<void> {
    await session.send('Network.emulateNetworkConditions', {
      offline: bytesPerSecond === 0,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytesPerSecond || -1,
    });
  }
  const openLine = async (bytesPerSecond: number) => {
    const session = await page.context().newCDPSession(page);
    await setLine(session, bytesPerSecond);
    return session;
  };

  async function onlySubmission() {
    const submissions = await submissionsOf(key, endpointId);
    expect(submissions).toHaveLength(1);
    return submissions[0] as { id: string; data: unknown; files?: SubmittedFile[] };
  }

  async function download(submissionId: string, { id }: SubmittedFile) {
    const path = `/v1/submission/${endpointId}/${submissionId}/file/${id}`;
    const answer = await fetch(outputs().apiUrl + path, { headers: { Authorization: `Bearer ${key}` } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/octet-stream']);
    return { bytes: Buffer.from(await answer.arrayBuffer()), disposition: answer.headers.get('content-disposition') };
  }

  async function expectStored(sent: SampleFile[]): Promise<SubmittedFile[]> {
    const { id, files = [] } = await onlySubmission();
    expect(files.map(({ bytes }) => bytes)).toEqual(sent.map(({ buffer }) => buffer.length));
    for (const [i, file] of files.entries()) {
      const { bytes } = await download(id, file);
      expect(bytes.equals(sent[i]?.buffer ?? Buffer.alloc(0))).toBe(true);
    }
    return files;
  }

  test('is sent without a script: three files arrive byte for byte', async () => {
    await open({ script: false });
    const sent = [pngFile('picture.png'), pdfFile('paper.pdf', 300_000), textFile('notes.txt', 'Grüße 🎉\r\n')];
    await documents().setInputFiles(sent);
    await pressSend();
    await page.waitForURL(`${outputs().siteUrl}/thank-you`);
    const files = await expectStored(sent);
    expect(files.map(({ field, name, type, scan }) => [field, name, type, scan])).toEqual([
      ['documents', 'picture.png', 'image/png', 'not scanned'],
      ['documents', 'paper.pdf', 'application/pdf', 'not scanned'],
      ['documents', 'notes.txt', 'text/plain', 'not scanned'],
    ]);
    expect((await onlySubmission()).data).toEqual({ email: 'ada@example.com' });
  });

  test('is sent by the script without leaving the page, accessibly', async () => {
    await open();
    const sent = [pngFile('picture.png'), textFile('notes.txt', 'Grüße')];
    await documents().setInputFiles(sent);
    await page.route(`${outputs().apiUrl}/v1/f/${endpointId}`, async (route) => {
      expect(await page.getByRole('progressbar').count()).toBe(2);
      expect(await violationsOf(page)).toEqual([]);
      await route.continue();
    });
    await pressSend();
    await untilSaid(SENT);
    await expectStored(sent);
    expect((await onlySubmission()).data).toEqual({ email: 'ada@example.com' });
    expect([await chosen(), page.url()]).toEqual([0, `${otherSite.url}/files.html`]);
    expect(await page.locator('.forms-file').count()).toBe(0);
  });

  test(
    'sends a large file with progress, after being cancelled halfway and offline for a while',
    async () => {
      // A separate tab, whose connection stays slow.
      page = await browser.newPage();
      await open();
      await documents().setInputFiles([largePath]);
      const line = await openLine(LARGE_BYTES / SLOW_UPLOAD_S);
      await pressSend();
      await untilUnderWay();
      await button('Cancel', large.name).click();
      await untilSaid('Your message was not sent. Cancelled.');
      expect(await submissionsOf(key, endpointId)).toEqual([]);

      await button('Try again', large.name).click();
      await untilUnderWay();
      await setLine(line, 0);
      await untilLineSays('Waiting for a connection');
      expect(await submissionsOf(key, endpointId)).toEqual([]);

      await setLine(line, undefined);
      await untilSaid(SENT);
      await expectStored([large]);
    },
    2 * UPLOAD_TIMEOUT_MS,
  );

  test('sends nothing before the form is submitted, and each file once, however often the form is retried', async () => {
    await open();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await documents().setInputFiles([pngFile('picture.png')]);
    expect(requests).toEqual([]);
    await page.route(`${outputs().apiUrl}/v1/f/${endpointId}`, (route) => route.abort(), { times: 1 });
    await pressSend();
    await untilSaid('Are you online?');
    await pressSend();
    await untilSaid(SENT);
    expect(requests.filter((request) => request === `POST /v1/f/${endpointId}/uploads`)).toHaveLength(1);
    await expectStored([pngFile('picture.png')]);
  });

  describe('with ALTCHA', () => {
    const SOLVED_WITHIN_MS = 30_000;
    beforeEach(async () => {
      const json = { captcha: { provider: 'altcha' }, files: { ...SETTINGS, maxCount: 2 } };
      expect((await send('PUT', `/v1/endpoint/${endpointId}`, { key, json })).status).toBe(200);
      const { apiUrl, siteUrl } = outputs();
      const widget = `<altcha-widget challenge="${apiUrl}/v1/f/${endpointId}/challenge"></altcha-widget>`;
      await open({ more: `<script src="${siteUrl}/altcha.js"></script>${widget}` });
    });
    const solve = async () => {
      await page.getByText("I'm not a robot").click();
      await page.locator('altcha-widget [data-state="verified"]').waitFor({ timeout: SOLVED_WITHIN_MS });
    };
    const untilToBeSolved = () => page.locator('altcha-widget [data-state="unverified"]').waitFor();
    const sent = [pngFile('one.png'), pngFile('two.png')];
    async function expectWanted(): Promise<void> {
      await expectStored(sent);
      expect(await onlySubmission()).toMatchObject({ data: { email: 'ada@example.com' }, isSpam: false });
    }

    test('sends its files and the form with one captcha response, and is ready for the next', async () => {
      await solve();
      await documents().setInputFiles(sent);
      await pressSend();
      await untilSaid(SENT);
      await expectWanted();
      await untilToBeSolved();
    });

    test('is resent with the same captcha response after a file was lost', async () => {
      await solve();
      await documents().setInputFiles(sent);
      await page.route(`${outputs().s3Endpoint}/**`, (route) => route.abort(), { times: 1 });
      await pressSend();
      await untilSaid('Are you online?');
      await button('Try again', 'one.png').click();
      await untilSaid(SENT);
      await expectWanted();
    });

    test('says so when the captcha response is rejected, and is sent with another', async () => {
      await solve();
      const altcha = await page.locator('input[name="altcha"]').inputValue();
      await send('POST', `/v1/f/${endpointId}/uploads`, { json: { name: 'a.png', bytes: 1, captcha: altcha } });
      await documents().setInputFiles(sent);
      await pressSend();
      await page.getByText('The captcha response was not accepted').waitFor();
      await untilToBeSolved();
      await solve();
      await pressSend();
      await untilSaid(SENT);
      await expectWanted();
    });
  });

  test('waits as long as the service asks when throttled, and is then sent', async () => {
    await open();
    await documents().setInputFiles([pngFile('picture.png')]);
    const headers = {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': 'Retry-After',
      'Retry-After': '1',
    };
    const busy = { status: 429, headers, json: { code: 'TOO_MANY_REQUESTS', message: 'Too many requests.' } };
    await page.route(`${outputs().apiUrl}/v1/f/${endpointId}/uploads`, (route) => route.fulfill(busy), { times: 1 });
    await pressSend();
    await untilSaid('Many people are sending files: waiting for a moment');
    await untilSaid(SENT);
    await expectStored([pngFile('picture.png')]);
  });

  test('names the rejected file next to its field, focuses it, and sends once it is replaced', async () => {
    await open();
    await documents().setInputFiles([{ ...textFile('page.html', '<script>'), mimeType: 'text/html' }]);
    await pressSend();
    const error = page.locator('.forms-error');
    await error.filter({ hasText: 'The file "page.html" has a type that is never accepted.' }).waitFor();
    expect(await documents().getAttribute('aria-invalid')).toBe('true');
    expect(await documents().getAttribute('aria-describedby')).toBe(await error.getAttribute('id'));
    expect(await page.locator(':focus').getAttribute('id')).toBe('documents');
    expect(await violationsOf(page)).toEqual([]);
    await documents().setInputFiles([pngFile('picture.png')]);
    expect([await error.textContent(), await documents().getAttribute('aria-invalid')]).toEqual(['', null]);
    await pressSend();
    await untilSaid(SENT);
    await expectStored([pngFile('picture.png')]);
  });

  test('says next to the field if a file’s content contradicts its name', async () => {
    await open();
    await documents().setInputFiles([{ ...pngFile('notes.png'), buffer: Buffer.from('MZ\u0090\u0000 a program') }]);
    await pressSend();
    await page.locator('.forms-error', { hasText: 'notes.png' }).waitFor();
    expect(await page.locator(':focus').getAttribute('id')).toBe('documents');
    expect(await submissionsOf(key, endpointId)).toEqual([]);
  });

  test('shows the service’s message if no field is at fault, and keeps the chosen files', async () => {
    await open();
    await documents().setInputFiles([pngFile('picture.png')]);
    await send('PUT', `/v1/endpoint/${endpointId}`, { key, json: { isEnabled: false } });
    await pressSend();
    await page.getByText('This endpoint is disabled and receives no submissions.').waitFor();
    expect(await chosen()).toBe(1);
  });

  test('uses the form’s own texts', async () => {
    await open();
    await page.locator('form').evaluate((form: HTMLFormElement) => form.setAttribute('data-text-sent', 'Danke!'));
    await pressSend();
    await untilSaid('Danke!');
  });
});
