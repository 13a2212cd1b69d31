import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import type { Locator, Page, Route } from 'playwright-core';
import { OPERATIONS, type OperationId } from '../../../../shared/contract/operations/index.ts';
import type { Key } from '../../../../shared/contract/schemas/keys/key.ts';
import type { Member } from '../../../../shared/contract/schemas/members/member.ts';
import type { SubmissionWithData } from '../../../../shared/contract/schemas/submissions/submission.ts';
import type { Webhook } from '../../../../shared/contract/schemas/webhooks/webhook.ts';
import { openDashboard, rowWith, word } from '../../../support/browser/dashboard.ts';
import { ownBrowser } from '../../../support/browser/ownBrowser.ts';
import { eventually, newEndpoint, newSubmission, newWorkspace, outputs, send } from '../../../support/cloud/service.ts';
import { newWebhook } from '../../../support/cloud/webhooks.ts';
import { IS_LONG } from '../../../support/jest/testSize.ts';

interface Prepared {
  path: string;
  /** Reads what the API has, for `isStored`. */
  url: string;
}

/** What an action's read may respond with: an object or one of the lists. */
type Read = Partial<Webhook & SubmissionWithData & Key & Record<List, Pick<Key & Member, 'name' | 'role'>[]>>;
type List = 'endpoints' | 'keys' | 'members' | 'webhooks' | 'submissions';

interface Action {
  operation: OperationId;
  prepare: (key: string) => Promise<Prepared>;
  /** Opens its dialog or fills in its form. */
  open?: (page: Page) => Promise<unknown>;
  submit: (page: Page) => Promise<unknown>;
  /** Shown once it was done, or until then if the action removes something. */
  shown: (page: Page) => Locator;
  /** True if the action removes something: it also succeeds if somebody else already removed it. */
  isRemoval?: boolean;
  /** True if the API has what was done, exactly once. */
  isStored: (json: Read, status: number) => boolean;
}

const CONFIRMATION = { subject: 'Please confirm', text: 'Thank you.', emailField: 'email' };
const HOOK = 'https://example.com/hook';

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).click();
const pressInDialog = (name: string) => (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
const fill = (label: string, text: string) => (page: Page) => page.getByLabel(label, { exact: true }).fill(text);
const inOrder =
  (...steps: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page);
  };
const inSideBar = (name: string) => (page: Page) =>
  page.getByRole('navigation', { name: 'Endpoints' }).getByText(name, { exact: true });
const selectAda = (page: Page) => page.locator('.row input').check();
const pressInBar = (name: string) => (page: Page) => page.locator('.bulk').getByRole('button', { name }).click();

const withEndpoint = async (key: string, view: string, fields: Parameters<typeof newEndpoint>[1] = {}) => {
  const { id } = await newEndpoint(key, { name: 'Contact form', ...fields });
  return { id, path: `/${id}${view}`, url: `/v1/endpoint/${id}` };
};
const withSubmission = async (key: string, view: string, fields: Parameters<typeof newEndpoint>[1] = {}) => {
  const prepared = await withEndpoint(key, view, fields);
  const submissionId = await newSubmission(prepared.id, { email: 'ada@example.com' });
  return { ...prepared, url: `/v1/submission/${prepared.id}/${submissionId}` };
};
const withWebhook = async (key: string) => {
  const { id, path } = await withEndpoint(key, '/webhooks');
  const { webhook } = await newWebhook(key, { endpointId: id, url: HOOK });
  return { id, path, url: `/v1/webhook/${webhook.id}`, webhookId: webhook.id };
};
const withKey = async (key: string): Promise<Prepared> => {
  await send('POST', '/v1/key', { key, json: { name: 'CI server', expiresAt: '1-day' } });
  return { path: '/keys', url: '/v1/keys' };
};
const withMember = async (key: string): Promise<Prepared> => {
  await send('POST', '/v1/member', { key, json: { address: 'bo@example.com', role: 'reader' } });
  return { path: '/members', url: '/v1/members' };
};
const pendingCard = (page: Page) => page.locator('.pending');
const keyNamed = (name: string) => (page: Page) => page.getByRole('row', { name });

