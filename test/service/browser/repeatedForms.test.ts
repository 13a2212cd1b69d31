import { describe, expect, test } from '@jest/globals';
import type { Page, Request, Route } from 'playwright-core';
import { ulidIn } from '../../../shared/contract/ids.ts';
import { DRAFT_DAYS, IDEMPOTENCY_KEY_HOURS } from '../../../shared/contract/limits.ts';
import { type OnOtherSite, onOtherSite, pageWith } from '../../support/browser/otherSite.ts';
import { untilLoaded } from '../../support/browser/tabs.ts';
import { eventually, newEndpoint, outputs } from '../../support/cloud/service.ts';
import { dataOf, submissionsOf } from '../../support/cloud/submissions.ts';
import { deferred } from '../../support/simulator/deferred.ts';
import { filledIn } from '../../support/site/guideExamples.ts';

const SENT = 'Thank you. Your message has been sent.';
const MESSAGE = 'What I typed';
const FIELDS = '<label>Message <textarea name="message"></textarea></label>';

let { otherSite, key, page } = {} as OnOtherSite;
let endpointId: string;
let posts: Request[];

const action = () => `${outputs().apiUrl}/v1/f/${endpointId}`;
const stored = () => dataOf(key, endpointId);
const sendButton = (shown = page) => shown.getByRole('button', { name: 'Send' });
const untilThanked = (shown = page) => shown.waitForURL(`${outputs().siteUrl}/thank-you`);

const begin = async (own: OnOtherSite): Promise<void> => {
  ({ otherSite, key, page } = own);
  endpointId = (await newEndpoint(key, { duplicates: 'merge' })).id;
  posts = [];
  page.on('request', (request) => request.method() === 'POST' && posts.push(request));
};

async function openIn(shown: Page, { head = '', form = '', fields = FIELDS } = {}): Promise<void> {
  const content = `${fields}<button>Send</button><p role="status"></p>`;
  const markup = `<form method="post" action="${action()}" ${form}>${content}</form>`;
  otherSite.files.set('form.html', pageWith(markup).replace('<title>', `${head}<title>`));
  await shown.goto(`${otherSite.url}/form.html`);
}

/** The service stores the form, but its response does not arrive. Chromium may lose the next request if the route goes. */
async function loseResponse(then: (route: Route) => Promise<unknown>): Promise<void> {
  let isLost = false;
  await page.route(action(), async (route) => {
    if (isLost) return await route.fallback();
    isLost = true;
    await route.fetch();
    await then(route);
  });
}

describe('a form without a script, to an endpoint that merges duplicates', () => {
  onOtherSite(begin, { javaScriptEnabled: false });

  test('is stored once when sent again after going back', async () => {
    await openIn(page);
    await page.getByLabel('Message').fill(MESSAGE);
    for (let time = 1; time <= 2; time++) {
      await untilLoaded(page, () => sendButton().click());
      await untilThanked();
      await page.goBack();
    }
    expect(posts).toHaveLength(2);
    expect(await stored()).toEqual([{ message: MESSAGE }]);
  });
});

