/** Tells whether a code point is one of those that a part of a pattern stands for. */
export type Characters = (codePoint: number) => boolean;

const ASCII_SIZE = 128;

export const oneCharacter =
  (wanted: number): Characters =>
  (codePoint) =>
    codePoint === wanted;

/**
 * The characters of `.`, a class or an escape, as the engine of the language knows them: it is asked about one character
 * at a time, which takes constant time. Undefined for what can stand for several characters in a row (`\p{RGI_Emoji}`).
 * @param source a part of a pattern that was found to be valid
 */
export function charactersOf(source: string): Characters | undefined {
  if (mayBeSeveral(source)) return undefined;
  const one = new RegExp(`^${source}$`, 'v');
  const test: Characters = (codePoint) => one.test(String.fromCodePoint(codePoint));
  const ascii = Uint8Array.from({ length: ASCII_SIZE }, (_, codePoint) => Number(test(codePoint)));
  return (codePoint) => (codePoint < ASCII_SIZE ? ascii[codePoint] === 1 : test(codePoint));
}

/** The complement of a class is invalid where the class has strings in it. */
function mayBeSeveral(source: string): boolean {
  if (source === '.') return false;
  try {
    new RegExp(`[^${source}]`, 'v');
    return false;
  } catch {
    return true;
  }
}
