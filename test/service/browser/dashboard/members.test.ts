import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Endpoint } from '../../../../shared/contract/schemas/endpoints/endpoint.ts';
import { Members } from '../../../../shared/storage/members/members.ts';
import { TEXTS } from '../../../../site/app/texts/texts.ts';
import { NARROW, openDashboard, openOne, rowWith, word } from '../../../support/browser/dashboard.ts';
import { ownBrowser } from '../../../support/browser/ownBrowser.ts';
import { overflowOf, SCHEMES, violationsOf } from '../../../support/browser/pageChecks.ts';
import {
  codeIn,
  enterCode,
  newAddress,
  newMember,
  openWithCode,
  requestCode,
  secretsIn,
} from '../../../support/browser/signedIn.ts';
import {
  awaitMailsTo,
  eventually,
  mailsTo,
  newEndpoint,
  newSubmission,
  newWorkspace,
  send,
  sharedTable,
} from '../../../support/cloud/service.ts';
import { DASHBOARD_OWNER } from '../../../support/cloud/workspaceOwner.ts';

const own = ownBrowser();
const openAs = (address: string, path = '', options = {}) => openWithCode(own.browser, address, path, options);
const sideBar = (page: Page) => page.getByRole('complementary', { name: 'Menu' });
const statusWith = async (key: string) => (await send('GET', '/v1/endpoints', { key })).status;

