/** True if a part of a pattern matches a code point. */
export type Characters = (codePoint: number) => boolean;

const ASCII_SIZE = 128;

export const oneCharacter =
  (wanted: number): Characters =>
  (codePoint) =>
    codePoint === wanted;

/**
 * The characters of `.`, a class or an escape. JavaScript's own engine decides, one character at a time, which takes
 * constant time. Undefined for parts that can match several characters (`\p{RGI_Emoji}`).
 * @param source a valid part of a pattern
 */
export function charactersOf(source: string): Characters | undefined {
  if (mayBeSeveral(source)) return undefined;
  const one = new RegExp(`^${source}$`, 'v');
  const test: Characters = (codePoint) => one.test(String.fromCodePoint(codePoint));
  const ascii = Uint8Array.from({ length: ASCII_SIZE }, (_, codePoint) => Number(test(codePoint)));
  return (codePoint) => (codePoint < ASCII_SIZE ? ascii[codePoint] === 1 : test(codePoint));
}

/** The complement of a class with strings is invalid. */
function mayBeSeveral(source: string): boolean {
  if (source === '.') return false;
  try {
    new RegExp(`[^${source}]`, 'v');
    return false;
  } catch {
    return true;
  }
}
