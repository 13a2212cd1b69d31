import { type Characters, charactersOf, oneCharacter } from './characters.ts';

export type Node =
  | { kind: 'character'; matches: Characters }
  | { kind: 'position'; holds: PositionTest }
  | { kind: 'look'; body: Node; isAhead: boolean; isNegated: boolean }
  | { kind: 'sequence'; parts: Node[] }
  | { kind: 'choice'; options: Node[] }
  | { kind: 'repeat'; body: Node; min: number; max: number };

/** True if an assertion such as `^` or `\b` holds before the code point at this index. */
export type PositionTest = (text: ArrayLike<number>, index: number) => boolean;

/** The reason for rejecting a pattern, as the text after its name. */
export class PatternRefused extends Error {}

const CLASS_OR_WORD = /\w/;
const isWord = (codePoint: number | undefined): boolean =>
  codePoint !== undefined && codePoint < 128 && CLASS_OR_WORD.test(String.fromCharCode(codePoint));
const atBoundary: PositionTest = (text, index) => isWord(text[index - 1]) !== isWord(text[index]);

const POSITIONS: Readonly<Record<string, PositionTest>> = {
  '^': (_text, index) => index === 0,
  $: (text, index) => index === text.length,
  '\\b': atBoundary,
  '\\B': (text, index) => !atBoundary(text, index),
};

const LOOKS: Readonly<Record<string, { isAhead: boolean; isNegated: boolean }>> = {
  '(?=': { isAhead: true, isNegated: false },
  '(?!': { isAhead: true, isNegated: true },
  '(?<=': { isAhead: false, isNegated: false },
  '(?<!': { isAhead: false, isNegated: true },
};

const GROUP_START = /\((?:\?(?:[:=!]|<[=!]|<[^>=!][^>]*>))?/y;
/** An escape without braces; a surrogate pair counts as one. */
const ESCAPE = /\\(?:ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|u[\da-f]{4}|x[\da-f]{2}|c[a-z]|[\s\S])/iy;

/**
 * Parses the syntax of HTML's attribute `pattern`, which is JavaScript's with the flag `v`.
 * @throws PatternRefused for other syntax, or a pattern that cannot run in linear time
 */
export function parsePattern(pattern: string): Node {
  try {
    new RegExp(`^(?:${pattern})$`, 'v');
    // Otherwise a parenthesis could close the group above.
    new RegExp(pattern, 'v');
  } catch {
    throw new PatternRefused('must be a valid regular expression for HTML’s attribute pattern (JavaScript, flag v)');
  }
  return new Parser(pattern).parse();
}

/** Parses a pattern that is known to be valid. */
class Parser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): Node {
    const options = [this.#sequence()];
    while (this.#skip('|')) options.push(this.#sequence());
    return options.length === 1 ? (options[0] as Node) : { kind: 'choice', options };
  }

  #sequence(): Node {
    const parts: Node[] = [];
    while (this.#at < this.#text.length && !/[|)]/.test(this.#text[this.#at] as string)) parts.push(this.#quantified());
    return parts.length === 1 ? (parts[0] as Node) : { kind: 'sequence', parts };
  }

  #quantified(): Node {
    const body = this.#term();
    const times = this.#times();
    if (!times) return body;
    // Lazy and greedy repetition are equivalent for a whole match.
    this.#skip('?');
    return { kind: 'repeat', body, ...times };
  }

  #times(): { min: number; max: number } | undefined {
    const all = Number.POSITIVE_INFINITY;
    if (this.#skip('*')) return { min: 0, max: all };
    if (this.#skip('+')) return { min: 1, max: all };
    if (this.#skip('?')) return { min: 0, max: 1 };
    if (this.#text[this.#at] !== '{') return undefined;
    const [least = '', most = least] = this.#toBrace().slice(1, -1).split(',');
    return { min: Number(least), max: most === '' ? all : Number(most) };
  }

  #term(): Node {
    const next = this.#text[this.#at] as string;
    if (next === '(') return this.#group();
    if (next === '^' || next === '$') {
      this.#at++;
      return { kind: 'position', holds: POSITIONS[next] as PositionTest };
    }
    if (next === '\\') return this.#escape();
    if (next === '[') return charactersAs(this.#class());
    if (next === '.') {
      this.#at++;
      return charactersAs(next);
    }
    const codePoint = this.#text.codePointAt(this.#at) as number;
    this.#at += String.fromCodePoint(codePoint).length;
    return { kind: 'character', matches: oneCharacter(codePoint) };
  }

  #group(): Node {
    const start = this.#take(GROUP_START) ?? '';
    if (start === '(' && this.#text[this.#at] === '?') {
      throw new PatternRefused('must not change flags within (`(?i:`)');
    }
    const body = this.parse();
    this.#at++;
    const look = LOOKS[start];
    return look ? { kind: 'look', body, ...look } : body;
  }

  #escape(): Node {
    const isInBraces = /^\\[upP]\{/.test(this.#text.slice(this.#at, this.#at + 3));
    const source = isInBraces ? this.#toBrace() : (this.#take(ESCAPE) ?? '');
    const holds = POSITIONS[source];
    if (holds) return { kind: 'position', holds };
    if (/^\\(?:[1-9]|k)/.test(source)) {
      throw new PatternRefused(`must not have a backreference (${source}), which takes more than linear time`);
    }
    return charactersAs(source);
  }

  /** The source of a class, which may be nested. */
  #class(): string {
    const start = this.#at;
    let depth = 0;
    do {
      const character = this.#text[this.#at];
      if (character === '[') depth++;
      if (character === ']') depth--;
      this.#at += character === '\\' ? 2 : 1;
    } while (depth > 0);
    return this.#text.slice(start, this.#at);
  }

  #skip(character: string): boolean {
    const isThere = this.#text[this.#at] === character;
    if (isThere) this.#at++;
    return isThere;
  }

  /** Reads up to and including the next closing brace. */
  #toBrace(): string {
    const start = this.#at;
    this.#at = this.#text.indexOf('}', start) + 1;
    return this.#text.slice(start, this.#at);
  }

  #take(expression: RegExp): string | undefined {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }
}

function charactersAs(source: string): Node {
  const matches = charactersOf(source);
  if (matches) return { kind: 'character', matches };
  throw new PatternRefused(`must not have a class that matches several characters (${source})`);
}
