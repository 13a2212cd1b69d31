/** All subsets of a list, the empty one first. */
export const subsetsOf = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: 2 ** all.length }, (_, bits) => all.filter((_, i) => Math.floor(bits / 2 ** i) % 2 === 1));
