import { SearchQuery } from '../../../shared/contract/schemas/submissions/search.ts';
import type { Random } from '../../support/simulator/random.ts';

const WORDS = [
  'ada',
  'Ada',
  'ÁDA',
  'adam',
  'straße',
  'STRASSE',
  'ﬁne',
  'Ελλάς',
  'ελλασ',
  '東京',
  'naïve',
  'e\u0301te\u0301',
  'a b',
  'A  B',
  'say "hi"',
  'x:y',
  '"',
  ':',
  '👋',
  '42',
  'true',
  'İstanbul',
  'ǆ',
  'null',
  '\u2029',
  '__proto__',
];
const FIELDS = ['name', 'Name', 'message', 'e-mail', 'Größe', 'x:y', '__proto__', ''];
const LONG = `${'lorem ipsum '.repeat(4_000)}needle`;

function anyValue(random: Random, depth = 0): unknown {
  if (depth < 2 && random.chance(0.15)) return dataOf(random, depth + 1);
  if (depth < 2 && random.chance(0.1)) return [anyValue(random, depth + 1), anyValue(random, depth + 1)];
  if (random.chance(0.02)) return LONG;
  return random.pick<unknown>([42, -1.5, true, null, ...WORDS, `${random.pick(WORDS)} ${random.pick(WORDS)}`]);
}

export function dataOf(random: Random, depth = 0): Record<string, unknown> {
  const fields = Array.from({ length: random.below(4) }, () => [random.pick(FIELDS), anyValue(random, depth)]);
  return JSON.parse(JSON.stringify(Object.fromEntries(fields)));
}

function termOf(random: Random): string {
  const word = random.pick([...WORDS, 'needle', 'nothing has this']).replaceAll('"', '');
  const text = random.chance(0.4) || /[\s:]/.test(word) ? `"${word}"` : word;
  if (text === '""' || text === '') return 'a';
  if (!random.chance(0.25)) return text;
  const field = random.pick(FIELDS) || 'name';
  return `${/[\s:]/.test(field) ? `"${field}"` : field}:${text}`;
}

export function searchOf(random: Random, timesMs: readonly number[]): SearchQuery {
  const flag = () => (random.chance(0.25) ? { value: String(random.chance(0.5)) } : undefined);
  const [isRead, isSpam] = [flag(), flag()];
  const time = () => new Date(random.pick(timesMs) + random.below(3) - 1).toISOString();
  const terms = Array.from({ length: random.pick([0, 0, 1, 1, 2, 3]) }, () => termOf(random));
  return SearchQuery.parse({
    ...(terms.length > 0 && { query: terms.join(' ') }),
    ...(isRead && { isRead: isRead.value }),
    ...(isSpam && { isSpam: isSpam.value }),
    ...(timesMs.length > 0 && random.chance(0.25) && { createdAfter: time() }),
    ...(timesMs.length > 0 && random.chance(0.25) && { createdBefore: time() }),
    order: random.pick(['newest', 'oldest']),
    limit: String(random.pick([1, 2, 3, 7, 100])),
  });
}
