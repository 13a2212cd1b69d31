import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { openBrowser } from '../../support/browser.ts';
import type { Case } from './cases.ts';

export interface Verdict {
  isValid: boolean;
  flags: string[];
  sent: string[];
}

const SCRIPT = fileURLToPath(new URL('./judgeForm.js', import.meta.url));

export class BrowserJudge {
  readonly #page: Page;

  private constructor(page: Page) {
    this.#page = page;
  }

  static async open(): Promise<BrowserJudge> {
    const page = await (await openBrowser()).newPage();
    await page.addScriptTag({ path: SCRIPT });
    return new BrowserJudge(page);
  }

  judge(cases: readonly Case[]): Promise<Verdict[]> {
    return this.#page.evaluate(`judgeCases(${JSON.stringify(cases)})`) as Promise<Verdict[]>;
  }

  async close(): Promise<void> {
    await this.#page.context().browser()?.close();
  }
}
