import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Request } from 'playwright-core';
import { listen, newServer } from '../../../local/http/ports.ts';
import { LANGUAGES, type Language } from '../../../shared/contract/formLanguages.ts';
import { FORM_TEXTS } from '../../../site/formPages/formTexts.ts';
import { scriptTextsIn } from '../../../site/forms/formScriptTexts.ts';
import { altchaSecretOf, altchaSolution } from '../../support/altcha.ts';
import { type OnOtherSite, onOtherSite, pageWith } from '../../support/browser/otherSite.ts';
import { setLanguage } from '../../support/browser/tabs.ts';
import { newEndpoint, outputs } from '../../support/cloud/service.ts';
import { dataOf, submissionsOf } from '../../support/cloud/submissions.ts';
import { pngFile } from '../../support/samples/sampleFiles.ts';

const SENT = 'Thank you. Your message has been sent.';
const FILES = { maxCount: 10, maxBytes: 1_000_000, types: ['image/*'] };
/** A submission's limit is 200 fields. */
const NAMES_PER_FORM = 150;

describe('a form with forms.js, on a page of another origin', () => {
  let { page, otherSite, key } = {} as OnOtherSite;
  let endpointId: string;
  let posts: Request[];

  onOtherSite(async (own) => {
    ({ page, otherSite, key } = own);
    endpointId = (await newEndpoint(key, { files: FILES })).id;
    posts = [];
    page.on('request', (request) => request.method() === 'POST' && posts.push(request));
  });

  const action = () => `${outputs().apiUrl}/v1/f/${endpointId}`;
  const stored = () => dataOf(key, endpointId);
  const script = () => `<script src="${outputs().siteUrl}/forms.js" defer></script>`;

  /** Opens a page with a form whose status and button have an id. */
  async function open(fields: string, { at = action(), form = '', more = '' } = {}): Promise<void> {
    const content = `${fields}<button id="send">Send</button><p role="status" id="status"></p>`;
    await openMarkup(`<form id="form" method="post" data-forms action="${at}" ${form}>${content}</form>${more}`);
  }
  async function openMarkup(markup: string): Promise<void> {
    otherSite.files.set('form.html', pageWith(script() + markup));
    await page.goto(`${otherSite.url}/form.html`);
  }

  // Playwright's locators read members of forms that these tests hide.
  const FIND = `globalThis.find = (selector) => Document.prototype.querySelector.call(document, selector);`;
  const press = (selector = '#send') => page.evaluate(`${FIND} find('${selector}').click()`);
  const untilSaid = (text: string) =>
    page.waitForFunction(`${FIND} find('[role=status]').textContent.includes(${JSON.stringify(text)})`);
  const sendUntil = async (said = SENT, selector = '#send') => {
    await press(selector);
    await untilSaid(said);
  };
  const chooseFile = ({ name, buffer } = pngFile('picture.png')) =>
    page.evaluate(`${FIND} {
      const chosen = new DataTransfer();
      chosen.items.add(new File([Uint8Array.from(${JSON.stringify([...buffer])})], '${name}', { type: 'image/png' }));
      find('[type=file]').files = chosen.files;
    }`);
  const failOnce = (url: string) => page.route(url, (route) => route.abort(), { times: 1 });
  const membersOf = (prototype: string): Promise<string[]> =>
    page.evaluate(`(() => {
      const names = new Set();
      for (let object = ${prototype}; object; object = Object.getPrototypeOf(object)) {
        for (const name of Object.getOwnPropertyNames(object)) names.add(name);
      }
      return [...names];
    })()`);

  describe('with fields named like members of HTMLFormElement', () => {
    let names: string[];
    beforeEach(async () => {
      names = await membersOf('HTMLFormElement.prototype');
      expect(names.length).toBeGreaterThan(300);
    });

    const chunks = () =>
      Array.from({ length: Math.ceil(names.length / NAMES_PER_FORM) }, (_, i) =>
        names.slice(i * NAMES_PER_FORM, (i + 1) * NAMES_PER_FORM),
      );
    const inputs = (some: string[]) => some.map((name) => `<input name="${name}" value="1">`).join('');
    const dataFor = (some: string[]) => Object.fromEntries(some.map((name) => [name, '1']));

    test('is sent with a captcha and a file after a failed upload, says so, and resets the captcha', async () => {
      endpointId = (await newEndpoint(key, { files: FILES, captcha: { provider: 'altcha' } })).id;
      const secret = await altchaSecretOf(outputs(), endpointId);
      for (const some of chunks()) {
        const answer = await altchaSolution(secret);
        const widget = `<input type="hidden" name="altcha" value='${answer}'><b class="cf-turnstile"></b>`;
        await open(`${inputs(some)}${widget}<input type="file" name="a file">`);
        await page.evaluate('globalThis.turnstile = { render() {}, reset() { globalThis.resets = 1 } }');
        await chooseFile();
        await failOnce(`${outputs().s3Endpoint}/**`);
        await sendUntil('Are you online?');
        await sendUntil(SENT, '.forms-file button');
        expect(await page.evaluate('resets')).toBe(1);
        const [latest] = await submissionsOf(key, endpointId);
        expect(latest).toMatchObject({ data: dataFor(some), files: [{ name: 'picture.png' }], isSpam: false });
      }
    });

    test('shows the service’s messages next to its fields', async () => {
      const fields = [{ name: 'code', type: 'number' as const }];
      endpointId = (await newEndpoint(key, { fields })).id;
      for (const some of chunks()) {
        await open(`<input name="code" value="x">${inputs(some)}`);
        await sendUntil('Your message was not sent.');
        await page.waitForFunction(`${FIND} find('[name=code] + .forms-error').textContent`);
        await page.evaluate(`find('[name=code]').value = '7'`);
        await sendUntil();
      }
    });

    test('is sent on a page with images that hide the members of the document', async () => {
      const members = await membersOf('HTMLDocument.prototype');
      await open('<input name="a" value="1"><input type="file" name="a file">', {
        more: members.map((name) => `<img name="${name}" alt="">`).join(''),
      });
      await chooseFile();
      await sendUntil();
      expect(await submissionsOf(key, endpointId)).toMatchObject([{ data: { a: '1' }, files: [{ field: 'a file' }] }]);
    });
  });

  test('includes fields outside of the form, and goes to the page that one of them names', async () => {
    otherSite.files.set('thanks.html', pageWith('Thanks'));
    await open('<input name="a" value="1">', {
      more: `<input form="form" name="b" value="2"><input form="form" name="_next" value="${otherSite.url}/thanks.html">
        <input form="form" type="file" name="c">`,
    });
    await chooseFile();
    await press();
    await page.waitForURL(`${otherSite.url}/thanks.html`);
    expect(await submissionsOf(key, endpointId)).toMatchObject([{ data: { a: '1', b: '2' }, files: [{ field: 'c' }] }]);
  });

  describe('and a button', () => {
    test('with formaction: is sent there with its files', async () => {
      const other = (await newEndpoint(key, { files: FILES })).id;
      await open(`<input name="a" value="1"><input type="file" name="b">
        <button id="other" formaction="${outputs().apiUrl}/v1/f/${other}#es">Other</button>`);
      await chooseFile();
      await sendUntil('Gracias', '#other');
      expect(await stored()).toEqual([]);
      expect(await submissionsOf(key, other)).toMatchObject([{ data: { a: '1' }, files: [{ field: 'b' }] }]);
    });

    test('with a name and a value: sends both', async () => {
      await open('<input name="a" value="1"><button id="save" name="action" value="save">Save</button>');
      await sendUntil(SENT, '#save');
      expect(await stored()).toEqual([{ a: '1', action: 'save' }]);
    });

    test('that is an image: sends the position of the click', async () => {
      await open('<input type="image" id="image" name="spot" alt="Send" width="40" height="40">');
      await page.locator('#image').click({ position: { x: 7, y: 9 } });
      await untilSaid(SENT);
      expect(await stored()).toEqual([{ 'spot.x': '7', 'spot.y': '9' }]);
    });

    test('with formnovalidate: is sent with an empty required field', async () => {
      await open('<input name="a" required><button id="draft" formnovalidate>Draft</button>');
      await sendUntil(SENT, '#draft');
      expect(await stored()).toEqual([{ a: '' }]);
    });

    test('with formmethod="get": is left to the browser', async () => {
      otherSite.files.set('search.html?a=1', pageWith('Found'));
      await open(
        `<input name="a" value="1"><button id="search" formmethod="get" formaction="search.html">Search</button>`,
      );
      await press('#search');
      await page.waitForURL(`${otherSite.url}/search.html?a=1`);
      expect(posts).toEqual([]);
    });

    test('with formmethod="dialog": closes its dialog', async () => {
      const fields =
        '<input name="a"><button id="send">Send</button><button id="close" formmethod="dialog">Close</button>';
      await openMarkup(
        `<dialog open><form method="post" data-forms action="${action()}">${fields}<p role="status"></p></form></dialog>`,
      );
      await press('#close');
      await page.waitForFunction('!document.querySelector("dialog").open');
      expect(posts).toEqual([]);
    });

    test('with formtarget: is left to the browser', async () => {
      await open('<input name="a" value="1"><button id="tab" formtarget="_blank">Send in a new tab</button>');
      const [tab] = await Promise.all([page.waitForEvent('popup'), press('#tab')]);
      await tab.waitForURL(`${outputs().siteUrl}/thank-you`);
      expect(await stored()).toEqual([{ a: '1' }]);
    });

    test('with formenctype: is sent with it', async () => {
      const types = ['application/x-www-form-urlencoded', 'multipart/form-data'];
      for (const type of types) {
        await open(`<input name="a" value="1"><button id="other" formenctype="${type}">Send</button>`);
        await press('#other');
        await page.getByText('Thank you').first().waitFor();
        expect(await posts.at(-1)?.headerValue('content-type')).toMatch(type);
      }
      expect(await stored()).toEqual([{ a: '1' }, { a: '1' }]);
    });

    test('that a script of the page removes: is sent without it', async () => {
      await open('<input name="a" value="1"><input type="file" name="b">');
      await chooseFile();
      await page.evaluate(`find('#form').addEventListener('submit', () => find('#send').remove(), { capture: true })`);
      await failOnce(`${outputs().s3Endpoint}/**`);
      await sendUntil('Are you online?');
      await sendUntil(SENT, '.forms-file button');
      expect(await stored()).toEqual([{ a: '1' }]);
    });
  });

  describe('never reports a failure once it is stored', () => {
    test.each(['https://[', 'javascript:void 0', 'mailto:ada@example.com', '#sent'])('with _next=%s', async (next) => {
      await open(`<input name="a" value="1"><input type="hidden" name="_next" value="${next}">`);
      for (const count of [1, 2]) {
        await sendUntil();
        expect(await stored()).toHaveLength(count);
        await page.evaluate(`find('[role=status]').textContent = ''`);
      }
    });

    test.each<[what: string, body: string | undefined]>([
      ['is no JSON', '<p>Stored'],
      ['is JSON of another form', 'null'],
    ])('when the response %s', async (_what, body) => {
      await open('<input name="a" value="1">');
      await page.route(action(), async (route) => route.fulfill({ response: await route.fetch(), body }));
      await sendUntil();
      expect(await stored()).toEqual([{ a: '1' }]);
    });

    test.each<[what: string, code: string]>([
      ['a handler of forms:sent throws', 'addEventListener("forms:sent", () => { throw new Error("broken"); })'],
      ['a handler of forms:sent removes the form', 'addEventListener("forms:sent", ({ target }) => target.remove())'],
      ['a handler of reset throws', 'addEventListener("reset", () => { throw new Error("broken"); })'],
      ['the captcha’s script fails', 'globalThis.turnstile = { render() {}, reset() { throw new Error("broken"); } }'],
      ['an element has the id of the captcha’s script', 'document.querySelector(".cf-turnstile").id = "turnstile"'],
    ])('when %s', async (_what, code) => {
      await open('<input name="a" value="1"><b class="cf-turnstile"></b>');
      await page.evaluate(`globalThis.statusElement = document.querySelector('[role=status]'); ${code}`);
      await press();
      await page.waitForFunction(`statusElement.textContent === ${JSON.stringify(SENT)}`);
      expect(await stored()).toEqual([{ a: '1' }]);
    });
  });

  test('can be sent again after its page cancelled forms:sent', async () => {
    await open('<input name="a" value="1"><input type="file" name="b"><b class="cf-turnstile"></b>');
    await chooseFile();
    await page.evaluate(`addEventListener('forms:sent', (event) => event.preventDefault());
      globalThis.resets = 0;
      globalThis.turnstile = { render() {}, reset() { globalThis.resets++ } };`);
    for (const count of [1, 2]) {
      await press();
      await page.waitForFunction(`resets === ${count} && !document.querySelector('[aria-busy]')`);
      expect(await page.locator('.forms-file').count()).toBe(0);
      const submissions = await submissionsOf(key, endpointId);
      expect(submissions).toHaveLength(count);
      expect(submissions[0]).toMatchObject({ data: { a: '1' }, files: [{ name: 'picture.png' }] });
    }
  });

  describe('is sent with its files to a URL', () => {
    const fields = '<input name="a" value="1"><input type="file" name="b">';
    async function expectSent(said: string, end: string): Promise<void> {
      await chooseFile();
      await sendUntil(said);
      expect(await submissionsOf(key, endpointId)).toMatchObject([{ data: { a: '1' }, files: [{ field: 'b' }] }]);
      const paths = posts.map((request) => request.url().slice(outputs().apiUrl.length));
      expect(paths).toEqual([`/v1/f/${endpointId}/uploads${end.replace('/', '')}`, `/v1/f/${endpointId}${end}`]);
    }

    test.each<[what: string, at: (url: string) => string, said: string, end: string]>([
      ['with the language as suffix', (url) => `${url}#de`, 'Vielen Dank.', ''],
      ['with a query and a suffix', (url) => `${url}?from=page#de`, 'Vielen Dank.', '?from=page'],
      ['with a slash at the end', (url) => `${url}/#de`, 'Vielen Dank.', '/'],
      ['with a user name', (url) => url.replace('//', '//user:secret@'), SENT, ''],
      ['without its scheme', (url) => url.replace('http:', ''), SENT, ''],
    ])('%s', async (_what, at, said, end) => {
      await open(fields, { at: at(action()) });
      await expectSent(said, end);
    });

    test('relative to the page’s base', async () => {
      const form = `<form method="post" data-forms action="${endpointId}#de">${fields}<button id="send">Send</button></form>`;
      await openMarkup(`<base href="${outputs().apiUrl}/v1/f/x?y#z">${form}`);
      await expectSent('Vielen Dank.', '');
    });
  });

  describe('speaks', () => {
    const fields = '<input name="a" value="1"><input name="lang" value="xx">';
    const untilThanked = async (language: Language) => {
      await sendUntil(scriptTextsIn(language).sent);
    };

    test.each(Object.keys(LANGUAGES) as Language[])('%s, as the form’s page says', async (language) => {
      await open(fields, { form: `lang="${language.toUpperCase()}-x-region"` });
      await untilThanked(language);
    });

    test('the language of the closest element, and has the service’s messages in it', async () => {
      endpointId = (await newEndpoint(key, { fields: [{ name: 'a', type: 'number' as const, max: 0 }] })).id;
      await open(fields);
      await page.evaluate(`document.body.lang = 'fr'`);
      await sendUntil(scriptTextsIn('fr').failed);
      expect(await page.locator('.forms-error').textContent()).toBe('Saisissez 0 ou moins.');
    });

    test('the language of its URL rather than of its page', async () => {
      await open(fields, { at: `${action()}#ja`, form: 'lang="es"' });
      await untilThanked('ja');
    });

    test.each<[what: string, markup: string, language: Language]>([
      ['names none', '<html>', 'pt'],
      ['names another', '<html lang="fi">', 'pt'],
      ['names one by name only', '<html lang="constructor">', 'pt'],
    ])('the browser’s first known language where the page %s', async (_what, markup, language) => {
      await setLanguage(page, 'fi,pt-BR,ar');
      await open(fields);
      const content = otherSite.files.get('form.html') ?? '';
      otherSite.files.set('form.html', content.replace('<html lang="en">', markup));
      await page.reload();
      await untilThanked(language);
    });

    test.each<[what: string, policy: string, act: () => Promise<unknown>]>([
      ['cannot be loaded', '', () => page.route('**/forms/de.js', (route) => route.abort())],
      ['never load', '', () => page.route('**/forms/de.js', () => undefined)],
      ['are forbidden by the page', `require-trusted-types-for 'script'`, async () => undefined],
    ])('English where a language’s texts %s', async (_what, policy, act) => {
      await act();
      await open(fields);
      const meta = `<head><meta http-equiv="Content-Security-Policy" content="${policy}">`;
      otherSite.files.set('form.html', (otherSite.files.get('form.html') ?? '').replace('<head>', meta));
      await page.reload();
      // Not before: the page's event `load` would wait for the texts.
      await page.evaluate(`document.forms[0].lang = 'de'`);
      await press();
      // Trusted types also forbid `waitForFunction`.
      await page.getByText(SENT).waitFor();
      expect(await stored()).toHaveLength(1);
    });

    test.each([
      ['_gotcha', ''],
      ['_gotcha', 'x'],
    ])('the language of the form about the mail to confirm, also for spam: %s=%s', async (name, value) => {
      const confirmation = { emailField: 'email', subject: 'Confirm', text: 'Please confirm.', verify: true };
      endpointId = (await newEndpoint(key, { confirmation })).id;
      await open(`<input name="email" value="ada@example.com"><input name="${name}" value="${value}">`, {
        form: 'lang="de"',
      });
      await sendUntil(FORM_TEXTS.confirm.de[1] ?? '-');
    });

    test('English if no other language is known', async () => {
      await setLanguage(page, 'fi');
      await open(fields, { form: 'lang="fi"' });
      await untilThanked('en');
    });
  });

  describe('with data that a script of the page changes', () => {
    const collect = (code: string) =>
      page.evaluate(`${FIND} find('#form').addEventListener('formdata', ({ formData }) => { ${code} })`);
    const picture = (name: string) => {
      const bytes = JSON.stringify([...pngFile(name).buffer]);
      return `new File([Uint8Array.from(${bytes})], '${name}', { type: 'image/png' })`;
    };
    const filesStored = async () => (await submissionsOf(key, endpointId)).map(({ files }) => files);

    test('sends an added file, and a replacement of the chosen one', async () => {
      await open('<input name="a" value="1"><input type="file" name="b"><input type="file" name="c">');
      await chooseFile();
      await collect(`formData.set('b', ${picture('smaller.png')}); formData.append('d', ${picture('added.png')})`);
      await sendUntil();
      expect(await filesStored()).toMatchObject([
        [
          { field: 'b', name: 'smaller.png' },
          { field: 'd', name: 'added.png' },
        ],
      ]);
    });
  });

  test.each([
    ['has no messages of its own', 'get form() { return this.internals.form; }', 'x-stars + .forms-error'],
    ['does not tell its form', '', '[role=status]'],
  ])('shows an error of a control that %s', async (_what, member, place) => {
    endpointId = (await newEndpoint(key, { fields: [{ name: 'stars', type: 'number' as const, min: 1 }] })).id;
    await open('<x-stars name="stars"></x-stars>');
    await page.evaluate(`customElements.define('x-stars', class extends HTMLElement {
      static formAssociated = true;
      internals = this.attachInternals();
      ${member}
      get name() { return this.getAttribute('name'); }
      set value(value) { this.internals.setFormValue(value); }
      connectedCallback() { this.value = '0'; }
    })`);
    await press();
    await page.waitForFunction(`find('${place}')?.textContent.includes('1 or more') && !find('[aria-busy]')`);
    await page.evaluate(`find('x-stars').value = '5'`);
    await sendUntil();
    expect(await stored()).toEqual([{ stars: '5' }]);
  });

  test('can be filled in and sent again if its next page is a download', async () => {
    await open('<input name="a" value="1"><input type="hidden" name="_next" value="/brochure">');
    const headers = { 'Content-Disposition': 'attachment' };
    await page.route('**/brochure', (route) => route.fulfill({ headers, body: 'brochure' }));
    const download = page.waitForEvent('download');
    await press();
    await download;
    await press();
    await page.locator('[name=a]').fill('2');
    await press();
    await page.waitForFunction(`!find('[name=a]').value.includes('2')`);
    expect(await stored()).toEqual([{ a: '2' }, { a: '1' }]);
  });

  test('is sent from within an SVG with its own language', async () => {
    await open('<input name="a" value="1">');
    await page.evaluate(`
      document.body.innerHTML = '<svg lang="fr"><foreignObject>' + document.body.innerHTML + '</foreignObject></svg>'`);
    await sendUntil(scriptTextsIn('fr').sent);
  });

  test('is sent without a preflight', async () => {
    const methods: (string | undefined)[] = [];
    const server = newServer((incoming, outgoing) => {
      methods.push(incoming.method);
      outgoing.writeHead(201, { 'Access-Control-Allow-Origin': '*' }).end('{}');
    });
    try {
      await open('<input name="a" value="1">', { at: await listen(server, 0) });
      await sendUntil();
      expect(methods).toEqual(['POST']);
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });

  test('says which file is empty instead of leaving it out', async () => {
    await open('<input name="a" value="1"><input type="file" name="b" multiple>');
    await chooseFile({ ...pngFile('empty.png'), buffer: Buffer.from('') });
    await press();
    await page.getByText('This file is empty: empty.png').waitFor();
    expect(await page.locator('[aria-invalid]').getAttribute('name')).toBe('b');
    expect(await stored()).toEqual([]);
  });

  test('no longer says that it was sent once the browser finds an error in the next', async () => {
    await open('<input name="a" value="1" required>');
    await sendUntil();
    await page.locator('[name=a]').fill('');
    await press();
    await page.locator('.forms-error').waitFor();
    expect(await page.getByRole('status').textContent()).toBe('');
  });

  test('without an action is posted to its page', async () => {
    await openMarkup('<form method="post" data-forms><button id="send">Send</button></form>');
    await press();
    await page.waitForFunction(`document.querySelector('[role=status]').textContent`);
    expect(posts.map((request) => request.url())).toEqual([page.url()]);
  });
});
