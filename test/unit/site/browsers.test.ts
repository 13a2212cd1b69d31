import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { buildSync } from 'esbuild';
import ts from 'typescript-5';
import { browsersOf, targetsOf } from '../../../site/browsers.ts';

const fileOf = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** Lists built-ins newer than a version of ECMAScript, by the compiler's declarations. */
function newerThan(lib: string[], ...files: string[]): string[] {
  const options = { allowJs: true, checkJs: true, noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true };
  const target = ts.ScriptTarget.ES2020;
  const program = ts.createProgram(files, {
    ...options,
    types: [],
    target,
    lib: lib.map((name) => `lib.${name}.d.ts`),
  });
  return ts
    .getPreEmitDiagnostics(program)
    .filter(({ code }) => [2550, 2551, 2583].includes(code))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
    .filter((text) => /'lib'|library/.test(text));
}

const SENDERS = ['site/forms/main.js', 'site/assets/form.js', 'site/assets/mail.js'];

describe('pages and scripts for senders', () => {
  test('uses no built-in that its oldest browsers lack', () => {
    const lib = ['es2020', 'dom', 'dom.iterable'];
    expect(newerThan(lib, ...SENDERS.map(fileOf))).toEqual([]);
    // The check finds what it should.
    expect(newerThan(['es5', 'dom'], ...SENDERS.map(fileOf))).not.toEqual([]);
  }, 60_000);

  test.each(['site/assets/form.js', 'site/assets/mail.js'])('%s is served as written, without newer syntax', (path) => {
    const text = readFileSync(fileOf(path), 'utf8');
    // All support property escapes; esbuild asks for the newest characters, which only the newest browsers know.
    const supported = { 'regexp-unicode-property-escapes': true };
    const build = (target: string | string[]) =>
      buildSync({ stdin: { contents: text }, target, supported, write: false, charset: 'utf8' }).outputFiles[0]?.text;
    expect(build(targetsOf('forms'))).toBe(build('esnext'));
  });
});

test('documents name the oldest browsers', () => {
  const text = readFileSync(fileOf('docs/decisions.md'), 'utf8').replace(/\s+/g, ' ');
  expect(text).toContain(`${browsersOf('dashboard')} and newer`);
  expect(text).toContain(`${browsersOf('forms')} and newer`);
});