const ACTIONS: Record<string, Action> = {
  'creating an endpoint': {
    operation: 'createEndpoint',
    prepare: async () => ({ path: '/new', url: '/v1/endpoints' }),
    // The defaults, which come with the endpoints, are part of the request.
    open: inOrder((page) => page.getByLabel('Remove spam').waitFor(), fill('Name', 'Contact form')),
    submit: press('Create endpoint'),
    shown: inSideBar('Contact form'),
    isStored: ({ endpoints }) => endpoints?.length === 1,
  },
  'changing an endpoint': {
    operation: 'updateEndpoint',
    prepare: (key) => withEndpoint(key, '/settings'),
    open: fill('Name', 'Renamed form'),
    submit: press('Save'),
    shown: inSideBar('Renamed form'),
    isStored: ({ name }) => name === 'Renamed form',
  },
  'switching an endpoint on': {
    operation: 'updateEndpoint',
    prepare: (key) => withEndpoint(key, '', { isEnabled: false }),
    submit: press('Switch it on'),
    shown: (page) => page.getByText('Waiting for the first submission'),
    isStored: ({ isEnabled }) => isEnabled === true,
  },
  'deleting an endpoint': {
    operation: 'deleteEndpoint',
    prepare: (key) => withEndpoint(key, '/settings'),
    open: inOrder(press('Delete endpoint'), (page) =>
      page.getByRole('dialog').getByRole('textbox').fill('Contact form'),
    ),
    submit: pressInDialog('Delete endpoint'),
    shown: inSideBar('Contact form'),
    isRemoval: true,
    isStored: (_json, status) => status === 404,
  },
  'creating a key': {
    operation: 'createKey',
    prepare: async () => ({ path: '/keys', url: '/v1/keys' }),
    open: inOrder(press('Create key'), fill('Name', 'CI server')),
    submit: pressInDialog('Create key'),
    shown: (page) => page.locator('.keys tr', { hasText: 'CI server' }),
    isStored: ({ keys }) => keys?.length === 2,
  },
  'changing a key': {
    operation: 'updateKey',
    prepare: withKey,
    open: inOrder(press('Change CI server'), fill('Name', 'Build server')),
    submit: pressInDialog('Save'),
    shown: keyNamed('Build server'),
    isStored: ({ keys }) => keys?.[1]?.name === 'Build server',
  },
  'revoking a key': {
    operation: 'deleteKey',
    prepare: withKey,
    open: press('Revoke CI server'),
    submit: pressInDialog('Revoke'),
    shown: (page) => page.locator('.keys tr', { hasText: 'CI server' }),
    isRemoval: true,
    isStored: ({ keys }) => keys?.length === 1,
  },
  'adding a member': {
    operation: 'createMember',
    prepare: async () => ({ path: '/members', url: '/v1/members' }),
    open: inOrder(press('Add member'), fill('Email address', 'bo@example.com')),
    submit: pressInDialog('Add member'),
    shown: keyNamed('bo@example.com'),
    isStored: ({ members }) => members?.length === 1,
  },
  'changing a member': {
    operation: 'updateMember',
    prepare: withMember,
    open: inOrder(press('Change bo@example.com'), (page) => page.getByLabel('Role').selectOption('admin')),
    submit: pressInDialog('Save'),
    shown: keyNamed('Admin'),
    isStored: ({ members }) => members?.[0]?.role === 'admin',
  },
  'removing a member': {
    operation: 'deleteMember',
    prepare: withMember,
    open: press('Remove bo@example.com'),
    submit: pressInDialog('Remove'),
    shown: keyNamed('bo@example.com'),
    isRemoval: true,
    isStored: ({ members }) => members?.length === 0,
  },
  'adding a webhook': {
    operation: 'createWebhook',
    prepare: async (key) => {
      const { id, path } = await withEndpoint(key, '/webhooks');
      return { path, url: `/v1/webhooks/${id}` };
    },
    open: inOrder(press('Add webhook'), fill('URL', HOOK)),
    submit: pressInDialog('Add webhook'),
    shown: (page) => page.locator('.webhook'),
    isStored: ({ webhooks }) => webhooks?.length === 1,
  },
  'changing a webhook': {
    operation: 'updateWebhook',
    prepare: withWebhook,
    open: inOrder(press(/^Change /), fill('URL', `${HOOK}/changed`)),
    submit: pressInDialog('Save'),
    shown: (page) => page.locator('.webhook').getByText('example.com/hook/changed'),
    isStored: ({ url }) => url === `${HOOK}/changed`,
  },
  'switching a webhook off': {
    operation: 'updateWebhook',
    prepare: withWebhook,
    submit: (page) => page.getByRole('switch').click(),
    shown: (page) => page.getByRole('switch', { checked: false }),
    isStored: ({ isEnabled }) => isEnabled === false,
  },
  'making a new secret': {
    operation: 'updateWebhook',
    prepare: withWebhook,
    open: press(/^New secret/),
    submit: pressInDialog('New secret'),
    shown: (page) => page.getByRole('dialog', { name: 'The new secret' }),
    isStored: ({ previousSecretUntil }) => previousSecretUntil !== undefined,
  },
  'deleting a webhook': {
    operation: 'deleteWebhook',
    prepare: withWebhook,
    open: (page) =>
      page
        .locator('.webhook')
        .getByRole('button', { name: /^Delete/ })
        .click(),
    submit: pressInDialog('Delete'),
    shown: (page) => page.locator('.webhook'),
    isRemoval: true,
    isStored: (_json, status) => status === 404,
  },
  'testing a webhook': {
    operation: 'testWebhook',
    prepare: withWebhook,
    submit: press(/^Send a test/),
    shown: (page) => page.locator('.outcome'),
    isStored: (_json, status) => status === 200,
  },
  'replaying deliveries': {
    operation: 'replayWebhookDeliveries',
    prepare: async (key) => {
      const { path, url, webhookId } = await withWebhook(key);
      return { path: `${path}?id=${webhookId}`, url };
    },
    open: press('Resend failed…'),
    submit: pressInDialog('Send again'),
    shown: (page) => word(page, 'No failed deliveries in this period.'),
    isStored: (_json, status) => status === 200,
  },
  'marking submissions': {
    operation: 'updateSubmissions',
    prepare: (key) => withSubmission(key, '?tab=all'),
    open: selectAda,
    submit: pressInBar('Mark read'),
    shown: (page) => page.locator('.row:not(.is-unread)'),
    isStored: ({ isRead }) => isRead === true,
  },
  'deleting submissions': {
    operation: 'deleteSubmissions',
    prepare: (key) => withSubmission(key, '?tab=all'),
    open: selectAda,
    submit: pressInBar('Delete'),
    shown: (page) => rowWith(page, 'ada'),
    isRemoval: true,
    isStored: (_json, status) => status === 404,
  },
  'sending a test submission': {
    operation: 'createSubmission',
    prepare: async (key) => {
      const { id, path } = await withEndpoint(key, '/use');
      return { path, url: `/v1/submissions/${id}` };
    },
    submit: press('Send a test'),
    shown: (page) => page.getByText('It works: a submission arrived'),
    isStored: ({ submissions }) => submissions?.length === 1,
  },
  'confirming a submission': {
    operation: 'confirmSubmission',
    prepare: (key) => withSubmission(key, '/pending', { confirmation: { ...CONFIRMATION, verify: true } }),
    submit: press('Confirm in place of the sender'),
    shown: pendingCard,
    isRemoval: true,
    isStored: ({ confirmedAt }) => confirmedAt !== undefined,
  },
  'deleting a pending submission': {
    operation: 'deleteSubmission',
    prepare: (key) => withSubmission(key, '/pending', { confirmation: { ...CONFIRMATION, verify: true } }),
    submit: (page) => pendingCard(page).getByRole('button', { name: 'Delete' }).click(),
    shown: pendingCard,
    isRemoval: true,
    isStored: (_json, status) => status === 404,
  },
  'testing a confirmation': {
    operation: 'testConfirmation',
    prepare: (key) =>
      withEndpoint(key, '/settings', { confirmation: CONFIRMATION, targetEmails: ['owner@example.com'] }),
    submit: press('Send it to me'),
    shown: (page) => page.locator('.outcome'),
    isStored: (_json, status) => status === 200,
  },
};

