import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { buildSync } from 'esbuild';
import { type OnOtherSite, onOtherSite } from '../../support/browser/otherSite.ts';
import { newEndpoint, outputs } from '../../support/cloud/service.ts';
import { dataOf } from '../../support/cloud/submissions.ts';

const SENT = 'Thank you. Your message has been sent.';
const TYPED = 'Half an hour of typing';

/** As its users write it: a controlled form, in one of two views. */
const REACT = `
  import { useState } from 'react';
  import { createRoot } from 'react-dom/client';
  function Contact({ action }) {
    const [message, setMessage] = useState('');
    const [isFriend, setFriend] = useState(false);
    return <form data-forms data-draft action={action} method="post">
      <label>Message <textarea name="message" value={message} onChange={(e) => setMessage(e.target.value)} /></label>
      <label>Friend <input type="checkbox" name="friend" checked={isFriend} onChange={(e) => setFriend(e.target.checked)} /></label>
      <output>{message.length}</output>
      <button>Send</button>
    </form>;
  }
  function App({ action }) {
    const [isForm, setForm] = useState(false);
    return <>
      <button onClick={() => setForm(true)}>To the form</button>
      <button onClick={() => setForm(false)}>Elsewhere</button>
      {isForm && <Contact action={action} />}
    </>;
  }
  createRoot(document.querySelector('main')).render(<App action={globalThis.action} />);`;

const packageFile = (path: string) => readFileSync(new URL(`../../../node_modules/${path}`, import.meta.url), 'utf8');

function reactScript(): string {
  const { outputFiles } = buildSync({
    stdin: { contents: REACT, resolveDir: import.meta.dirname, loader: 'jsx' },
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

describe('a form with a draft that is added to the page by', () => {
  let { otherSite, key, page } = {} as OnOtherSite;
  let endpointId: string;
  let action: string;

  onOtherSite(async (own) => {
    ({ otherSite, key, page } = own);
    endpointId = (await newEndpoint(key)).id;
    action = `${outputs().apiUrl}/v1/f/${endpointId}`;
  });

  const pageOf = (head: string, body: string) => `<!doctype html><html lang="en"><head><title>Other site</title>
    <script src="${outputs().siteUrl}/forms.js" defer></script>${head}</head><body>${body}</body></html>`;
  const form = () => `<form data-forms data-draft action="${action}" method="post">
    <label>Message <textarea name="message"></textarea></label>
    <label>Friend <input type="checkbox" name="friend"></label><button>Send</button></form>`;

  const SITES: Record<string, () => Record<string, string>> = {
    React: () => ({
      'index.html': pageOf(
        '',
        `<main></main><script>action = '${action}'</script><script type="module" src="app.js"></script>`,
      ),
      'app.js': reactScript(),
    }),
    htmx: () => ({
      'index.html': pageOf(
        '<script src="htmx.js"></script>',
        `<button hx-get="form.html" hx-target="main">To the form</button>
        <button hx-get="elsewhere.html" hx-target="main">Elsewhere</button><main></main>`,
      ),
      'form.html': form(),
      'elsewhere.html': '<p>Elsewhere</p>',
      'htmx.js': packageFile('htmx.org/dist/htmx.min.js'),
    }),
    Turbo: () => {
      const links = `<a href="form.html" role="button">To the form</a> <a href="index.html" role="button">Elsewhere</a>`;
      // A preview is a page of its own: Turbo replaces it, with what was typed, when the real one arrives.
      const head = '<meta name="turbo-cache-control" content="no-preview"><script src="turbo.js" defer></script>';
      return {
        'index.html': pageOf(head, links),
        'form.html': pageOf(head, links + form()),
        'turbo.js': packageFile('@hotwired/turbo/dist/turbo.es2017-umd.js'),
      };
    },
  };

  const go = async (name: string) => {
    await page.getByRole('button', { name }).click();
    await page.getByLabel('Message').waitFor({ state: name === 'Elsewhere' ? 'detached' : 'attached' });
  };

  test.each(Object.keys(SITES))('%s is filled in at its first focus, and sent once', async (name) => {
    for (const [path, text] of Object.entries(SITES[name]?.() ?? {})) otherSite.files.set(path, text);
    await page.goto(`${otherSite.url}/index.html`);
    await go('To the form');
    await page.getByLabel('Message').fill(TYPED);
    await page.getByLabel('Friend').check();
    await go('Elsewhere');
    await go('To the form');
    await page.getByLabel('Message').press('End');
    expect(await page.getByLabel('Message').inputValue()).toBe(TYPED);
    await page.getByLabel('Message').press('!');
    await page.reload();
    if (name !== 'Turbo') await go('To the form');
    await page.getByLabel('Message').focus();
    expect(await page.getByLabel('Message').inputValue()).toBe(`${TYPED}!`);
    expect(await page.getByLabel('Friend').isChecked()).toBe(true);
    if (name === 'React') expect(await page.locator('output').textContent()).toBe(`${TYPED.length + 1}`);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('status').filter({ hasText: SENT }).waitFor();
    expect(await dataOf(key, endpointId)).toEqual([{ message: `${TYPED}!`, friend: 'on' }]);
    expect(await page.evaluate('Object.keys(localStorage)')).toEqual([]);
  });
});
