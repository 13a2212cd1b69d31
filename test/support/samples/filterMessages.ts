import type { Kind } from '../../../shared/storage/filter/learning.ts';

const SPAM = ['casino', 'bonus', 'winner', 'jackpot', 'viagra', 'loan', 'crypto', 'investment'];
const WANTED = ['invoice', 'meeting', 'question', 'delivery', 'appointment', 'order', 'thanks', 'quote'];
const COMMON = ['hello', 'please', 'your', 'the', 'we', 'today', 'and', 'best'];

/** A message of eight words, five of them typical for its kind; spam also has a link. */
export function messageOf(kind: Kind, number: number): { message: string } {
  const own = kind === 'spam' ? SPAM : WANTED;
  const pick = (words: string[], count: number, step: number) =>
    Array.from({ length: count }, (_, index) => words[(number * step + index * (1 + (number % 3))) % words.length]);
  const link = kind === 'spam' ? ` https://${pick(SPAM, 1, 5)}.example/x` : '';
  return { message: `${pick(COMMON, 3, 3).join(' ')} ${pick(own, 5, 7).join(' ')}${link}` };
}
