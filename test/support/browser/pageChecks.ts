import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { IS_LONG } from '../jest/testSize.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Runs on first use: most pages of a tab are not checked. */
const LAZY_AXE = `Object.defineProperty(window, 'axe', { configurable: true, get() { delete window.axe; ${AXE}; return window.axe; } });`;
const withAxe = new WeakSet<Page>();

/** Records a page's problems from now on: console messages, and requests to other hosts. */
export function watch(page: Page, origin: string): string[] {
  const events: string[] = [];
  page.on('console', (message) => events.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => events.push(`error: ${error.message}`));
  page.on('requestfailed', (request) => {
    // Requests aborted by leaving the page, such as its icon, do not count.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') events.push(`failed: ${request.url()}`);
  });
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) events.push(`request: ${request.url()}`);
  });
  return events;
}

/** True if it is the page's icon, which not every browser requests, or reports, and not always before the page is complete. */
export const isIcon = (request: { url: () => string }): boolean => request.url().endsWith('/favicon.svg');

/** Every axe-core rule, including best practices, that the page violates, and where. */
export async function violationsOf(page: Page): Promise<string[]> {
  if (!withAxe.has(page)) {
    // Half a megabyte: V8 keeps its compiled code for a tab's later pages.
    await page.addInitScript(LAZY_AXE);
    await page.evaluate(LAZY_AXE);
    withAxe.add(page);
  }
  // Details of passed rules would take longer to transfer than to compute.
  const { violations, passes } = await page.evaluate<AxeResults>("axe.run({ resultTypes: ['violations'] })");
  if (passes.length === 0) throw new Error('axe-core found nothing to check');
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id} at ${target}: ${help}`));
}

export type Scheme = 'light' | 'dark';

/** Window widths with their colour schemes; the short form tests one scheme in each. */
export const SCHEMES: Record<'wide' | 'narrow', readonly Scheme[]> = IS_LONG
  ? { wide: ['light', 'dark'], narrow: ['light', 'dark'] }
  : { wide: ['light'], narrow: ['dark'] };

/** The pixels by which the page is wider than the window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/** Elements with a running or possible animation. */
export const movingIn = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('*')].filter((element) => {
    const { transitionDuration, animationName, scrollBehavior } = getComputedStyle(element);
    return parseFloat(transitionDuration) > 0 || animationName !== 'none' || scrollBehavior === 'smooth';
  }).map((element) => element.outerHTML.slice(0, 80))`);

export interface FocusStop {
  /** Its index among all elements of the page. */
  place: number;
  html: string;
  isSeen: boolean;
  /** Its position and outline, for the message of a failure. */
  looks: string;
}

const FRAMES_MAX = 60;

export async function focusStops(page: Page): Promise<FocusStop[]> {
  const stops: FocusStop[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate<FocusStop>(`(async () => {
      const placeOf = (element) => [...document.querySelectorAll('*')].indexOf(element);
      // After the last element, the browser moves the focus to the first within some frames.
      const isUnmoved = () => placeOf(document.activeElement) === ${stops.at(-1)?.place ?? -1};
      for (let frame = 0; frame < ${FRAMES_MAX} && isUnmoved(); frame++) await new Promise(requestAnimationFrame);
      const element = document.activeElement;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      const isShown = () => {
        const { width, height, top, bottom } = element.getBoundingClientRect();
        return width > 1 && height > 1 && bottom > 0 && top < innerHeight;
      };
      // The browser scrolls to it within some frames.
      for (let frame = 0; frame < ${FRAMES_MAX} && !isShown(); frame++) await new Promise(requestAnimationFrame);
      const isOnScreen = isShown();
      return {
        place: placeOf(element),
        html: element.outerHTML.slice(0, 80),
        looks: JSON.stringify([element.getBoundingClientRect(), innerHeight, scrollY, outlineStyle, outlineWidth]),
        isSeen: isOnScreen && outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
      };
    })()`);
    if (stop.html.startsWith('<body') || stop.place === stops[0]?.place) return stops;
    stops.push(stop);
  }
}

export const countReachable = (page: Page): Promise<number> =>
  page.evaluate(`[...document.querySelectorAll('a[href], button, input:not([type="radio"]:not(:checked)), textarea, summary, [tabindex="0"]')]
    .filter((element) => element.checkVisibility()).length`);

/** The short form examines one in this many of the similar sections on the page with the whole reference. */
const SECTIONS_PER_SAMPLE = IS_LONG ? 1 : 12;

export const sampleSections = (page: Page): Promise<void> =>
  page.evaluate(`[...document.querySelectorAll('.entry')].forEach((section, place) => {
    if (place % ${SECTIONS_PER_SAMPLE} > 0) section.remove();
  })`);
