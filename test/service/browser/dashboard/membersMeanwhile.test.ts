import { describe, expect, test } from '@jest/globals';
import { Members } from '../../../../shared/storage/members/members.ts';
import { Sessions } from '../../../../shared/storage/members/sessions.ts';
import { tabOf } from '../../../support/browser/dashboard.ts';
import { ownBrowser } from '../../../support/browser/ownBrowser.ts';
import {
  codeIn,
  enterCode,
  newAddress,
  newMember,
  openWithCode,
  requestCode,
} from '../../../support/browser/signedIn.ts';
import { newEndpoint, newSubmission, sharedTable } from '../../../support/cloud/service.ts';

const own = ownBrowser();
const open = (address: string, path = '') => openWithCode(own.browser, address, path);

describe('members whose rights change while they work', () => {
  test('demoted while a dialog is open: it says why, keeps the input, and what is not allowed goes with a reload', async () => {
    const { id, address } = await newMember(own.workspaceId, { role: 'admin' });
    await newMember(own.workspaceId);
    const { page } = await open(address, '/members');
    await page.getByRole('button', { name: 'Add member' }).click();
    const dialog = page.getByRole('dialog');
    const typed = newAddress();
    await dialog.getByLabel('Email address').fill(typed);
    await new Members(sharedTable()).update(own.workspaceId, id, { role: 'reader' }, () => {});
    await dialog.getByRole('button', { name: 'Add member' }).click();
    await dialog.getByRole('alert').getByText('Your role, reader, does not allow this').waitFor();
    expect(await dialog.getByLabel('Email address').inputValue()).toBe(typed);
    await page.reload();
    await page.getByRole('link', { name: 'Members' }).waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'There is nothing here' }).waitFor();
  });

  test('removed by somebody whom they are demoting: only the removal is done', async () => {
    const [ada, bo] = [await newMember(own.workspaceId), await newMember(own.workspaceId)];
    const [ofAda, ofBo] = [await open(ada.address, '/members'), await open(bo.address, '/members')];
    await ofBo.page.getByRole('button', { name: `Change ${ada.address}` }).click();
    await ofBo.page.getByLabel('Role').selectOption('reader');
    await ofAda.page.getByRole('button', { name: `Remove ${bo.address}` }).click();
    await ofAda.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await ofAda.page.getByRole('row', { name: bo.address }).waitFor({ state: 'detached' });
    await ofBo.page.getByRole('button', { name: 'Save' }).click();
    await ofBo.page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    const members = await new Members(sharedTable()).list(own.workspaceId);
    expect(members.map(({ address, rights }) => [address, rights.role])).toEqual([[ada.address, 'owner']]);
  });

  test('signed out while an export runs: it asks to sign in, and then exports', async () => {
    const endpoint = await newEndpoint(own.key, { name: 'Contact form' });
    for (let i = 0; i < 3; i++) await newSubmission(endpoint.id, { message: `Hello ${i}` });
    const { id, address } = await newMember(own.workspaceId);
    const { page } = await open(address, `/${endpoint.id}`);
    await page.getByRole('button', { name: 'Export' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export submissions' });
    await dialog.getByLabel('JSON').check();
    await new Sessions(sharedTable()).end(own.workspaceId, id);
    await dialog.getByRole('button', { name: 'Export' }).click();
    const again = page.getByRole('dialog', { name: 'Your session has ended' });
    await again.getByRole('button', { name: 'Email me a code' }).click();
    await enterCode(page, await codeIn(address, 2));
    await again.waitFor({ state: 'detached' });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Export' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.json$/);
  });

  test('in two tabs on a device: signing out in one ends both', async () => {
    const { address } = await newMember(own.workspaceId);
    const { page, visit } = await open(address);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await requestCode(page, address);
    await page.getByLabel('Keep me signed in').check();
    await enterCode(page, await codeIn(address, 2));
    await page.locator('.frame').waitFor();
    await visit('/members');
    await page.getByRole('row', { name: address }).waitFor();
    const other = tabOf(await page.context().newPage());
    await other.visit('/account');
    await other.page.getByRole('row', { name: 'This session' }).waitFor();
    await other.page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    // The device is the person's own: its codes are too.
    expect(await page.getByLabel('Email address').inputValue()).toBe(address);
  });
});
