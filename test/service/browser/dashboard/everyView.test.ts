import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import type { FieldRule } from '../../../../shared/contract/schemas/endpoints/fieldRules.ts';
import { DASHBOARD_PATH } from '../../../../shared/contract/sitePages.ts';
import { openBrowser } from '../../../support/browser/browser.ts';
import { type Dashboard, NARROW, openDashboard, openOne, rowWith } from '../../../support/browser/dashboard.ts';
import { overflowOf, SCHEMES, violationsOf } from '../../../support/browser/pageChecks.ts';
import { PDF, postFiles } from '../../../support/cloud/postedFiles.ts';
import { eventually, newEndpoint, newKey, newSubmission, newWorkspace, send } from '../../../support/cloud/service.ts';
import { IS_LONG } from '../../../support/jest/testSize.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../../../support/receivers/webhookReceiver.ts';

const LONG_NAME = 'A name of an endpoint that is as long as names may ever become!!';
const DATA = {
  email: 'ada@example.com',
  message: `${'x'.repeat(3_000)}\nhttps://example.com/`,
  nested: { list: [1, { deep: 'value' }], empty: {} },
  بالعربية: 'مرحبا',
};

const RULES: FieldRule[] = [
  { name: 'plan', label: 'Plan', type: 'select', options: ['free', 'paid'] },
  { name: 'email', type: 'email', maxLength: 254, message: 'Your address, please.' },
  { name: 'a-name-that-is-as-long-as-names-of-fields-may-become-'.padEnd(100, 'x'), type: 'datetime-local' },
];

type Who = 'dashboard' | 'signedOut' | 'readOnly';
type Width = keyof typeof SCHEMES;

/** The API rejects these with 400. */
const WITH_MISTAKES = 'settings, with mistakes';
const WITH_WRONG_RULES = 'rules for fields, with mistakes';

/** These views contain all components: the short form tests the others in a narrow window only. */
const LOOKED_AT_WIDE = [
  'open submission',
  'open submission with a file',
  WITH_MISTAKES,
  WITH_WRONG_RULES,
  'new key',
  'overview',
  'webhooks',
  'pending',
  'settings, with a test of the confirmation',
  'deliveries',
];
const widthsOf = (view: string): Width[] =>
  IS_LONG || LOOKED_AT_WIDE.includes(view) ? ['wide', 'narrow'] : ['narrow'];

