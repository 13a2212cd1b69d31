/** The warning beside text whose encoding was a guess, or did not fit all bytes. */
export const guessedCharset = (charset: string): string =>
  `Not all of its text was UTF-8, and it was read as ${charset}. If letters look wrong, add accept-charset="utf-8" to the form.`;
