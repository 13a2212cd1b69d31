import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import go from 'highlight.js/lib/languages/go';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import plaintext from 'highlight.js/lib/languages/plaintext';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import { Html } from '../html.ts';

const LANGUAGES = { go, html: xml, js: javascript, json, python, sh: bash, text: plaintext, ts: typescript };
export type CodeLanguage = keyof typeof LANGUAGES;

for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language);

/** Adds markup with a class for each kind of token; the text stays the same. */
export const highlight = (code: string, language: CodeLanguage): Html =>
  new Html(hljs.highlight(code, { language }).value);
