import type { Random } from '../../support/simulator/random.ts';

export interface Sampled {
  source: string;
  sample: string;
}

const CHARACTERS: readonly (readonly [source: string, characters: string])[] = [
  ['a', 'a'],
  ['b', 'b'],
  ['Z', 'Z'],
  ['é', 'é'],
  ['😀', '😀'],
  [' ', ' '],
  ['\\.', '.'],
  ['\\/', '/'],
  ['-', '-'],
  ['\\u0041', 'A'],
  ['\\u{1F600}', '😀'],
  ['\\uD83D\\uDE00', '😀'],
  ['\\x42', 'B'],
  ['\\cJ', '\n'],
  ['\\t', '\t'],
  ['.', 'aZ9é😀'],
  ['\\d', '0189'],
  ['\\D', 'ab-'],
  ['\\w', 'aZ_9'],
  ['\\W', '-é '],
  ['\\s', ' \u00a0\u2003'],
  ['\\S', 'a😀'],
  ['[a-z]', 'abz'],
  ['[^a-z]', 'Z9é'],
  ['[A-Za-z0-9_\\-]', 'aZ9_-'],
  ['[\\w--[0-9]]', 'aZ_'],
  ['[[a-z]&&[aeiou]]', 'ae'],
  ['[^\\p{L}]', '1- '],
  ['\\p{L}', 'aé字'],
  ['\\p{Lu}', 'AÉ'],
  ['\\P{ASCII}', 'é字😀'],
  ['\\p{Script=Greek}', 'αβΩ'],
  ['[\\u{1F600}-\\u{1F64F}]', '😀😎'],
];

const QUANTIFIERS = ['*', '+', '?', '*?', '+?', '??', '{2}', '{0,3}', '{1,}', '{2,4}?', '{0}'] as const;
const POSITIONS = ['^', '$', '\\b', '\\B'] as const;
const LOOKS = ['(?=', '(?!', '(?<=', '(?<!'] as const;

export function randomPattern(random: Random, depth = 3): Sampled {
  const parts = Array.from({ length: 1 + random.below(3) }, () => randomPart(random, depth));
  const joined = {
    source: parts.map(({ source }) => source).join(''),
    sample: parts.map(({ sample }) => sample).join(''),
  };
  if (depth === 0 || !random.chance(0.2)) return joined;
  const other = randomPattern(random, depth - 1);
  return { source: `${joined.source}|${other.source}`, sample: random.pick([joined, other]).sample };
}

function randomPart(random: Random, depth: number): Sampled {
  if (random.chance(0.05)) return { source: random.pick(POSITIONS), sample: '' };
  if (depth > 0 && random.chance(0.08)) {
    return { source: `${random.pick(LOOKS)}${randomPattern(random, depth - 1).source})`, sample: '' };
  }
  const atom = depth > 0 && random.chance(0.3) ? randomGroup(random, depth) : randomCharacter(random);
  if (!random.chance(0.4)) return atom;
  return { source: atom.source + random.pick(QUANTIFIERS), sample: atom.sample.repeat(random.below(4)) };
}

function randomGroup(random: Random, depth: number): Sampled {
  const { source, sample } = randomPattern(random, depth - 1);
  return { source: `${random.pick(['(', '(?:', `(?<g${random.below(1_000_000)}>`])}${source})`, sample };
}

function randomCharacter(random: Random): Sampled {
  const [source, characters] = random.pick(CHARACTERS);
  return { source, sample: random.pick([...characters]) };
}

const ALPHABET = [...'abzAZ019_-./ é字😀αΩ\t\u00a0'];

export function nearly(random: Random, sample: string): string {
  const characters = [...sample];
  while (random.chance(0.4)) {
    characters.splice(random.below(characters.length + 1), random.below(2), random.pick(ALPHABET));
  }
  return characters.join('');
}
