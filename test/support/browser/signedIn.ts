import type { Browser, Page } from 'playwright-core';
import type { MemberCreate } from '../../../shared/contract/schemas/members/member.ts';
import { Members } from '../../../shared/storage/members/members.ts';
import { awaitMailsTo, sharedTable, uniqueSlug } from '../cloud/service.ts';
import { type Dashboard, openDashboard } from './dashboard.ts';

export const newAddress = () => `${uniqueSlug()}@example.com`;

/** As the operator's command creates an owner; without a mail. */
export const newMember = (
  workspaceId: string,
  { address = newAddress(), role = 'owner', ...rest }: Partial<MemberCreate> = {},
) => new Members(sharedTable()).create(workspaceId, { address, role, ...rest });

export async function codeIn(address: string, count = 1): Promise<string> {
  const mails = await awaitMailsTo(address, count);
  return /\d{4} \d{4}/.exec(mails.at(-1)?.body.text ?? '')?.[0] ?? '';
}

const codeField = (page: Page) => page.getByLabel('Code', { exact: true });

export async function requestCode(page: Page, address: string): Promise<void> {
  await page.getByLabel('Email address').fill(address);
  await page.keyboard.press('Enter');
  await codeField(page).waitFor();
}

export async function enterCode(page: Page, code: string): Promise<void> {
  await codeField(page).fill(code);
  await page.keyboard.press('Enter');
}

/** A dashboard with sessions of a member, who signed in with a code. */
export async function openWithCode(browser: Browser, address: string, path = '', options = {}): Promise<Dashboard> {
  const dashboard = await openDashboard(browser, { path, ...options });
  await requestCode(dashboard.page, address);
  await enterCode(dashboard.page, await codeIn(address));
  await dashboard.page.locator('.frame').waitFor();
  return dashboard;
}

export const secretsIn = (page: Page): Promise<{ secret: string }[]> =>
  page.evaluate("JSON.parse(sessionStorage.getItem('forms-session'))");
