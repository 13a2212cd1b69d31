/**
 * The oldest browsers in which the dashboard and the guide work, and those for `forms.js` and the pages that senders see.
 * Bundles are built for them. Forms without a script work in any browser.
 */
export const OLDEST_BROWSERS = {
  /** `light-dark()`, popovers, `AbortSignal.any`: spring of 2024. */
  dashboard: { chrome: '123', firefox: '125', safari: '17.5' },
  forms: { chrome: '91', firefox: '78', safari: '15' },
} as const;

export type Audience = keyof typeof OLDEST_BROWSERS;

const NAMES = { chrome: 'Chrome and Edge', firefox: 'Firefox', safari: 'Safari' } as const;

/** `Firefox 125, …`, for documents. */
export const browsersOf = (audience: Audience): string =>
  Object.entries(OLDEST_BROWSERS[audience])
    .map(([name, version]) => `${NAMES[name as keyof typeof NAMES]} ${version}`)
    .join(', ');

/** esbuild's names of the browsers. */
export const targetsOf = (audience: Audience): string[] =>
  Object.entries(OLDEST_BROWSERS[audience]).map(([name, version]) => name + version);
