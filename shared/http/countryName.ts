import { UNKNOWN_LOCATION } from '../contract/choices.ts';

/** Created on first use: loading the names would slow down cold starts. */
let countryNames: Intl.DisplayNames | undefined;

/** The English name for an ISO 3166-1 alpha-2 country code: `ES` is Spain. */
export function countryName(countryCode: string | undefined): string {
  if (countryCode === undefined || !/^[A-Z]{2}$/.test(countryCode)) return UNKNOWN_LOCATION;
  countryNames ??= new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const name = countryNames.of(countryCode);
  return name === undefined || name === 'Unknown Region' ? UNKNOWN_LOCATION : name;
}
