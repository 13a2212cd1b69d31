/** English with local conventions for numbers and dates: `en-DE` has a 24-hour clock and the day before the month. */
export const LOCALE = localeFor(Intl.DateTimeFormat().resolvedOptions().locale);

const numbers = new Intl.NumberFormat(LOCALE);

export function localeFor(language: string): string {
  const { region } = new Intl.Locale(language).maximize();
  return region === undefined ? 'en' : `en-${region}`;
}

export const amountOf = (amount: number): string => numbers.format(amount);

export const counted = (amount: number, one: string, many: string): string =>
  `${amountOf(amount)} ${amount === 1 ? one : many}`;

export const submissions = (amount: number): string => counted(amount, 'submission', 'submissions');
