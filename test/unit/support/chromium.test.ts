import { readdirSync, statSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { BUILD_FOLDER } from '../../../infra/tools/buildFolder.ts';
import { launch } from '../../support/browser.ts';
import { type Chromium, findChromium, type Machine } from '../../support/chromium.ts';

const CHROMIUM = '/usr/bin/chromium';
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

const machine = (paths: string[], rest: Partial<Machine> = {}): Machine => ({
  named: undefined,
  exists: (path) => paths.includes(path),
  platform: 'linux-x64',
  ...rest,
});

describe('the browser of the tests', () => {
  test.each([
    [
      'the one that CHROMIUM_PATH names, before an installed one',
      machine(['/opt/c', CHROMIUM], { named: '/opt/c' }),
      '/opt/c',
    ],
    ['Chromium of Debian, before Chrome', machine(['/usr/bin/google-chrome', CHROMIUM]), CHROMIUM],
    ['Chrome', machine(['/usr/bin/google-chrome']), '/usr/bin/google-chrome'],
    ['Chrome on macOS', machine([MAC_CHROME], { platform: 'darwin-arm64' }), MAC_CHROME],
  ])('is %s', async (_which, has, executablePath) => {
    expect(await findChromium(has)).toEqual({ executablePath, env: {} });
  });

  test.each([
    ['where CHROMIUM_PATH names none', machine([CHROMIUM], { named: '/opt/none' }), 'CHROMIUM_PATH names /opt/none'],
    ['on another platform', machine([], { platform: 'darwin-arm64' }), 'On darwin-arm64, install Chrome or Chromium'],
    ['on another processor', machine([], { platform: 'linux-arm64' }), 'On linux-arm64, install Chrome or Chromium'],
  ])('is missing %s, and the error says what to do', async (_where, has, message) => {
    await expect(findChromium(has)).rejects.toThrow(message);
  });

  const onLinux = process.platform === 'linux' && process.arch === 'x64' ? test : test.skip;

  onLinux('is the one from npm where none is installed, unpacked once, with its libraries and font', async () => {
    const chromium = await findChromium(machine([]));
    const { executablePath, env } = chromium;
    expect(executablePath.startsWith(`${BUILD_FOLDER}/chromium/`)).toBe(true);
    const { ino } = statSync(executablePath);
    expect(await findChromium(machine([]))).toEqual(chromium);
    expect(statSync(executablePath).ino).toBe(ino);
    expect(readdirSync(env.LD_LIBRARY_PATH?.split(':')[0] ?? '')).toContain('libnss3.so');
    expect(await fontsOf(chromium, '<p style="font-family: serif">Text</p>')).toEqual(['Open Sans']);
  });
});

async function fontsOf(chromium: Chromium, html: string): Promise<string[]> {
  const browser = await launch(chromium);
  try {
    const page = await browser.newPage();
    await page.setContent(html);
    const session = await page.context().newCDPSession(page);
    await session.send('DOM.enable');
    await session.send('CSS.enable');
    const { root } = await session.send('DOM.getDocument');
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'p' });
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
    return fonts.map(({ familyName }) => familyName);
  } finally {
    await browser.close();
  }
}
