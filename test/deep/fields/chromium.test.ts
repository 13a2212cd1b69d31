import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openBrowser } from '../../support/browser/browser.ts';
import { ofSuite } from '../../support/jest/ofSuite.ts';
import { IS_LONG } from '../../support/jest/testSize.ts';
import { Random } from '../../support/simulator/random.ts';
import { type Case, randomCase } from './cases.ts';
import { compare, explanationOf, isSound, type Verdict } from './compare.ts';

const CASES = IS_LONG ? 100_000 : 3_000;
const CASES_PER_CALL = 500;
const TIMEOUT_MS = IS_LONG ? 600_000 : 120_000;
const FLAGS = ['valueMissing', 'typeMismatch', 'patternMismatch', 'rangeUnderflow', 'rangeOverflow', 'stepMismatch'];

const browser = ofSuite(openBrowser);
let page: Page;
beforeAll(async () => {
  page = await browser.newPage();
  await page.addScriptTag({ path: fileURLToPath(new URL('judgeForm.js', import.meta.url)) });
});

function soundCase(random: Random): Case {
  for (;;) {
    const one = randomCase(random);
    if (isSound(one)) return one;
  }
}

test(
  'random entries get the same verdict from the service as from Chromium, also as Chromium would send them',
  async () => {
    const random = new Random(1);
    const verdicts: Verdict[] = [];
    while (verdicts.length < CASES) {
      const cases = Array.from({ length: CASES_PER_CALL }, () => soundCase(random));
      const judged = await page.evaluate<Verdict[]>(`judgeCases(${JSON.stringify(cases)})`);
      const differences = cases.flatMap((one, i) => compare(one, judged[i] as Verdict));
      expect(differences.filter((difference) => !explanationOf(difference))).toEqual([]);
      verdicts.push(...judged);
    }
    // The cases include valid and invalid entries of every kind.
    const wrong = verdicts.filter(({ isValid }) => !isValid).length;
    expect(wrong).toBeGreaterThan(CASES / 5);
    expect(wrong).toBeLessThan(CASES / 2);
    for (const flag of FLAGS)
      expect(verdicts.filter(({ flags }) => flags.includes(flag)).length).toBeGreaterThan(CASES / 100);
  },
  TIMEOUT_MS,
);
