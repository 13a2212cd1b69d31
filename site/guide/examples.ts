import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { codeBox } from '../code.ts';
import type { CodeLanguage } from '../highlight.ts';
import type { Html } from '../html.ts';

/** Stands for the address of the API wherever an example or a text names it. */
export const API_PLACEHOLDER = 'https://YOUR-API';
/** Stands for the address that a form is sent to. */
export const FORM_ADDRESS = `${API_PLACEHOLDER}/v1/f/YOUR-ENDPOINT-ID`;

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

/** An example as it stands in `examples/`, where the tests that run it find it too. */
export const exampleText = (file: string): string =>
  readFileSync(new URL(`./examples/${file}`, import.meta.url), 'utf8').trimEnd();

/** An example as the pages show it. */
export const example = (file: string, caption: string): Html =>
  codeBox(caption, exampleText(file), LANGUAGES[extname(file)] as CodeLanguage);
