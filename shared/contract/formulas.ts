/**
 * Positions where a cell may begin, followed by a character that starts a formula or is stripped to reveal one. A
 * spreadsheet that splits at semicolons, tabs or bars ignores the quotes around a cell, so cells may begin after any of
 * those and on each line; it also strips leading quotation marks. An empty line is not a cell that starts with a line
 * end.
 */
const FORMULA_BEGINNINGS =
  /(?=[=+\-@\uff1d\uff0b\uff0d\uff20\t]|\r(?!\n))(?<=(?:^|[;|\t\v\f\n\r\u0085\u2028\u2029])[" ]*)|^(?=\r)/g;

/** Text for a spreadsheet cell, with an apostrophe before everything that could start a formula. */
export const withoutFormulas = (text: string): string => text.replace(FORMULA_BEGINNINGS, "'");
