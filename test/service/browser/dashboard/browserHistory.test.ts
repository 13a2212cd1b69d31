import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { SIGN_IN_PATHS } from '../../../../site/app/api/signInPaths.ts';
import { openProfile } from '../../../support/browser.ts';
import {
  type CloudProcess,
  newDataFolder,
  removeFolder,
  signInLinkIn,
  startCloud,
} from '../../../support/cloudProcess.ts';

/** The files in a folder that contain a text, in one of the encodings that browsers use. */
function filesWith(folder: string, text: string): string[] {
  const forms = [Buffer.from(text, 'latin1'), Buffer.from(text, 'utf16le')];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => {
      const content = readFileSync(file);
      return forms.some((form) => content.includes(form));
    })
    .map((file) => relative(folder, file));
}

describe("after signing in, the browser's profile has the key nowhere but in the storage that was chosen", () => {
  const folders: string[] = [];
  let cloud: CloudProcess;
  let link: string;

  beforeAll(async () => {
    cloud = await startCloud(newFolder(), '--ephemeral');
    link = signInLinkIn(cloud.output());
  }, 120_000);

  afterAll(async () => {
    await cloud?.end('SIGTERM');
    for (const folder of folders) removeFolder(folder);
  });

  function newFolder(): string {
    const folder = newDataFolder();
    folders.push(folder);
    return folder;
  }

  async function profileAfter(address: string, signIn: (page: Page) => Promise<unknown>) {
    const profile = newFolder();
    const visited: string[] = [];
    const context = await openProfile(profile);
    const page = await context.newPage();
    page.on('framenavigated', (frame) => visited.push(frame.url()));
    await page.goto(address);
    await signIn(page);
    await page.locator('.frame').waitFor();
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByText('In use here').waitFor();
    await context.close();
    return { profile, visited };
  }

  const placesOf = (text: string, profile: string) => [...new Set(filesWith(profile, text).map(dirname))];

  test("by the link of npm start: the tab's; the code, which the history has, is worthless", async () => {
    const { profile, visited } = await profileAfter(link, async () => undefined);
    expect(placesOf(cloud.outputs.apiKey, profile)).toEqual(['Default/Session Storage']);
    // Headless builds of Chromium write no history file: this is its content.
    expect(visited).toEqual(expect.arrayContaining([link, `${cloud.outputs.siteUrl}/app/keys`]));
    expect(visited.filter((address) => address.includes(cloud.outputs.apiKey))).toEqual([]);
    const body = link.split('#code=')[1] ?? '';
    const again = await fetch(cloud.outputs.siteUrl + SIGN_IN_PATHS.spend, { method: 'POST', body });
    expect(again.status).toBe(404);
  });

  test("by pasting, with a tick at “Keep me signed in”: the device's", async () => {
    const { profile } = await profileAfter(`${cloud.outputs.siteUrl}/app`, async (page) => {
      await page.getByLabel('Keep me signed in').check();
      await page.getByLabel('API key').fill(cloud.outputs.apiKey);
      await page.keyboard.press('Enter');
    });
    expect(placesOf(cloud.outputs.apiKey, profile)).toEqual(['Default/Local Storage/leveldb']);
  });
});