describe('every view of the dashboard', () => {
  let browser: Browser;
  let receiver: WebhookReceiver;
  let ids: {
    endpoint: string;
    empty: string;
    verifying: string;
    submission: string;
    withFile: string;
    webhook: string;
  };
  let keys: Record<Who, string | undefined>;
  const dashboards = new Map<string, Promise<Dashboard>>();

  beforeAll(async () => {
    browser = await openBrowser();
    receiver = await openWebhookReceiver();
    receiver.behave = () => ({ status: 410, body: `gone ${'x'.repeat(4_000)}` });
    const { key, workspaceId } = await newWorkspace();
    const files = { maxCount: 1, maxBytes: 100_000, types: ['application/pdf'] };
    const endpoint = await newEndpoint(key, { name: LONG_NAME, color: 'white', icon: 'bug', fields: RULES, files });
    const empty = await newEndpoint(key, { name: 'Nothing here', color: 'pink' });
    const confirmation = { subject: 'Please confirm', text: 'Thank you.', emailField: 'email', verify: true };
    const targetEmails = ['owner@example.com', 'another-owner@example.com'];
    const verifying = await newEndpoint(key, { name: 'Newsletter', confirmation, targetEmails });
    for (const data of [DATA, { ...DATA, email: 'nobody' }]) await newSubmission(verifying.id, data);
    await eventually(
      async () => (await send('GET', `/v1/submissions/${verifying.id}/pending`, { key })).json.submissions,
      (pending) => pending.some((each: { confirmation?: { state: string } }) => each.confirmation?.state === 'skipped'),
    );
    const { id: withFile } = (await postFiles(endpoint.id, [{ name: 'paper.pdf', content: PDF }])).json;
    const webhook = await givenWebhook(key, endpoint.id);
    ids = {
      endpoint: endpoint.id,
      empty: empty.id,
      verifying: verifying.id,
      webhook,
      submission: await newSubmission(endpoint.id, DATA),
      withFile,
    };
    await eventually(
      async () => (await send('GET', `/v1/webhook/${webhook}`, { key })).json,
      ({ isEnabled }) => !isEnabled,
      20_000,
    );
    receiver.close();
    await newSubmission(endpoint.id, {});
    const { secret } = await newKey(workspaceId);
    keys = { dashboard: key, signedOut: undefined, readOnly: secret };
  }, 90_000);
  afterAll(() => browser?.close());

  function dashboardOf(who: Who, width: Width): Promise<Dashboard> {
    const name = `${who} ${width}`;
    const key = keys[who];
    const options = { ...(width === 'wide' ? {} : { viewport: NARROW, hasTouch: true }), ...(key ? { key } : {}) };
    const dashboard = dashboards.get(name) ?? openDashboard(browser, options);
    dashboards.set(name, dashboard);
    return dashboard;
  }

  const givenWebhook = async (key: string, endpointId: string): Promise<string> => {
    const url = `${receiver.url}/${'long-path'.repeat(20)}`;
    const events = ['submission.created', 'submission.updated', 'submission.deleted'];
    return (await send('POST', '/v1/webhook', { key, json: { endpointId, url, events, includeSpam: true } })).json.id;
  };

  /** Goes to a view without loading the dashboard again. */
  const show = async (page: Page, path: string): Promise<void> => {
    const dialog = page.getByRole('dialog');
    if (await dialog.isVisible()) {
      await page.keyboard.press('Escape');
      // Behind an open dialog, shortcuts do nothing.
      await dialog.waitFor({ state: 'hidden' });
    }
    await page.evaluate(
      `history.pushState(null, '', '${DASHBOARD_PATH}${path}'); dispatchEvent(new PopStateEvent('popstate'))`,
    );
  };

  type Open = (dashboard: Dashboard) => Promise<unknown>;
  type Act = (page: Page) => Promise<unknown>;
  const text = (shown: string) => (page: Page) => page.getByText(shown);
  const press = (name: string) => (page: Page) => page.getByRole('button', { name }).click();

  /** Goes to a view, waits for what it shows, and acts there. */
  const at =
    (pathOf: () => string, shown: (page: Page) => Locator, act?: Act): Open =>
    async ({ page }) => {
      await show(page, pathOf());
      await shown(page).waitFor();
      await act?.(page);
    };
  /** Acts in an open view. */
  const then =
    (open: Open, act: Act): Open =>
    async (dashboard) => {
      await open(dashboard);
      await act(dashboard.page);
    };
  const dialog = (open: Open, act: Act): Open =>
    then(open, async (page) => {
      await act(page);
      await page.getByRole('dialog').waitFor();
    });

  const inbox = at(
    () => `/${ids.endpoint}`,
    (page) => rowWith(page, 'ada'),
  );
  const submission = at(
    () => `/${ids.endpoint}?id=${ids.submission}`,
    (page) => openOne(page).getByText('value').first(),
  );
  const keysPage = at(
    () => '/keys',
    (page) => page.getByRole('row').nth(2),
  );
  const webhooks = at(
    () => `/${ids.endpoint}/webhooks?id=${ids.webhook}`,
    text('Switched off'),
    async (page) => {
      await page.locator('.delivery summary').first().click();
      await page.locator('.answer').first().waitFor();
    },
  );
  const fields = at(
    () => `/${ids.endpoint}/fields`,
    (page) => page.getByLabel('Name of plan'),
  );
  const noWebhooks = at(() => `/${ids.empty}/webhooks`, text('No webhook yet'));
  const pending = at(() => `/${ids.verifying}/pending`, text('Some senders got no mail'));

  const makeMistakes: Act = async (page) => {
    await page.getByLabel('Short name').fill('No');
    await page.locator('summary', { hasText: 'Icon' }).click();
    await page.getByLabel('Captcha').selectOption('hCaptcha');
    await page.getByLabel('Allowed websites').fill('nowhere');
    await press('Save')(page);
    await page.locator('#field-slug-problem').waitFor();
  };
  const makeWrongRules: Act = async (page) => {
    await press('More of plan')(page);
    await page.getByLabel('Options').fill('free\nfree');
    await page.getByLabel('Name of email').fill('plan');
    await press('Save')(page);
    await page.locator('.rules .field-problem').nth(1).waitFor();
  };
  const useTemplate: Act = async (page) => {
    await press('Notion')(page);
    await page.getByLabel('Request body').waitFor();
  };
  const showDeliveries: Act = async (page) => {
    await openOne(page).getByText('Deliveries', { exact: true }).click();
    await page.locator('.deliveries :is(table, p)').first().waitFor();
  };
  const testConfirmation: Open = async ({ page }) => {
    const status = { isSandboxed: true, stoppedBy: 'workspace', stoppedUntil: '2026-11-23 08:30:00.000000' };
    await page.route(/\/v1\/confirmation\/enp_\w+$/, (route) => route.fulfill({ json: status }));
    await show(page, `/${ids.verifying}/settings`);
    await page.getByText('Amazon SES is in its sandbox').waitFor();
    await page.getByText('Too many confirmations of this workspace').waitFor();
    await page.getByText('another-owner@example.com').last().click();
    await press('Send it to me')(page);
    await page.getByText('Sent to another-owner@example.com').waitFor();
  };

  const VIEWS: [name: string, open: Open, who?: Who][] = [
    ['sign-in', ({ page }) => page.getByRole('heading', { name: 'Sign in' }).waitFor(), 'signedOut'],
    ['inbox', inbox],
    ['open submission', submission],
    ['open submission with a file', at(() => `/${ids.endpoint}?id=${ids.withFile}`, text('paper.pdf'))],
    ['open submission of a key that only reads', submission, 'readOnly'],
    ['selection', then(inbox, (page) => page.getByLabel('Select all shown').click())],
    ['search that finds nothing', at(() => `/${ids.endpoint}?q=nothing-like-it`, text('Nothing found'))],
    ['empty inbox', at(() => `/${ids.empty}`, text('Waiting for the first submission'))],
    [
      WITH_MISTAKES,
      at(
        () => `/${ids.endpoint}/settings`,
        (page) => page.getByLabel('Short name'),
        makeMistakes,
      ),
    ],
    ['keys', keysPage],
    [
      'audit log',
      at(
        () => `/audit?object=${ids.endpoint}`,
        (page) => page.getByRole('row').nth(1),
      ),
    ],
    ['audit log without entries', at(() => '/audit?actor=service', text('Nothing is recorded')), 'readOnly'],
    ['new key', dialog(keysPage, press('Create key'))],
    ['palette', dialog(inbox, (page) => page.keyboard.press('Control+k'))],
    ['shortcuts', dialog(inbox, (page) => page.keyboard.press('?'))],
    [
      'overview',
      at(
        () => `/${ids.endpoint}/overview`,
        (page) => page.locator('.chart'),
      ),
    ],
    [
      'no rules for fields, with a dialog',
      dialog(
        at(() => `/${ids.empty}/fields`, text('No rules yet')),
        press('Paste your form'),
      ),
    ],
    [WITH_WRONG_RULES, then(fields, makeWrongRules)],
    ['rules for fields of a key that only reads', fields, 'readOnly'],
    ['webhooks, with a dialog', dialog(noWebhooks, press('Add webhook'))],
    ['webhook with a template', then(dialog(noWebhooks, press('Your own JSON')), useTemplate)],
    ['webhooks', webhooks],
    ['pending', pending],
    ['pending, with a key that only reads', pending, 'readOnly'],
    ['settings, with a test of the confirmation', testConfirmation],
    ['webhooks of a key that only reads', webhooks, 'readOnly'],
    ['deliveries', then(submission, showDeliveries)],
    ['export', dialog(inbox, press('Export'))],
    ['unknown address', at(() => '/nowhere/at/all', text('There is nothing here'))],
  ];

  test.each(VIEWS)(
    '%s: axe finds nothing and it fits, in both schemes and widths',
    async (name, open, who = 'dashboard') => {
      const findings = await Promise.all(
        widthsOf(name).map(async (width) => {
          const dashboard = await dashboardOf(who, width);
          const { page, surprises } = dashboard;
          await open(dashboard);
          const found: string[] = [];
          for (const colorScheme of SCHEMES[width]) {
            await page.emulateMedia({ colorScheme });
            found.push(...(await violationsOf(page)).map((violation) => `${colorScheme}: ${violation}`));
          }
          const overflow = await overflowOf(page);
          return [
            ...found,
            ...surprises(name === WITH_MISTAKES || name === WITH_WRONG_RULES ? 1 : 0),
            ...(overflow > 0 ? [`${overflow} px too wide`] : []),
          ].map((finding) => `${width}, ${finding}`);
        }),
      );
      expect(findings.flat()).toEqual([]);
    },
  );

  test('in forced colours, a switch shows whether it is on', async () => {
    const { page } = await dashboardOf('dashboard', 'narrow');
    await show(page, `/${ids.verifying}/settings`);
    await page.emulateMedia({ forcedColors: 'active' });
    const colorOf = (name: string) =>
      page.getByRole('switch', { name }).evaluate((field) => getComputedStyle(field).backgroundColor);
    expect(await colorOf('Receive submissions')).not.toBe(await colorOf('Receive files'));
    await page.emulateMedia({ forcedColors: 'none' });
  });

  test('on a phone the side bar opens over the view, and closes after a choice', async () => {
    const { page } = await dashboardOf('dashboard', 'narrow');
    await show(page, '/keys');
    const bar = page.getByRole('complementary', { name: 'Menu' });
    expect(await bar.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Menu' }).tap();
    expect(await violationsOf(page)).toEqual([]);
    await bar.getByRole('link', { name: LONG_NAME }).tap();
    await rowWith(page, 'ada').tap();
    expect(await bar.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Back to the list' }).tap();
    await rowWith(page, 'ada').waitFor();
    const list = page.getByRole('region', { name: 'Submissions' });
    // The pane stands alone.
    expect(await list.evaluate((pane) => getComputedStyle(pane).borderInlineEndWidth)).toBe('0px');
  });
});
