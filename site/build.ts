import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { renderSite } from './pages.ts';

/** Writes the site to `.build/site`, laid out as static hosts expect it: `/thank-you` is `thank-you/index.html`. */

const directory = fileURLToPath(new URL('../.build/site', import.meta.url));
const pages = renderSite({});

rmSync(directory, { recursive: true, force: true });
for (const { path, body } of pages) {
  const file = join(directory, extname(path) === '' ? join(path, 'index.html') : path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, body);
}
process.stdout.write(`${pages.length} files in ${directory}\n`);