describe('a member', () => {
  test('signs in with the latest code only, and ends the session by signing out', async () => {
    const { address } = await newMember(own.workspaceId);
    const { page } = await openDashboard(own.browser, { path: '/members' });
    await requestCode(page, address);
    const first = await codeIn(address);
    await page.getByRole('button', { name: 'Send another code' }).click();
    const second = await codeIn(address, 2);
    await enterCode(page, first);
    await page.getByRole('alert').getByText('This code is wrong or no longer valid').waitFor();
    await enterCode(page, ` ${second} `);
    await page.getByRole('row', { name: address }).getByText('You').waitFor();
    const [session] = await secretsIn(page);
    expect(await statusWith(session?.secret ?? '')).toBe(200);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Email address').waitFor();
    expect(
      await eventually(
        () => statusWith(session?.secret ?? ''),
        (status) => status !== 200,
      ),
    ).toBe(401);
  });

  test('stops codes by the link in their mail, with one click', async () => {
    const { address } = await newMember(own.workspaceId);
    const { page, visit } = await openDashboard(own.browser);
    await requestCode(page, address);
    const [mail] = await awaitMailsTo(address);
    const [, link = ''] = /\/app(#mute=\S+)/.exec(mail?.body.text ?? '') ?? [];
    await visit(link);
    await page.getByRole('button', { name: 'Stop codes for 24 hours' }).click();
    await page.getByText('You get no codes for 24 hours.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Open the dashboard' }).click();
    await page.getByLabel('Email address').waitFor();
  });

  test('who signs in again over a view keeps it and all input', async () => {
    const { address, id } = await newMember(own.workspaceId);
    const { page } = await openAs(address, '/new');
    await page.getByLabel('Name', { exact: true }).fill('Contact form');
    const members = new Members(sharedTable());
    await send('DELETE', '/v1/sessions', { key: (await secretsIn(page))[0]?.secret ?? '' });
    expect((await members.require(own.workspaceId, id)).sessions).toEqual({});
    await page.evaluate("dispatchEvent(new Event('online'))");
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    expect(await dialog.getByLabel('Email address').inputValue()).toBe(address);
    await page.keyboard.press('Enter');
    await enterCode(page, await codeIn(address, 2));
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Contact form');
    await page.getByRole('button', { name: 'Create endpoint' }).click();
    await sideBar(page).getByText('Contact form').waitFor();
  });

  test('ends other sessions, or all', async () => {
    const { address } = await newMember(own.workspaceId);
    const elsewhere = await openAs(address);
    const [other] = await secretsIn(elsewhere.page);
    const { page } = await openDashboard(own.browser, { path: '/account' });
    await requestCode(page, address);
    await enterCode(page, await codeIn(address, 2));
    await page.locator('.keys').getByRole('button').click();
    await word(page, TEXTS.account.ended).waitFor();
    expect(await statusWith(other?.secret ?? '')).toBe(401);
    const [session] = await secretsIn(page);
    await page.getByRole('button', { name: 'End all sessions' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End all sessions' }).click();
    await page.getByLabel('Email address').waitFor();
    expect(await statusWith(session?.secret ?? '')).toBe(401);
  });

  test('of two workspaces switches between them, also to find what a link names', async () => {
    const other = await newWorkspace();
    const [contact, survey] = [
      await newEndpoint(own.key, { name: 'Contact form' }),
      await newEndpoint(other.key, { name: 'Survey' }),
    ];
    const { address } = await newMember(own.workspaceId);
    await newMember(other.workspaceId, { address, role: 'reader' });
    const { page, visit } = await openAs(address, `/${contact.id}`);
    const look = page.getByRole('button', { name: /^Look in/ });
    // The sessions are in no particular order.
    await look
      .or(page.getByRole('heading', { name: 'Contact form' }))
      .first()
      .waitFor();
    if (await look.isVisible()) await look.click();
    await page.getByRole('heading', { name: 'Contact form' }).waitFor();
    await visit(`/${survey.id}/settings`);
    await look.click();
    await page.getByRole('heading', { name: 'Survey' }).waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).getAttribute('title')).toBe(TEXTS.needsRole);
    await page.reload();
    await page.getByRole('heading', { name: 'Survey' }).waitFor();
    await page.locator('.switcher summary').click();
    await page.locator('.switcher button').click();
    await page.getByRole('heading', { name: 'Contact form' }).waitFor();
  });

  test.each(['wide', 'narrow'] as const)('%s: axe finds nothing in its views, and they fit', async (width) => {
    const { address } = await newMember(own.workspaceId);
    const size = width === 'wide' ? {} : { viewport: NARROW };
    const { page, visit } = await openDashboard(own.browser, { path: '/members', ...size });
    const findings: unknown[] = [];
    const look = async () => {
      for (const colorScheme of SCHEMES[width]) {
        await page.emulateMedia({ colorScheme });
        findings.push(...(await violationsOf(page)), await overflowOf(page));
      }
    };
    await requestCode(page, address);
    await enterCode(page, '0000 0000');
    await page.getByRole('alert').waitFor();
    await look();
    await enterCode(page, await codeIn(address));
    await page.getByRole('row', { name: address }).waitFor();
    await look();
    await page.getByRole('button', { name: 'Add member' }).click();
    await page.getByRole('dialog').waitFor();
    await look();
    await visit('/account');
    await page.getByRole('row', { name: 'This session' }).waitFor();
    await look();
    expect(findings.filter(Boolean)).toEqual([]);
  });
});

