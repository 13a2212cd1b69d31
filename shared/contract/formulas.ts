/**
 * Places before what makes a formula of a cell, or is stripped until one is left, where a cell may begin. A spreadsheet
 * set to semicolons, tabs or bars does not see the quotes around a cell, so for it cells begin at each of those and on
 * each line; it takes off quotation marks at their beginning. An empty line is no cell that begins by a line end.
 */
const FORMULA_BEGINNINGS =
  /(?=[=+\-@\uff1d\uff0b\uff0d\uff20\t]|\r(?!\n))(?<=(?:^|[;|\t\v\f\n\r\u0085\u2028\u2029])[" ]*)|^(?=\r)/g;

/** The text of a spreadsheet's cell, with an apostrophe before all that could begin a formula. */
export const withoutFormulas = (text: string): string => text.replace(FORMULA_BEGINNINGS, "'");
