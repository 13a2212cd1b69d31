import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openProfile } from '../../../support/browser/browser.ts';
import { chooseKey, pasteKey } from '../../../support/browser/dashboard.ts';
import { openSignInSite } from '../../../support/browser/signInSite.ts';
import { newDataFolder, removeFolder } from '../../../support/cloud/cloudProcess.ts';
import { newWorkspace } from '../../../support/cloud/service.ts';
import { ofSuite } from '../../../support/jest/ofSuite.ts';

/** The folders with files that contain a text, in one of the encodings that browsers use. */
function placesOf(text: string, folder: string): string[] {
  const forms = [Buffer.from(text, 'latin1'), Buffer.from(text, 'utf16le')];
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const found = files.filter((file) => {
    const content = readFileSync(file);
    return forms.some((form) => content.includes(form));
  });
  return [...new Set(found.map((file) => dirname(relative(folder, file))))];
}

describe("after signing in, the browser's profile contains the key only in the chosen storage", () => {
  const site = ofSuite(openSignInSite);
  let workspace: Awaited<ReturnType<typeof newWorkspace>>;

  beforeAll(async () => {
    workspace = await newWorkspace();
  });

  async function placesAfter(address: string, signIn: (page: Page) => Promise<unknown>) {
    const profile = newDataFolder();
    const visited: string[] = [];
    const context = await openProfile(profile);
    const page = await context.newPage();
    page.on('framenavigated', (frame) => visited.push(frame.url()));
    await page.goto(address);
    await signIn(page);
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByText('In use here').waitFor();
    await context.close();
    const places = placesOf(workspace.key, profile);
    removeFolder(profile);
    return { places, visited };
  }

  test('by a link: the tab’s; the code in the history is already spent', async () => {
    const { url, code } = site.newLink(workspace);
    const { places, visited } = await placesAfter(url, async () => undefined);
    expect(places).toEqual(['Default/Session Storage']);
    // Headless builds of Chromium write no history file: this is its content.
    expect(visited).toEqual(expect.arrayContaining([url, `${site.url}/app/keys`]));
    expect(visited.filter((address) => address.includes(workspace.key))).toEqual([]);
    expect(site.codes.spend(code)).toBeUndefined();
  });

  test('by pasting, with “Keep me signed in” ticked: the device’s', async () => {
    const { places } = await placesAfter(`${site.url}/app`, async (page) => {
      await chooseKey(page);
      await page.getByLabel('Keep me signed in').check();
      await pasteKey(page, workspace.key);
    });
    expect(places).toEqual(['Default/Local Storage/leveldb']);
  });
});
