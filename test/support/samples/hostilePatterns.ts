import type { Random } from '../simulator/random.ts';

/** Patterns with exponential or quadratic time in backtracking engines, or large automata. */
const SEEDS = [
  '(a+)+$',
  '(a|a)*b',
  '(a|aa)+c',
  '(.*a){12}',
  '(?:a?){30}a{30}',
  '([a-zA-Z]+)*\\d',
  '(.*)(.*)(.*)=x',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(?=(?:a*)*b)a+',
  '(?<=(?:a|b)*)c',
  '(?!(?:.*a){9}).*',
  '.*a.{400}',
  '(?:\\w*\\s*)*!',
  '(x+x+)+y',
  '((a*)*)*z',
  '(?=.*a)(?=.*b)(?=.*c).*',
  '[\\p{L}\\p{N}]*\\p{Lu}{90}',
  '(a)\\1+',
  '(?:a{1,50}){1,50}',
  '(?:(?:a{20}){20}){20}',
];

export function hostilePattern(random: Random): string {
  const seed = random.pick(SEEDS);
  const shapes = [
    () => seed,
    () => `(?:${seed})*`,
    () => `(?:${seed}|${random.pick(SEEDS)})+`,
    () => `(?:${seed}){1,${1 + random.below(12)}}`,
    () => `(?=${seed})${random.pick(SEEDS)}`,
    () => `${'(?:'.repeat(9)}${seed}${')*'.repeat(9)}`,
    () => `.*${seed}.*${random.pick(SEEDS)}`,
  ];
  return random.pick(shapes)();
}

/** A text of few letters, on which many states are active at once. */
export function hostileText(random: Random, length: number): string {
  const unit = random.pick(['a', 'ab', 'aA', 'xyz', 'a b ', 'aaaaaaaaab', '1a', 'é😀']);
  return [...unit.repeat(Math.ceil(length / unit.length))].slice(0, length).join('');
}
