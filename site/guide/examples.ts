import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { Code } from '../docs/codeBox.ts';
import type { CodeLanguage } from '../docs/highlight.ts';

const LANGUAGES: Record<string, CodeLanguage> = {
  '.go': 'go',
  '.html': 'html',
  '.js': 'js',
  '.jsx': 'js',
  '.json': 'json',
  '.py': 'python',
  '.sh': 'sh',
  '.ts': 'ts',
};

/** The text of a file in `examples/`, which tests run. */
export const exampleText = (file: string): string =>
  readFileSync(new URL(`./examples/${file}`, import.meta.url), 'utf8').trimEnd();

/** An example as pages show it, with its name. */
export const exampleFile = (file: string): Code => ({
  caption: file,
  code: exampleText(file),
  language: LANGUAGES[extname(file)] ?? 'text',
});
