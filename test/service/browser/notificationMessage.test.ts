import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { ENDPOINT_DEFAULTS } from '../../../shared/contract/schemas/endpoint.ts';
import type { SubmissionData } from '../../../shared/contract/schemas/submission.ts';
import { composeMessage } from '../../../shared/deliveries/channels/mail/message.ts';
import { labelsOf } from '../../../shared/messages/labels.ts';
import type { StoredEndpoint } from '../../../shared/storage/endpoints.ts';
import { openBrowser } from '../../support/browser.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { awaitMailsTo, newEndpoint, newSubmission, newWorkspace, outputs } from '../../support/service.ts';

const ENDPOINT: StoredEndpoint = {
  id: 'enp_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  workspaceId: 'ws_1',
  slug: 'contact',
  name: 'Contact <b>form</b> & "more"',
  targetEmails: ['you@example.com'],
  ...ENDPOINT_DEFAULTS,
};

const compose = (data: SubmissionData, endpoint = ENDPOINT) =>
  composeMessage(
    endpoint,
    {
      id: 'sub_01ARZ3NDEKTSV4RRFFQ69G5FAV',
      endpointId: endpoint.id,
      data,
      location: 'Spain',
      isSpam: false,
      isRead: false,
    },
    'https://site.example',
  );

const ARABIC = 'مرحبا بالعالم، كيف الحال؟';
const LONG_WORD = 'w'.repeat(400);

const NASTY: SubmissionData = {
  name: '<script>alert("name")</script>',
  '<img src=x onerror=alert(1)>': 'a field whose name is markup',
  markup: '</dd></dl></main><style>body{display:none}</style><iframe src="javascript:alert(2)"></iframe>',
  attribute: '"><svg onload=alert(3)>\' onmouseover=alert(4)',
  link: 'javascript:alert(5) https://example.com/?a=1&b=2',
  entity: '&lt;b&gt; &amp;amp; &#60;script&#62;',
  'header\r\nBcc: everybody@example.com': 'one\r\nBcc: everybody@example.com\r\n\r\nsecond paragraph',
  rightToLeft: ARABIC,
  override: 'invoice\u202egnp.exe',
  emoji: '👩🏽‍🚀🎉 Zoë',
  controls: 'a\u0000b\u0007c\u001b[31md',
  [LONG_WORD]: LONG_WORD,
  list: ['first', 'second', 'third'],
  address: { city: 'Cádiz', lines: ['Calle 1', { deep: [[1, [2, { x: 'very deep' }]], 3] }] },
  items: [{ sku: 'A-1', quantity: 2 }, { sku: 'B-2' }],
  empty: '',
  nothing: null,
  noItems: [],
  noFields: {},
  agreed: true,
  total: 12.5,
  email: 'ada@example.com',
};

const ADDRESS_OUTLINE = `City: Cádiz
Lines:
  - Calle 1
  -
    Deep:
      -
        - 1
        -
          - 2
          -
          X: very deep
      - 3`;

const SHOWN: [string, string][] = [
  ['Name', '<script>alert("name")</script>'],
  ['<img src=x onerror=alert(1)>', 'a field whose name is markup'],
  ['Markup', String(NASTY.markup)],
  ['Attribute', String(NASTY.attribute)],
  ['Link', String(NASTY.link)],
  ['Entity', String(NASTY.entity)],
  ['header Bcc: everybody@example.com', 'one\nBcc: everybody@example.com\n\nsecond paragraph'],
  ['Right to left', ARABIC],
  ['Override', 'invoicegnp.exe'],
  ['Emoji', '👩🏽‍🚀🎉 Zoë'],
  ['Controls', 'abc[31md'],
  [`${LONG_WORD.slice(0, 100)}…`, LONG_WORD],
  ['List', 'first\nsecond\nthird'],
  ['Address', ADDRESS_OUTLINE],
  ['Items', '-\n  Sku: A-1\n  Quantity: 2\n-\n  Sku: B-2'],
  ['Empty', ''],
  ['Nothing', ''],
  ['No items', ''],
  ['No fields', ''],
  ['Agreed', 'true'],
  ['Total', '12.5'],
  ['Email', 'ada@example.com'],
];

