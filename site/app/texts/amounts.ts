export const LOCALE = 'en';

const numbers = new Intl.NumberFormat(LOCALE);

export const amountOf = (amount: number): string => numbers.format(amount);

export const counted = (amount: number, one: string, many: string): string =>
  `${amountOf(amount)} ${amount === 1 ? one : many}`;

export const submissions = (amount: number): string => counted(amount, 'submission', 'submissions');