const NOT_FOUND = { status: 404, json: { code: 'NOT_FOUND', message: 'There is no such thing.' } };

/** How the response to an action's first request fails. */
const ANSWERS: Record<string, (route: Route, page: Page, isRemoval: boolean) => Promise<unknown>> = {
  lost: async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  },
  'late, after somebody pressed Enter again': async (route, page) => {
    const response = await route.fetch();
    await page.keyboard.press('Enter');
    await route.fulfill({ response });
  },
  doubled: async (route) => {
    await route.fetch();
    await route.continue();
  },
  'a 504 after it was done': async (route) => {
    await route.fetch();
    await route.fulfill({ status: 504, json: { code: 'GATEWAY_TIMEOUT', message: 'Too slow.' } });
  },
  'a 404': async (route, _page, isRemoval) => {
    // Somebody else did it.
    if (isRemoval) await route.fetch();
    await route.fulfill(NOT_FOUND);
  },
};

/** Called without a key or only with a member's session, which these tests do not have. */
const OF_MEMBERS = ['requestSignInCode', 'signIn', 'muteSignInCodes', 'createWorkspace', 'updateWorkspace'];

const SOURCES = new URL('../../../../site/app/', import.meta.url);

describe("the dashboard's actions", () => {
  const own = ownBrowser();

  test('are all covered', () => {
    const names = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
    const code = names.map((name) => readFileSync(new URL(name, SOURCES), 'utf8')).join('\n');
    const called = new Set([...code.matchAll(/\b(?:call|callForHeaders|remove\w*)\('(\w+)'/g)].map(([, id]) => id));
    const changing = OPERATIONS.filter(
      ({ id, permission, method }) =>
        called.has(id) && permission !== 'read' && method !== 'GET' && !OF_MEMBERS.includes(id),
    );
    expect(new Set(Object.values(ACTIONS).map(({ operation }) => operation))).toEqual(
      new Set(changing.map(({ id }) => id)),
    );
  });

  /** Acts, and again where the dashboard said that it failed, until it is done. */
  async function walk(name: string, answer: string): Promise<string | undefined> {
    const { operation, prepare, open, submit, shown, isRemoval = false, isStored } = ACTIONS[name] as Action;
    const { key } = await newWorkspace();
    const { path, url } = await prepare(key);
    const { page } = await openDashboard(own.browser, { key, path });
    if (isRemoval) await shown(page).first().waitFor();
    const { method, path: place } = OPERATIONS.find(({ id }) => id === operation) as (typeof OPERATIONS)[number];
    const pattern = new RegExp(`^${outputs().apiUrl}${place.replace(/\{\w+\}/g, '[^/?]+')}(\\?|$)`);
    let isFirst = true;
    let isAnswered = false;
    await page.route(pattern, async (route) => {
      if (route.request().method() !== method || !isFirst) return route.continue();
      isFirst = false;
      await ANSWERS[answer]?.(route, page, isRemoval);
      isAnswered = true;
    });
    const isDone = async () => {
      const count = await shown(page).count();
      const { json, status } = await send('GET', url, { key });
      return isRemoval === (count === 0) && isStored(json, status);
    };
    const hasFailed = async () => (await page.locator('.problem, .toast.is-problem').count()) > 0;
    await open?.(page);
    await submit(page);
    await eventually(async () => isAnswered && ((await hasFailed()) || (await isDone())), Boolean, 30_000);
    if (await isDone()) return undefined;
    if (answer === 'a 404' && isRemoval) return `${answer}: what is gone is reported as a failure`;
    if ((await page.getByRole('dialog').count()) === 0) await open?.(page);
    await submit(page);
    await eventually(isDone, Boolean, 30_000);
    return undefined;
  }

  const answers = Object.keys(ANSWERS);
  const others = answers.filter((answer) => answer !== 'a 404');
  const answersFor = (turn: number) => (IS_LONG ? answers : ['a 404', others[turn % others.length]]);

  test.each(Object.keys(ACTIONS).map((name, turn) => [name, answersFor(turn) as string[]] as const))(
    '%s is done once, although its response is %j',
    async (name, faults) => {
      const outcomes = await Promise.allSettled(faults.map((answer) => walk(name, answer)));
      const problems = outcomes.map((outcome, place) =>
        outcome.status === 'fulfilled' ? outcome.value : `${faults[place]}: ${outcome.reason}`,
      );
      expect(problems.filter(Boolean)).toEqual([]);
    },
  );
});
