import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { scriptTextsIn } from '../../../../site/forms/formScriptTexts.ts';
import { formsScripts } from '../../../../site/forms/formsScript.ts';

/** 1,300 of them know passwords, codes and cards in seven languages. */
const GZIP_BYTES_MAX = 6_800;

const TEXTS_GZIP_BYTES_MAX = 550;

const [{ path, body } = { path: '', body: '' }, ...texts] = formsScripts();

describe('the script of forms with files', () => {
  test('is served at a URL that never changes', () => {
    expect(path).toBe('/forms.js');
  });

  test(`has at most ${GZIP_BYTES_MAX} bytes, compressed`, () => {
    expect(gzipSync(body).length).toBeLessThanOrEqual(GZIP_BYTES_MAX);
  });

  test.each(texts)(`$path has at most ${TEXTS_GZIP_BYTES_MAX} bytes more, compressed`, (file) => {
    expect(gzipSync(file.body).length).toBeLessThanOrEqual(TEXTS_GZIP_BYTES_MAX);
  });

  test('has the texts that the guide lists', () => {
    const guide = readFileSync(new URL('../../../../site/guide/pages/files.md', import.meta.url), 'utf8');
    const [row = ''] = /\| `data-text-sent` .*/.exec(guide) ?? [];
    const listed = [...row.matchAll(/`(?:data-text-)?(\w+)`/g)].map(([, name]) => name);
    expect(listed.sort()).toEqual(Object.keys(scriptTextsIn('en')).sort());
  });

  test('names no host: it only calls the form’s URL and URLs from its responses', () => {
    expect(body).not.toMatch(/https?:\/\/\w/);
  });

  test('is a classic script without globals, and does nothing on a page without such a form', () => {
    const listeners: string[] = [];
    const page = {
      addEventListener: (name: string) => listeners.push(name),
      document: Object.create({ querySelectorAll: () => [] }),
    };
    runInNewContext(body, page);
    expect(Object.keys(page)).toEqual(['addEventListener', 'document']);
    expect(listeners.sort().join()).toBe(
      'click,focusin,formdata,input,invalid,pageshow,reset,securitypolicyviolation,submit,submit',
    );
  });
});
