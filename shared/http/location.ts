/** What is stored when the gateway does not say where a submission comes from. */
export const UNKNOWN_LOCATION = 'Unknown';

/** Made with the first country: loading the names is slow, and no cold start has to wait for it. */
let countryNames: Intl.DisplayNames | undefined;

/** The English name of an ISO 3166-1 alpha-2 country code: `ES` is Spain. */
export function locationOf(countryCode: string | undefined): string {
  if (countryCode === undefined || !/^[A-Z]{2}$/.test(countryCode)) return UNKNOWN_LOCATION;
  countryNames ??= new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const name = countryNames.of(countryCode);
  return name === undefined || name === 'Unknown Region' ? UNKNOWN_LOCATION : name;
}
