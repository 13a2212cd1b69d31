import { describe, expect, test } from '@jest/globals';
import { buildSync } from 'esbuild';
import type { Route } from 'playwright-core';
import { type OnOtherSite, onOtherSite, pageWith } from '../../support/browser/otherSite.ts';
import { openTab } from '../../support/browser/tabs.ts';
import { newEndpoint, outputs, send } from '../../support/cloud/service.ts';
import { filledIn, replaceAll, runExample, type Values } from '../../support/site/guideExamples.ts';

const EXAMPLES = 'site/guide/examples';
const DATA = { email: 'ada@example.com', message: 'Is the workshop on Friday still open? 🎉' };
const SENT = 'Thank you. Your message has been sent.';
const DISABLED = 'Your message was not sent. This endpoint is disabled and receives no submissions.';
const OFFLINE = 'Your message was not sent. Are you online?';

/** A module with the guide's component, as a user's build tool would produce it. */
function bundle(code: string): string {
  const { outputFiles } = buildSync({
    stdin: {
      contents: `import { ContactForm } from './ContactForm.jsx';\n${code}`,
      resolveDir: EXAMPLES,
      loader: 'jsx',
    },
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

const RENDER = `
  import { createRoot } from 'react-dom/client';
  createRoot(document.querySelector('main')).render(<ContactForm />);`;
const RENDER_ON_SERVER = `
  import { renderToString } from 'react-dom/server.browser';
  console.log(renderToString(<ContactForm />));`;

describe('the guide, on a page of another origin', () => {
  let { browser, otherSite, key, page } = {} as OnOtherSite;
  let endpointId: string;
  let values: Values;

  onOtherSite(async (own) => {
    ({ browser, otherSite, key, page } = own);
    endpointId = (await newEndpoint(key)).id;
    values = { 'https://YOUR-API': outputs().apiUrl, 'YOUR-ENDPOINT-ID': endpointId, 'YOUR-KEY': key };
  });

  const withoutScript = async (): Promise<void> => {
    page = await openTab(browser, { javaScriptEnabled: false });
  };

  async function open(files: Record<string, string>): Promise<void> {
    for (const [name, text] of Object.entries(files)) otherSite.files.set(name, text);
    await page.goto(`${otherSite.url}/${Object.keys(files)[0]}`);
  }

  const pressSend = () => page.getByRole('button', { name: 'Send' }).click();

  async function fillAndSend({ email, message } = DATA): Promise<void> {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Message').fill(message);
    await pressSend();
  }

  const untilSaid = (text: string) => page.getByText(text, { exact: true }).waitFor();
  const enable = (isEnabled: boolean) => send('PUT', `/v1/endpoint/${endpointId}`, { key, json: { isEnabled } });

  async function stored(id = endpointId): Promise<unknown[]> {
    const { json } = await send('GET', `/v1/submissions/${id}`, { key });
    return json.submissions.map(({ data }: { data: unknown }) => data);
  }

  test('leads from nothing to a form that works without a script', async () => {
    const endpoint = JSON.parse(await runExample('create-endpoint.http', values));
    values['YOUR-ENDPOINT-ID'] = endpoint.id;
    await withoutScript();
    await open({ 'form.html': pageWith(filledIn('form.html', values)) });
    await fillAndSend();
    expect(page.url()).toBe(`${outputs().siteUrl}/thank-you`);
    const list = JSON.parse(await runExample('list-submissions.http', values));
    expect(list.submissions).toMatchObject([{ endpointId: endpoint.id, data: DATA }]);
  });

  test('redirects to your own page', async () => {
    const own = { ...values, 'https://www.example.com': otherSite.url };
    otherSite.files.set('thanks', 'Thank you from us');
    await runExample('set-redirect.http', own);
    await open({ 'form.html': pageWith(filledIn('form.html', own)) });
    await fillAndSend();
    await page.waitForURL(`${otherSite.url}/thanks`);
  });

  const openFetch = () =>
    open({ 'fetch.html': pageWith(filledIn('fetch.html', values)), 'contact.js': filledIn('contact.js', values) });

  const openReact = () =>
    open({
      'react.html': pageWith('<main></main><script type="module" src="react.js"></script>'),
      'react.js': replaceAll(bundle(RENDER), values),
    });

  const WITH_SCRIPT: [string, () => Promise<void>, string][] = [
    ['fetch', openFetch, 'fetch.html'],
    ['React', openReact, 'react.html'],
  ];

  test.each(WITH_SCRIPT)('sends with %s and says thank you in place', async (_, openForm, name) => {
    await openForm();
    await fillAndSend();
    await untilSaid(SENT);
    const left = await page
      .locator('textarea')
      .evaluateAll((all) => all.map((field) => 'value' in field && field.value));
    expect(left.join('')).toBe('');
    expect(await stored()).toEqual([DATA]);
    expect(page.url()).toBe(`${otherSite.url}/${name}`);
  });

  test.each(WITH_SCRIPT)(
    'shows the service’s message with %s, keeps the input, and can be resent',
    async (_, openForm) => {
      await enable(false);
      await openForm();
      await fillAndSend();
      await untilSaid(DISABLED);
      await page.context().setOffline(true);
      await pressSend();
      await untilSaid(OFFLINE);
      await page.context().setOffline(false);
      await enable(true);
      await pressSend();
      await untilSaid(SENT);
      expect(await stored()).toEqual([DATA]);
    },
  );

  test.each(WITH_SCRIPT)('is stored once with %s, even if resent after a lost response', async (_, openForm) => {
    await openForm();
    const lose = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route(`${outputs().apiUrl}/v1/f/${endpointId}`, lose, { times: 1 });
    await fillAndSend();
    await untilSaid(OFFLINE);
    expect(await stored()).toEqual([DATA]);
    await pressSend();
    await untilSaid(SENT);
    expect(await stored()).toEqual([DATA]);
  });

  test('shows an error next to each invalid field, and sends nothing until it is valid', async () => {
    await openFetch();
    await fillAndSend({ email: 'ada', message: '' });
    const email = page.getByLabel('Email');
    expect(await page.locator('#email-error').textContent()).toMatch(/@/);
    expect(await page.locator('#message-error').textContent()).toMatch(/\S/);
    expect(await email.getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator(':focus').getAttribute('id')).toBe('email');
    expect(await stored()).toEqual([]);
    await fillAndSend();
    await untilSaid(SENT);
    expect(await email.getAttribute('aria-invalid')).toBe('false');
    expect(await page.locator('#email-error').textContent()).toBe('');
    expect(await stored()).toEqual([DATA]);
  });

  test('works without the script of its fetch example', async () => {
    await withoutScript();
    await openFetch();
    await fillAndSend();
    expect(page.url()).toBe(`${outputs().siteUrl}/thank-you`);
    expect(await stored()).toEqual([DATA]);
  });

  test('sends JSON that keeps its types', async () => {
    const said = page.waitForEvent('console');
    await open({
      'json.html': pageWith('<script type="module" src="send-json.js"></script>'),
      'send-json.js': filledIn('send-json.js', values),
    });
    expect(await (await said).args()[0]?.jsonValue()).toMatchObject({ endpointId, isRead: false });
    expect(await stored()).toEqual([{ email: 'ada@example.com', rating: 5, topics: ['price', 'delivery'] }]);
  });

  test('has a React component that works before its script has loaded', async () => {
    const said = page.waitForEvent('console');
    await open({
      'server.html': pageWith('<script type="module" src="server.js"></script>'),
      'server.js': replaceAll(bundle(RENDER_ON_SERVER), values),
    });
    const markup = (await said).text();
    await withoutScript();
    await open({ 'rendered.html': pageWith(markup) });
    await fillAndSend();
    expect(page.url()).toBe(`${outputs().siteUrl}/thank-you`);
    expect(await stored()).toEqual([DATA]);
  });
});