describe('a form with forms.js', () => {
  onOtherSite(begin);

  const script = () => `<script src="${outputs().siteUrl}/forms.js" defer></script>`;
  const open = ({ head = '', form = '', fields = FIELDS } = {}) =>
    openIn(page, { head: head + script(), form: `data-forms ${form}`, fields });
  const type = (text = MESSAGE, shown = page) => shown.getByLabel('Message').fill(text);
  const openAndType = async (shown: Parameters<typeof open>[0] = {}) => {
    await open(shown);
    await type();
  };
  const untilSaid = (text: string, shown = page) => shown.getByRole('status').filter({ hasText: text }).waitFor();
  const press = async (said = SENT, shown = page) => {
    await sendButton(shown).click();
    await untilSaid(said, shown);
  };
  const handOver = async () => {
    await sendButton().click();
    await untilThanked();
  };
  /** The message that the form has when its page is opened again. */
  const restored = async (reopen: () => Promise<unknown> = () => page.reload()) => {
    await reopen();
    return await page.getByLabel('Message').inputValue();
  };
  const reopen = () => page.goto(`${otherSite.url}/form.html`);
  const idOf = (request?: Request) => /name="_id"\r\n\r\n(\w+)/.exec(request?.postData() ?? '')?.[1] ?? '';
  const drafts = (): Promise<string[]> => page.evaluate('Object.values(localStorage)');
  const ageDrafts = (days: number) =>
    page.evaluate(`for (const key in localStorage) if (key.startsWith('forms-')) {
      localStorage[key] = (localStorage[key].slice(0, 13) - ${days} * 86_400_000) + localStorage[key].slice(13);
    }`);

  const cutConnection = () =>
    loseResponse(async (route) => {
      await page.context().setOffline(true);
      await route.abort('internetdisconnected');
    });

  test('posts a double click once, with a ULID that is kept out of the data', async () => {
    await openAndType();
    await sendButton().dblclick();
    await untilSaid(SENT);
    expect(posts).toHaveLength(1);
    const id = idOf(posts[0]);
    expect(ulidIn(id)).toBe(id);
    expect(await stored()).toEqual([{ message: MESSAGE }]);
  });

  test('gets a new id after each time it is stored', async () => {
    await open();
    for (const text of [MESSAGE, MESSAGE]) {
      await type(text);
      await press();
      await page.evaluate(`document.querySelector('[role=status]').textContent = ''`);
    }
    expect(new Set(posts.map(idOf)).size).toBe(2);
    expect(await stored()).toEqual([{ message: MESSAGE }, { message: MESSAGE }]);
  });

  test('keeps an _id set by the page', async () => {
    await openAndType({ fields: `${FIELDS}<input name="_id" value="42">` });
    await press();
    expect(await stored()).toEqual([{ message: MESSAGE, _id: '42' }]);
  });

  test('is sent again after a lost connection is restored, and stored once', async () => {
    await openAndType();
    await cutConnection();
    await press('Waiting for a connection');
    await page.context().setOffline(false);
    await untilSaid(SENT);
    expect(posts).toHaveLength(2);
    expect(idOf(posts[1])).toBe(idOf(posts[0]));
    expect(await stored()).toEqual([{ message: MESSAGE }]);
  });

  async function openExample(shown: Page): Promise<void> {
    const { apiUrl, siteUrl } = outputs();
    const values = { 'https://YOUR-API': apiUrl, 'https://YOUR-SITE': siteUrl, 'YOUR-ENDPOINT-ID': endpointId };
    otherSite.files.set('form.html', pageWith(filledIn('draft.html', values)));
    await shown.goto(`${otherSite.url}/form.html`);
  }

  test('from the guide restores its draft in a reopened tab, and is stored once', async () => {
    await openExample(page);
    await type();
    await cutConnection();
    await press('Waiting for a connection');
    const again = await page.context().newPage();
    again.on('request', (request) => request.method() === 'POST' && posts.push(request));
    await page.goto('about:blank');
    await page.context().setOffline(false);
    await openExample(again);
    expect(await again.getByLabel('Message').inputValue()).toBe(MESSAGE);
    await press(SENT, again);
    expect(idOf(posts[1])).toBe(idOf(posts[0]));
    expect(await stored()).toEqual([{ message: MESSAGE }]);
    await reopen();
    expect(await drafts()).toEqual([]);
  });

  describe('after a lost response', () => {
    const HIDDEN = '<input type="hidden" name="step" value="1">';
    const change = (step: string) => page.evaluate(`document.querySelector('[name=step]').value = '${step}'`);

    async function lose(): Promise<void> {
      await open({ fields: FIELDS + HIDDEN });
      // The service has answered this page before, so nothing blocks requests to it.
      await page.route(action(), (route) => route.fulfill({ status: 400, json: {} }), { times: 1 });
      await type();
      await press('Your message was not sent.');
      await loseResponse((route) => route.abort());
      await press('Are you online?');
    }

    test('is stored once if it is sent again', async () => {
      await lose();
      await press();
      expect(await stored()).toEqual([{ message: MESSAGE, step: '1' }]);
    });

    test.each<[string, () => Promise<unknown>, object]>([
      ['it was edited', () => type('Edited'), { message: 'Edited', step: '1' }],
      ['a script has changed it', () => change('2'), { message: MESSAGE, step: '2' }],
    ])('is stored again once %s', async (_what, edit, edited) => {
      await lose();
      await edit();
      await press();
      expect(await stored()).toEqual([edited, { message: MESSAGE, step: '1' }]);
    });
  });

  const POLICY = `<meta http-equiv="Content-Security-Policy" content="connect-src 'none'">`;
  const block = (route: Route) =>
    route.request().resourceType() === 'fetch' ? route.abort('blockedbyclient') : route.fallback();

  test.each<[what: string, head: string, prepare: () => Promise<unknown>]>([
    ['the page’s policy stops', POLICY, async () => undefined],
    ['a blocker stops', '', () => page.route(`${outputs().apiUrl}/**`, block)],
    ['is stored before a blocker stops its response', '', () => loseResponse((route) => route.abort())],
  ])('that %s is sent by the browser under the same id', async (_what, head, prepare) => {
    await prepare();
    await openAndType({ head });
    await handOver();
    expect(await stored()).toEqual([{ message: MESSAGE }]);
    expect(new Set(posts.map(idOf)).size).toBe(1);
  });

  test('with two copies of the script is submitted by the browser once', async () => {
    await openAndType({ head: POLICY + script() });
    let requests = 0;
    page.on('request', () => requests++);
    await handOver();
    // The connection check, the form, and the page after it with its two files.
    expect(requests).toBeLessThan(8);
    expect(await stored()).toEqual([{ message: MESSAGE }]);
  });

  test('with a draft keeps it for a day when the browser sends the form, and is stored once if sent again', async () => {
    await page.route(`${outputs().apiUrl}/**`, block);
    await openAndType({ form: 'data-draft' });
    await handOver();
    expect(await restored(reopen)).toBe(MESSAGE);
    await handOver();
    expect(await stored()).toEqual([{ message: MESSAGE }]);
    await reopen();
    await ageDrafts(IDEMPOTENCY_KEY_HOURS / 24);
    await page.reload();
    expect(await drafts()).toEqual([]);
  });

  test('keeps its draft while the service is out of reach', async () => {
    await openAndType({ form: 'data-draft autocomplete="off"' });
    await page.route(`${outputs().apiUrl}/**`, (route) => route.abort('connectionrefused'));
    const isUnreachable = page.waitForEvent('requestfailed', (request) => request.isNavigationRequest());
    await sendButton().click();
    await isUnreachable;
    await page.unroute(`${outputs().apiUrl}/**`);
    expect(await restored(reopen)).toBe(MESSAGE);
    await press();
    expect(await stored()).toEqual([{ message: MESSAGE }]);
    expect(await drafts()).toEqual([]);
  });

  test('says so if the page’s policy also blocks the browser from sending it', async () => {
    const both = POLICY.replace('connect-src', `form-action 'self'; connect-src`);
    await openAndType({ head: both, form: 'data-draft' });
    // Playwright would wait for the next page.
    const said = () => page.evaluate<string>(`document.querySelector('[role=status]').textContent`);
    await page.evaluate(`document.querySelector('button').click()`);
    await eventually(said, (text) => text.includes('Are you online?'));
    expect(await drafts()).toHaveLength(1);
  });

  test.each([
    ['as it is submitted', `document.forms[0].onsubmit = () => { document.querySelector('button').disabled = true; }`],
    [
      'in all forms',
      `document.addEventListener('submit', ({ submitter }) => { submitter.disabled = true; }, { capture: true })`,
    ],
  ])('re-enables a button that the page disables %s, after an error', async (_how, disable) => {
    await open();
    await page.evaluate(disable);
    await page.route(action(), (route) => route.fulfill({ status: 400, json: {} }), { times: 1 });
    await type();
    await press('Your message was not sent.');
    await press();
    expect(await stored()).toEqual([{ message: MESSAGE }]);
    expect(await sendButton().isDisabled()).toBe(true);
  });

  test('keeps input typed while it is sent', async () => {
    await open({ form: 'data-draft', fields: `${FIELDS}<label>Name <input name="name"></label>` });
    const isSent = deferred<void>();
    await page.route(action(), async (route) => {
      await isSent.promise;
      await route.continue();
    });
    await type();
    await page.getByLabel('Name').fill('Ada');
    await press('Sending');
    await type('Another one');
    isSent.resolve();
    await untilSaid(SENT);
    expect(await stored()).toEqual([{ message: MESSAGE, name: 'Ada' }]);
    expect(await page.getByLabel('Message').inputValue()).toBe('Another one');
    expect(await page.getByLabel('Name').inputValue()).toBe('');
    expect((await drafts()).join()).toContain('Another one');
  });

  test('is sent by the browser, with its button and files, if a blocker stops the script', async () => {
    endpointId = (await newEndpoint(key, { files: { maxCount: 1, maxBytes: 1_000, types: ['text/plain'] } })).id;
    await page.route(`${outputs().apiUrl}/**`, block);
    await openAndType({
      fields: `${FIELDS}<input type="file" name="file"><button name="plan" value="a">Choose</button>`,
    });
    await page
      .locator('[type=file]')
      .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
    await page.getByRole('button', { name: 'Choose', exact: true }).click();
    await untilThanked();
    expect(await submissionsOf(key, endpointId)).toMatchObject([
      { data: { message: MESSAGE, plan: 'a' }, files: [{ name: 'a.txt' }] },
    ]);
  });

  const EVERY_FIELD = `${FIELDS}<input name="name" value="default"><input name="friend"><input name="friend">
    <select name="room"><option>Blue<option>Green</select><select name="days" multiple><option>Mo<option>Tu<option>We</select>
    <label><input type="radio" name="plan" value="free" checked>Free</label><label><input type="radio" name="plan" value="paid">Paid</label>
    <label><input type="checkbox" name="terms">Terms</label><fieldset name="more"></fieldset>`;
  const NEVER_KEPT = `<input type="password" name="a"><input type="text" name="password"><input name="b" autocomplete="cc-number">
    <input name="c"><input name="c"><input name="card_number"><input name="d" autocomplete="one-time-code"><input name="otp">
    <input type="hidden" name="e" value="hidden-1">`;

  test('with data-draft restores texts and choices', async () => {
    const values = () => page.evaluate('[...new FormData(document.forms[0])].map(String)');
    await open({ form: 'data-draft', fields: EVERY_FIELD });
    await page.locator('[name=friend]').nth(1).fill('Second');
    await page.getByLabel('Paid').check();
    await page.getByLabel('Terms').check();
    await page.locator('[name=days]').selectOption(['Mo', 'We']);
    await page.locator('[name=room]').selectOption('Green');
    await type('Line 1\nLine 2');
    const typed = await values();
    expect(typed).toEqual(expect.arrayContaining(['days,We', 'room,Green', 'plan,paid', 'terms,on', 'friend,Second']));
    otherSite.files.set(
      'events.js',
      `addEventListener('change', ({ target }) => (globalThis.changed ??= []).push(target.name))`,
    );
    await open({ form: 'data-draft', fields: EVERY_FIELD, head: '<script src="events.js"></script>' });
    expect(await values()).toEqual(typed);
    expect(await page.evaluate('changed')).toEqual(['message', 'friend', 'room', 'days', 'plan', 'terms']);
    await page.evaluate('document.forms[0].reset()');
    expect(await drafts()).toEqual([]);
  });

  test.each([
    ['a telephone number', '0049 151 2345 6789', '0049 151 2345 6789'],
    ['a card number', '4111 1111 1111 1111', ''],
  ])('restores fields with the same name in order after %s', async (_what, typed, restored) => {
    const fields = `${FIELDS}<input name="guest"><input name="guest">`;
    const guests = page.locator('[name=guest]');
    await open({ form: 'data-draft', fields });
    await guests.nth(0).fill(typed);
    await guests.nth(1).fill('Bob');
    await page.reload();
    expect([await guests.nth(0).inputValue(), await guests.nth(1).inputValue()]).toEqual([restored, 'Bob']);
  });

  test.each([
    ['a form without data-draft', ''],
    ['passwords, cards, codes and hidden fields', 'data-draft'],
  ])('does not keep %s', async (_what, form) => {
    await open({ form, fields: FIELDS + NEVER_KEPT });
    for (const name of ['a', 'password', 'b', 'card_number', 'd', 'otp']) {
      await page.locator(`[name=${name}]`).fill('Secret');
    }
    for (const [place, card] of ['4111 1111 1111 1111', '4111.1111.1111.1111'].entries()) {
      await page.locator('[name=c]').nth(place).fill(card);
    }
    await type();
    const [draft = ''] = await drafts();
    expect(draft.includes(MESSAGE)).toBe(form !== '');
    expect(draft).not.toMatch(/4111|Secret|hidden-1/);
  });

  test('keeps a draft for a week, and removes drafts of other forms after it', async () => {
    await openAndType({ form: 'data-draft' });
    await page.evaluate(`localStorage.other = 'kept'`);
    await ageDrafts(DRAFT_DAYS - 0.01);
    expect(await restored()).toBe(MESSAGE);
    await ageDrafts(0.02);
    await open({ form: 'data-draft="another"' });
    expect(await page.getByLabel('Message').inputValue()).toBe('');
    expect(await drafts()).toEqual(['kept']);
  });

  test('keeps its draft when a script of the page stops a reset', async () => {
    await openAndType({ form: 'data-draft' });
    await page.evaluate(`document.addEventListener('reset', (event) => event.preventDefault());
      document.forms[0].reset()`);
    expect(await drafts()).toHaveLength(1);
  });

  test('keeps the previous draft if there is no space for the next', async () => {
    await openAndType({ form: 'data-draft' });
    await page.evaluate(`{
      let size = 2 ** 22;
      while (size >= 1) {
        try { localStorage[Math.random()] = 'x'.repeat(size) } catch {}
        size /= 2;
      }
    }`);
    await type('x'.repeat(100));
    expect(await restored()).toBe(MESSAGE);
  });

  test('restores its draft although another form has an invalid URL', async () => {
    await openAndType({ form: 'data-draft' });
    const html = otherSite.files.get('form.html') ?? '';
    otherSite.files.set('form.html', html.replace('<form', '<form data-forms action="https://[broken"></form><form'));
    expect(await restored()).toBe(MESSAGE);
  });

  const CHOICE = `<fieldset><label><input type="radio" name="plan" value="a" required>A</label>
    <label><input type="radio" name="plan" value="b" required>B</label></fieldset>`;

  test('shows one message for a required choice, and none after a reset', async () => {
    await open({ fields: FIELDS + CHOICE });
    await sendButton().click();
    expect((await page.locator('.forms-error').allTextContents()).filter(Boolean)).toHaveLength(1);
    await page.evaluate('document.forms[0].reset()');
    expect((await page.locator('.forms-error').allTextContents()).filter(Boolean)).toEqual([]);
    expect(await page.locator('[aria-invalid]').count()).toBe(0);
  });

  test('focuses the first enabled option of a required choice', async () => {
    await open({ fields: FIELDS + CHOICE.replace('"a"', '"a" disabled') });
    await sendButton().click();
    expect(await page.locator(':focus').getAttribute('value')).toBe('b');
    await page.getByLabel('B').check();
    await press();
  });

  test('tells its page whether it was sent, so the page can show that itself', async () => {
    await open();
    await page.evaluate(`globalThis.told = [];
      for (const name of ['formsent', 'forms:sent', 'formfailed']) addEventListener(name, (event) => {
        told.push([name, event.detail.status ?? event.detail.endpointId]);
        if (name !== 'formsent') event.preventDefault();
      })`);
    await page.route(action(), (route) => route.fulfill({ status: 400, json: { message: 'No.' } }), { times: 1 });
    const told = (count: number) =>
      page.waitForFunction(`told.length === ${count} && !document.querySelector('[aria-busy]')`);
    await sendButton().click();
    await told(1);
    await sendButton().click();
    await told(3);
    expect(await page.evaluate('told')).toEqual([
      ['formfailed', 400],
      ['formsent', endpointId],
      ['forms:sent', endpointId],
    ]);
    expect(await page.getByRole('status').textContent()).toBe('');
  });
});
