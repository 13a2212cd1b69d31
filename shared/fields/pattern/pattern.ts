import { type Instruction, type Program, programOf } from './program.ts';
import { parsePattern } from './syntax.ts';

/**
 * A pattern in the syntax of HTML's attribute `pattern`. It runs as an automaton: for each character, matching takes at
 * most as many steps as the automaton has states, and as many again at the end.
 */
export class Pattern {
  readonly #program: Program;
  /** States visited so far. */
  steps = 0;

  /** @throws PatternRefused if it is invalid or cannot run in linear time */
  constructor(source: string) {
    this.#program = programOf(parsePattern(source));
  }

  get states(): number {
    const { states, looks } = this.#program;
    return looks.reduce((sum, look) => sum + look.states.length, states.length);
  }

  matches(text: string): boolean {
    const codePoints = Uint32Array.from(text, (character) => character.codePointAt(0) as number);
    const { states, looks } = this.#program;
    const held: Uint8Array[] = [];
    for (const look of looks) {
      held.push(this.#walk(look.states, codePoints, held, { isBackwards: look.isAhead, isAnywhere: true }));
    }
    return this.#walk(states, codePoints, held, { isBackwards: false, isAnywhere: false })[codePoints.length] === 1;
  }

  /**
   * Runs an automaton over a text.
   * @returns for each index of the text whether the automaton can end there
   */
  #walk(
    states: readonly Instruction[],
    text: Uint32Array,
    held: readonly Uint8Array[],
    { isBackwards, isAnywhere }: { isBackwards: boolean; isAnywhere: boolean },
  ): Uint8Array {
    const ends = new Uint8Array(text.length + 1);
    /** The last index at which each state was visited, so that it is visited once per index. */
    const visits = new Int32Array(states.length).fill(-1);
    let next = [0];
    for (let walked = 0; walked <= text.length && (isAnywhere || next.length > 0); walked++) {
      const index = isBackwards ? text.length - walked : walked;
      const open = next;
      if (isAnywhere && walked > 0) open.push(0);
      const character = isBackwards ? text[index - 1] : text[index];
      next = [];
      for (let state = open.pop(); state !== undefined; state = open.pop()) {
        if (visits[state] === walked) continue;
        visits[state] = walked;
        this.steps++;
        const at = states[state] as Instruction;
        if (at.kind === 'character') {
          if (character !== undefined && at.matches(character)) next.push(state + 1);
        } else if (at.kind === 'either') open.push(state + 1, at.other);
        else if (at.kind === 'jump') open.push(at.to);
        else if (at.kind === 'matched') ends[index] = 1;
        else if (at.kind === 'position' ? at.holds(text, index) : (held[at.look]?.[index] === 1) !== at.isNegated) {
          open.push(state + 1);
        }
      }
    }
    return ends;
  }
}
