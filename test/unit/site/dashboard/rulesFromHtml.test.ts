import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildSync } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { requireSoundRules } from '../../../../shared/fields/checkRules.ts';
import type { PastedForm } from '../../../../site/app/fields/rulesFromHtml.ts';
import { openBrowser } from '../../../support/browser.ts';
import { htmlOf, PASTED_FORMS } from '../../../support/pastedForms/expected.ts';

const ENTRY = fileURLToPath(new URL('../../../../site/app/fields/rulesFromHtml.ts', import.meta.url));

/** What has to be corrected by hand, in the forms of which the derived rules are not those that the owner wants. */
const CORRECTED: Readonly<Record<string, Record<string, object>>> = {
  // One cell of a table is the label of two fields.
  order: { zip: { label: 'ZIP / City' }, city: { label: undefined } },
  // A script fills in the options.
  support: { product: { type: 'text', options: undefined } },
};

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await openBrowser();
  page = await browser.newPage();
  const { outputFiles } = buildSync({
    ...{ entryPoints: [ENTRY], bundle: true, write: false, format: 'iife', globalName: 'pasted' },
  });
  await page.addScriptTag({ content: outputFiles[0]?.text ?? '' });
});
afterAll(() => browser?.close());

const read = (html: string, endpoint: { id: string; honeypotField?: string } = { id: 'enp_1' }): Promise<PastedForm> =>
  page.evaluate(`pasted.rulesFromHtml(${JSON.stringify(html)}, ${JSON.stringify(endpoint)})`);

const fieldsOf = async (...args: Parameters<typeof read>) => (await read(...args)).fields;

describe('the rules derived from a form', () => {
  const isCorrected = (kind: string) => kind in CORRECTED;

  test('need no correction for eight of ten kinds', () => {
    const kinds = Object.keys(PASTED_FORMS);
    expect([kinds.length, kinds.filter(isCorrected).length]).toEqual([10, 2]);
  });

  test.each(Object.entries(PASTED_FORMS).filter(([kind]) => !isCorrected(kind)))(
    'for %s are those that its owner wants',
    async (kind, wanted) => {
      expect(await read(htmlOf(kind))).toEqual({ fields: wanted, invalidPatterns: [] });
      expect(() => requireSoundRules(wanted)).not.toThrow();
    },
  );

  test.each(Object.keys(CORRECTED))('for %s need a correction of what the form does not say', async (kind) => {
    const derived = (PASTED_FORMS[kind] ?? []).map((rule) => ({ ...rule, ...CORRECTED[kind]?.[rule.name] }));
    const { fields } = await read(htmlOf(kind));
    expect(fields).toEqual(JSON.parse(JSON.stringify(derived)));
    expect(() => requireSoundRules(fields)).not.toThrow();
  });
});
