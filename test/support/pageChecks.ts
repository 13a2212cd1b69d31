import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { IS_LONG } from './testSize.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What goes wrong on a page from now on: what it says on the console, and what it asks of other hosts. */
export function watch(page: Page, origin: string): string[] {
  const events: string[] = [];
  page.on('console', (message) => events.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => events.push(`error: ${error.message}`));
  page.on('requestfailed', (request) => {
    // What a page had not loaded yet when it was left, such as its icon, is not its fault.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') events.push(`failed: ${request.url()}`);
  });
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) events.push(`request: ${request.url()}`);
  });
  return events;
}

/** Every rule of axe-core that the page breaks, best practices too, and where. */
export async function violationsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  // The full details of what is in order would take longer to pass on than to find.
  const { violations, passes } = await page.evaluate<AxeResults>("axe.run({ resultTypes: ['violations'] })");
  if (passes.length === 0) throw new Error('axe-core found nothing to check');
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id} at ${target}: ${help}`));
}

export type Scheme = 'light' | 'dark';

/** Wide and narrow windows, each with the schemes that are looked at in it: the short form looks at one in each. */
export const SCHEMES: Record<'wide' | 'narrow', readonly Scheme[]> = IS_LONG
  ? { wide: ['light', 'dark'], narrow: ['light', 'dark'] }
  : { wide: ['light'], narrow: ['dark'] };

/** By how many pixels the page is wider than the screen. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/** Elements that move or fade, or would. */
export const movingIn = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('*')].filter((element) => {
    const { transitionDuration, animationName, scrollBehavior } = getComputedStyle(element);
    return parseFloat(transitionDuration) > 0 || animationName !== 'none' || scrollBehavior === 'smooth';
  }).map((element) => element.outerHTML.slice(0, 80))`);

/** An element that the Tab key led to. */
export interface FocusStop {
  /** Its place among all elements of the page. */
  place: number;
  html: string;
  isSeen: boolean;
  /** Where it is, and its outline: for the message of a test that fails. */
  looks: string;
}

/** Frames that a browser has for scrolling to what got the focus. */
const FRAMES_MAX = 60;

/** Where the Tab key leads, one press after the other, until it leaves the page. */
export async function focusStops(page: Page): Promise<FocusStop[]> {
  const stops: FocusStop[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate<FocusStop>(`(async () => {
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
        place: [...document.querySelectorAll('*')].indexOf(element),
        html: element.outerHTML.slice(0, 80),
        looks: JSON.stringify([element.getBoundingClientRect(), innerHeight, scrollY, outlineStyle, outlineWidth]),
        isSeen: isOnScreen && outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
      };
    })()`);
    if (stop.html.startsWith('<body') || stop.place === stops[0]?.place) return stops;
    stops.push(stop);
  }
}

/** What is there to be reached by keyboard. */
export const countReachable = (page: Page): Promise<number> =>
  page.evaluate(`[...document.querySelectorAll('a[href], button, input:not([type="radio"]:not(:checked)), textarea, summary, [tabindex="0"]')]
    .filter((element) => element.checkVisibility()).length`);

/** Every address that the page links to or loads, whole. */
export const addressesOf = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('[href], [src]')].map((element) => element.href ?? element.src)`);

/** Those of a page with this address that is only read, and not opened. */
export const addressesIn = (page: Page, html: string, address: string): Promise<string[]> =>
  page.evaluate(`[...new DOMParser().parseFromString(${JSON.stringify(html)}, 'text/html').querySelectorAll('[href], [src]')]
    .map((element) => new URL(element.getAttribute('href') ?? element.getAttribute('src'), '${address}').href)`);

/** Of the sections on the one page with all of the reference, which are alike, the short form looks closely at one in so many. */
const SECTIONS_PER_SAMPLE = IS_LONG ? 1 : 12;

/** Takes those sections out of the page that are not looked at closely. */
export const sampleSections = (page: Page): Promise<void> =>
  page.evaluate(`[...document.querySelectorAll('.entry')].forEach((section, place) => {
    if (place % ${SECTIONS_PER_SAMPLE} > 0) section.remove();
  })`);
