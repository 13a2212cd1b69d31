import type { Characters } from './characters.ts';
import { type Node, PatternRefused, type PositionTest } from './syntax.ts';

/** An instruction of the automaton: its condition, and the next one if it does not follow directly. */
export type Instruction =
  | { kind: 'character'; matches: Characters }
  | { kind: 'position'; holds: PositionTest }
  | { kind: 'look'; look: number; isNegated: boolean }
  | { kind: 'either'; other: number }
  | { kind: 'jump'; to: number }
  | { kind: 'matched' };

/** A lookahead or lookbehind. Lookaheads are reversed and run from the end of the text. */
export interface Look {
  states: Instruction[];
  isAhead: boolean;
}

/** An automaton that decides whether a whole text matches a pattern. */
export interface Program {
  states: Instruction[];
  /** Nested ones come first. */
  looks: Look[];
}

/** The most states of a pattern's automaton. `.{1,499}` has 999. */
export const PATTERN_STATES_MAX = 1_000;

/**
 * Compiles a pattern.
 * @throws PatternRefused if it has too many states
 */
export function programOf(node: Node): Program {
  const end = 1;
  if (statesOf(node) + end > PATTERN_STATES_MAX) {
    throw new PatternRefused(
      `must be simpler: its repetitions need more than ${PATTERN_STATES_MAX.toLocaleString('en')} states`,
    );
  }
  const looks: Look[] = [];
  return { states: new Compiler(looks, false).compile(node), looks };
}

/** The number of states of a node, computed before any is created. */
function statesOf(node: Node): number {
  if (node.kind === 'look') return statesOf(node.body) + 2;
  if (node.kind === 'sequence') return node.parts.reduce((sum, part) => sum + statesOf(part), 0);
  if (node.kind === 'choice') return node.options.reduce((sum, option) => sum + statesOf(option) + 2, 0);
  if (node.kind !== 'repeat') return 1;
  const { body, min, max } = node;
  const size = statesOf(body);
  const optional = max === Number.POSITIVE_INFINITY ? size + 2 : (max - min) * (size + 1);
  return min * size + optional;
}

class Compiler {
  readonly #looks: Look[];
  readonly #isReversed: boolean;
  readonly #states: Instruction[] = [];

  constructor(looks: Look[], isReversed: boolean) {
    this.#looks = looks;
    this.#isReversed = isReversed;
  }

  compile(node: Node): Instruction[] {
    this.#add(node);
    this.#states.push({ kind: 'matched' });
    return this.#states;
  }

  #add(node: Node): void {
    if (node.kind === 'sequence') {
      for (const part of this.#isReversed ? node.parts.toReversed() : node.parts) this.#add(part);
    } else if (node.kind === 'choice') this.#addChoice(node.options);
    else if (node.kind === 'repeat') this.#addRepeat(node.body, node.min, node.max);
    else if (node.kind === 'look') {
      const { body, isAhead, isNegated } = node;
      const states = new Compiler(this.#looks, isAhead).compile(body);
      const look = this.#looks.push({ states, isAhead }) - 1;
      this.#states.push({ kind: 'look', look, isNegated });
    } else this.#states.push(node);
  }

  #addChoice(options: readonly Node[]): void {
    const ends: { kind: 'jump'; to: number }[] = [];
    for (const option of options.slice(0, -1)) {
      const either = this.#push({ kind: 'either', other: 0 });
      this.#add(option);
      ends.push(this.#push({ kind: 'jump', to: 0 }));
      either.other = this.#states.length;
    }
    this.#add(options.at(-1) as Node);
    for (const end of ends) end.to = this.#states.length;
  }

  #addRepeat(body: Node, min: number, max: number): void {
    for (let count = 0; count < min; count++) this.#add(body);
    if (max === Number.POSITIVE_INFINITY) {
      const start = this.#states.length;
      const either = this.#push({ kind: 'either', other: 0 });
      this.#add(body);
      this.#states.push({ kind: 'jump', to: start });
      either.other = this.#states.length;
      return;
    }
    const ends = Array.from({ length: max - min }, () => {
      const either = this.#push({ kind: 'either', other: 0 });
      this.#add(body);
      return either;
    });
    for (const end of ends) end.other = this.#states.length;
  }

  #push<S extends Instruction>(state: S): S {
    this.#states.push(state);
    return state;
  }
}