function watch(page: Page): string[] {
  const events: string[] = [];
  page.on('dialog', async (dialog) => {
    events.push(`dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on('request', (request) => events.push(`request: ${request.url()}`));
  page.on('console', (message) => events.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => events.push(`error: ${error.message}`));
  return events;
}

async function fieldsShown(page: Page): Promise<[string, string][]> {
  const [names, values] = [
    await page.locator('dl > dt').allTextContents(),
    await page.locator('dl > dd').allTextContents(),
  ];
  expect(values).toHaveLength(names.length);
  return names.map((name, i) => [name, values[i] ?? '']);
}

const overflow = (page: Page): Promise<number> =>
  page
    .locator('html')
    .evaluate((root: { scrollWidth: number; clientWidth: number }) => root.scrollWidth - root.clientWidth);

const computed = (page: Page, selector: string, property: string): Promise<string[]> =>
  page.evaluate(
    `[...document.querySelectorAll('${selector}')].map((element) => getComputedStyle(element)['${property}'])`,
  );

async function contrastOf(page: Page, selector: string, surface: string): Promise<number> {
  const [[text = ''], [below = '']] = [
    await computed(page, selector, 'color'),
    await computed(page, surface, 'backgroundColor'),
  ];
  const [a, b] = [luminance(text), luminance(below)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = (color.match(/\d+/g) ?? []).map((part) => {
    const share = Number(part) / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

const HUGE: [string, SubmissionData][] = [
  ['50 kB in one value', { message: `${'long text '.repeat(4_900)}the end` }],
  ['50 kB in one word', { message: `${'x'.repeat(49_000)}end` }],
  ['200 fields', Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`field ${i}`, `value ${i}`]))],
];

describe('a notification in a real browser', () => {
  const browser = ofSuite(openBrowser);
  let narrow: Page;
  let light: Page;
  let dark: Page;

  beforeAll(async () => {
    narrow = await browser.newPage({ viewport: { width: 360, height: 800 } });
    light = await browser.newPage({ colorScheme: 'light' });
    dark = await browser.newPage({ colorScheme: 'dark' });
  });
  // Scripts of the previous page would keep running in the new content.
  beforeEach(async () => {
    for (const page of [light, dark, narrow]) await page.goto('about:blank');
  });

  test('shows every field as text, in order, and runs and loads nothing', async () => {
    const events = watch(light);
    await light.setContent(compose(NASTY).html, { waitUntil: 'load' });
    expect(await fieldsShown(light)).toEqual(SHOWN);
    expect(await light.locator('h1').textContent()).toBe(ENDPOINT.name);
    expect(await light.locator('script, img, iframe, svg, form').count()).toBe(0);
    expect(await light.locator('a').count()).toBe(1);
    expect(await light.locator('style').count()).toBe(1);
    expect(await light.locator('main').isVisible()).toBe(true);
    expect(events).toEqual([]);
  });

  test('shows each line of a value on a line of its own, and text by the direction of its script', async () => {
    await light.setContent(compose({ one: 'a', three: ['a', 'b', 'c'], arabic: ARABIC }).html);
    const heightOf = async (i: number) => (await light.locator('dd').nth(i).boundingBox())?.height ?? 0;
    const [one, three] = [await heightOf(0), await heightOf(1)];
    expect(three).toBeCloseTo(3 * one, 0);
    expect(await computed(light, 'dd', 'direction')).toEqual(['ltr', 'ltr', 'rtl']);
  });

  test.each([['what is nasty', NASTY], ...HUGE] as [string, SubmissionData][])(
    'fits a screen of 360 px with %s, and loses nothing',
    async (_what, data) => {
      const { html, text } = compose(data);
      await narrow.setContent(html);
      expect(await overflow(narrow)).toBe(0);
      const shown = await fieldsShown(narrow);
      for (const [name, value] of Object.entries(data)) {
        if (typeof value !== 'string' || data === NASTY) continue;
        expect(shown).toContainEqual([labelsOf([name])(name), value]);
        expect(text).toContain(value);
      }
      expect(shown).toHaveLength(data === NASTY ? SHOWN.length : Object.keys(data).length);
    },
  );

  test('says so when the form was sent without a field', async () => {
    const { html, text } = compose({});
    await narrow.setContent(html);
    expect(await narrow.locator('main').textContent()).toContain('The form was sent without any fields.');
    expect(text).toContain('The form was sent without any fields.');
  });

  test('is readable in the light and in the dark', async () => {
    const { html } = compose({ message: 'Hello' });
    const surfaces: string[] = [];
    for (const page of [light, dark]) {
      await page.setContent(html);
      for (const selector of ['h1', 'dt', 'dd', 'footer']) {
        expect(await contrastOf(page, selector, 'main')).toBeGreaterThanOrEqual(4.5);
      }
      surfaces.push(...(await computed(page, 'main', 'backgroundColor')));
    }
    expect(surfaces[0]).not.toBe(surfaces[1]);
  });

  test('arrives from a real post in the inbox unchanged, and the inbox shows it', async () => {
    const { key } = await newWorkspace();
    const address = `nasty-${Date.now()}@example.com`;
    const { id, name } = await newEndpoint(key, { name: 'Nasty form', targetEmails: [address] });
    await newSubmission(id, NASTY);
    const [mail] = await awaitMailsTo(address);
    expect(mail).toMatchObject({
      subject: expect.stringContaining(`New submission: ${name} (${NASTY.name}) #`),
      from: `"${name}" <forms@example.com>`,
      replyTo: [String.raw`"<script>alert(\"name\")</script>" <ada@example.com>`],
    });
    expect(mail?.destination).toEqual({ to: [address], cc: [], bcc: [] });
    const events = watch(light);
    await light.setContent(mail?.body.html ?? '', { waitUntil: 'load' });
    expect(await fieldsShown(light)).toEqual(SHOWN);
    expect(events).toEqual([]);
    await light.goto(outputs().inboxUrl);
    await light.getByRole('row', { name: address }).getByRole('link').click();
    await light.frameLocator('iframe').getByText('a field whose name is markup').waitFor();
    expect(events.filter((event) => event.startsWith('dialog'))).toEqual([]);
  });
});
