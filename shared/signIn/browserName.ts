/** By what only their own user agents contain: most claim to be Chrome, and all to be Safari, so that these are last. */
const BROWSERS: readonly [token: RegExp, name: string][] = [
  [/\b(?:Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\b(?:OPR|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly [token: RegExp, name: string][] = [
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows NT\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  // An iPad asks for pages as a Mac does.
  [/\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

export const UNKNOWN_BROWSER = 'an unknown program';

/** Every name that `browserOf` returns. */
export const BROWSER_NAMES: readonly string[] = [
  UNKNOWN_BROWSER,
  ...BROWSERS.flatMap(([, browser]) => [browser, ...SYSTEMS.map(([, system]) => `${browser} on ${system}`)]),
];

/** Names the program of a user agent for people, with one of a few fixed texts. */
export function browserOf(userAgent = ''): string {
  const [browser, system] = [BROWSERS, SYSTEMS].map((names) => names.find(([token]) => token.test(userAgent))?.[1]);
  if (browser === undefined) return UNKNOWN_BROWSER;
  return system === undefined ? browser : `${browser} on ${system}`;
}
