import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { ENDPOINT_DEFAULTS } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import type { SubmissionData } from '../../../shared/contract/schemas/submissions/submission.ts';
import { composeMessage } from '../../../shared/deliveries/channels/mail/message/message.ts';
import { openBrowser } from '../../support/browser/browser.ts';
import { overflowOf, violationsOf, watch } from '../../support/browser/pageChecks.ts';
import { awaitMailsTo, newEndpoint, newSubmission, newWorkspace, outputs } from '../../support/cloud/service.ts';
import { ofSuite } from '../../support/jest/ofSuite.ts';

const ENDPOINT = {
  ...ENDPOINT_DEFAULTS,
  id: 'enp_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  workspaceId: 'ws_1',
  slug: 'contact',
  name: 'Contact <b>form</b> & "more"',
  targetEmails: ['you@example.com'],
};
const SUBMISSION = { id: 'sub_01ARZ3NDEKTSV4RRFFQ69G5FAV', endpointId: ENDPOINT.id, isSpam: false, isRead: false };

const htmlOf = (data: SubmissionData): string =>
  composeMessage(ENDPOINT, { ...SUBMISSION, data, location: 'Spain' }, 'https://site.example').html;

const ARABIC = 'مرحبا بالعالم، كيف الحال؟';

const NASTY = {
  Name: '<script>alert("name")</script>',
  '<img src=x onerror=alert(1)>': 'a field whose name is markup',
  Markup: '</dd></dl></main><style>body{display:none}</style><iframe src="javascript:alert(2)"></iframe>',
  Attribute: '"><svg onload=alert(3)>\' onmouseover=alert(4)',
  Link: 'javascript:alert(5) https://example.com/?a=1&b=2',
  Entity: '&lt;b&gt; &amp;amp; &#60;script&#62;',
  Arabic: ARABIC,
  Emoji: '👩🏽‍🚀🎉 Zoë',
  ['W'.repeat(90)]: 'w'.repeat(400),
  Email: 'ada@example.com',
};

const shown = async (page: Page) => {
  const [names, values] = [page.locator('dl > dt'), page.locator('dl > dd')];
  return [await names.allTextContents(), await values.allTextContents()];
};
const ALL = [Object.keys(NASTY), Object.values(NASTY)];

describe('a notification in a real browser', () => {
  const browser = ofSuite(openBrowser);

  test.each([
    ['light', 1_280],
    ['dark', 360],
  ] as const)(
    'shows every field as text, readably, and runs and loads nothing: %s, %i wide',
    async (colorScheme, width) => {
      const page = await browser.newPage({ colorScheme, viewport: { width, height: 800 } });
      const events = watch(page, '');
      await page.setContent(htmlOf(NASTY), { waitUntil: 'load' });
      expect(await shown(page)).toEqual(ALL);
      expect(await page.getByRole('heading').textContent()).toBe(ENDPOINT.name);
      expect(await page.locator('script, img, iframe, svg, form').count()).toBe(0);
      expect(await page.getByText(ARABIC).evaluate((value) => value.matches(':dir(rtl)'))).toBe(true);
      expect(events).toEqual([]);
      expect([await violationsOf(page), await overflowOf(page)]).toEqual([[], 0]);
    },
  );

  test('shows each line of a value on a line of its own', async () => {
    const page = await browser.newPage();
    await page.setContent(htmlOf({ one: 'a', three: ['a', 'b', 'c'] }));
    const [one, three] = await Promise.all([0, 1].map((place) => page.locator('dd').nth(place).boundingBox()));
    expect(three?.height).toBeCloseTo(3 * (one?.height ?? 0), 0);
  });

  test('arrives from a real post in the inbox unchanged, and the inbox shows it', async () => {
    const { key } = await newWorkspace();
    const address = `nasty-${Date.now()}@example.com`;
    const { id, name } = await newEndpoint(key, { name: 'Nasty form', targetEmails: [address] });
    await newSubmission(id, NASTY);
    const [mail] = await awaitMailsTo(address);
    expect(mail).toMatchObject({
      subject: expect.stringContaining(`New submission: ${name} (${NASTY.Name}) #`),
      from: `"${name}" <forms@example.com>`,
      replyTo: [String.raw`"<script>alert(\"name\")</script>" <ada@example.com>`],
      destination: { to: [address], cc: [], bcc: [] },
    });
    const page = await browser.newPage();
    await page.setContent(mail?.body.html ?? '');
    expect(await shown(page)).toEqual(ALL);
    await page.goto(outputs().inboxUrl);
    await page.getByRole('row', { name: address }).getByRole('link').click();
    await page.frameLocator('iframe').getByText('a field whose name is markup').waitFor();
  });
});