describe('the role', () => {
  const givenSubmission = async (): Promise<Endpoint> => {
    const endpoint = await newEndpoint(own.key, { name: 'Contact form' });
    await newSubmission(endpoint.id, { email: 'ada@example.com', message: 'Hello' });
    return endpoint;
  };
  const stored = async ({ id }: Endpoint) =>
    (await send('GET', `/v1/submissions/${id}`, { key: own.key })).json.submissions[0];

  test('reader shows submissions, and offers no change', async () => {
    const endpoint = await givenSubmission();
    const { address } = await newMember(own.workspaceId, { role: 'reader' });
    const { page, visit, surprises } = await openAs(address);
    await rowWith(page, 'ada@example.com').click();
    const spam = openOne(page).getByRole('button', { name: 'Spam' });
    expect([await spam.isDisabled(), await spam.getAttribute('title')]).toEqual([true, TEXTS.needsRole]);
    await page.keyboard.press('!');
    const links = (await page.getByRole('link').allInnerTexts()).join();
    expect(links).toContain('Your account');
    expect(links).not.toMatch(/New endpoint|API keys|Members|Audit log|Webhooks/);
    await page.getByRole('link', { name: 'Settings' }).click();
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    for (const path of ['/keys', '/members', '/audit', `/${endpoint.id}/webhooks`]) {
      await visit(path);
      await page.getByRole('heading', { name: TEXTS.notFound.title }).waitFor();
    }
    expect(await stored(endpoint)).toMatchObject({ isRead: false, isSpam: false });
    expect(surprises()).toEqual([]);
  });

  test('editor changes submissions, but no endpoint', async () => {
    const endpoint = await givenSubmission();
    const { address } = await newMember(own.workspaceId, { role: 'editor', endpointIds: [endpoint.id] });
    const { page, surprises } = await openAs(address);
    await rowWith(page, 'ada@example.com').click();
    await eventually(
      () => stored(endpoint),
      ({ isRead }) => isRead,
    );
    await page.getByRole('link', { name: 'Fields' }).click();
    await page.getByText(TEXTS.needsRole).waitFor();
    expect(surprises()).toEqual([]);
  });

  test('owner manages members, of whom each gets an invitation', async () => {
    const { address } = await newMember(own.workspaceId);
    const { page } = await openAs(address, '/members');
    const bo = newAddress();
    const add = async () => {
      await page.getByRole('button', { name: 'Add member' }).click();
      await page.getByLabel('Email address').fill(bo);
      await page.getByRole('dialog').getByRole('button', { name: 'Add member' }).click();
    };
    await add();
    await page.getByRole('row', { name: bo }).getByText('Editor', { exact: true }).waitFor();
    await awaitMailsTo(bo);
    await add();
    await page.getByRole('alert').getByText('is a member already').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: `Change ${bo}` }).click();
    await page.getByLabel('Role').selectOption('owner');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: bo }).getByText('Owner', { exact: true }).waitFor();
    await page.getByRole('button', { name: `Change ${address}` }).click();
    await page.getByLabel('Role').selectOption('admin');
    await page.getByRole('button', { name: 'Save' }).click();
    // An admin may not change owners.
    await page.getByRole('button', { name: `Change ${bo}` }).waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: `Change ${address}` }).count()).toBe(1);
    expect((await mailsTo(bo)).length).toBe(1);
  });

  test('of a key is admin: it manages all members but owners', async () => {
    const owner = await newMember(own.workspaceId);
    const editor = await newMember(own.workspaceId, { role: 'editor' });
    const { page } = await openDashboard(own.browser, { key: own.key, path: '/members' });
    await page.getByRole('button', { name: `Change ${editor.address}` }).click();
    expect(await page.getByLabel('Role').locator('option').allInnerTexts()).toEqual([
      TEXTS.members.rolesInWords.reader,
      TEXTS.members.rolesInWords.editor,
      TEXTS.members.rolesInWords.admin,
    ]);
    await page.keyboard.press('Escape');
    expect(await page.getByRole('row', { name: owner.address }).getByRole('button').count()).toBe(0);
    await page.getByRole('button', { name: `Remove ${editor.address}` }).click();
    await page.getByRole('checkbox').check();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('row', { name: editor.address }).waitFor({ state: 'detached' });
    expect((await send('GET', '/v1/members', { key: own.key })).json.members).toHaveLength(1);
  });
});

test('an owner who may create workspaces does so, renames one, and sees what all have', async () => {
  const { address } = await newMember(own.workspaceId, { address: DASHBOARD_OWNER });
  const { page } = await openAs(address, '/workspaces');
  const row = (name: string) => page.getByRole('row', { name });
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Renamed workspace');
  await page.getByRole('button', { name: 'Save' }).click();
  await row('Renamed workspace').getByText('This workspace').waitFor();
  await page.getByRole('button', { name: 'New workspace' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Second workspace');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Create your first endpoint' }).waitFor();
  await sideBar(page).getByRole('link', { name: 'Your workspaces' }).click();
  await row('Second workspace').getByText('This workspace').waitFor();
  const amounts = () => row('Second workspace').getByRole('cell').allTextContents();
  expect(await eventually(amounts, ([forms]) => forms !== '…')).toEqual(['0', '0', '0', '0', 'Rename']);
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Open Renamed workspace' }).click();
  await page.locator('.switcher summary').getByText('Renamed workspace').waitFor();
});
