import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildFolderOnce, sourceHash } from '../../../infra/tools/buildFolder.ts';

export interface Chromium {
  executablePath: string;
  env: Record<string, string>;
}

/** Paths at which packages and installers put Chrome and Chromium. */
const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

export interface Machine {
  named: string | undefined;
  exists: (path: string) => boolean;
  platform: string;
}

const THIS_MACHINE: Machine = {
  named: process.env.CHROMIUM_PATH,
  exists: existsSync,
  platform: `${process.platform}-${process.arch}`,
};

/**
 * The browser in `CHROMIUM_PATH`; else the pinned one from npm, which only runs on Linux (x64), or an installed one.
 * @throws Error that says what to install
 */
export async function findChromium({ named, exists, platform }: Machine = THIS_MACHINE): Promise<Chromium> {
  if (named && !exists(named)) throw new Error(`CHROMIUM_PATH names ${named}, which does not exist.`);
  if (!named && platform === 'linux-x64') return unpackChromium();
  const executablePath = named || INSTALLED.find(exists);
  if (executablePath) return { executablePath, env: {} };
  throw new Error(`On ${platform}, install Chrome or Chromium, or set CHROMIUM_PATH to the program.`);
}

const ROOT = join(import.meta.dirname, '../../..');
/** A change in these files unpacks it again. */
const SOURCES = ['node_modules/@sparticuz/chromium/package.json', 'test/support/browser/chromium.ts'];

async function unpackChromium(): Promise<Chromium> {
  const name = sourceHash(ROOT, SOURCES).slice(0, 16);
  const folder = await buildFolderOnce({ kind: 'chromium', name, keptMax: 1 }, unpackInto);
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      LD_LIBRARY_PATH: [join(folder, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
      XDG_CACHE_HOME: join(folder, 'cache'),
    },
  };
}

const UNPACK = "import chromium from '@sparticuz/chromium'; await chromium.executablePath();";

/** The package unpacks into the temporary folder, and its libraries only if it believes to run in AWS Lambda. */
async function unpackInto(folder: string): Promise<void> {
  const env = { ...process.env, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' };
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', UNPACK], { cwd: ROOT, env });
  await writeFile(join(folder, 'fonts.conf'), FONTS);
}

/** The package's own configuration expects its fonts in /tmp. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;
