/**
 * Guesses which known name a wrong one meant: a name that it abbreviates, else the name with the fewest edits.
 * @returns undefined if no name is similar
 */
export function nearestName(wrong: string, known: readonly string[]): string | undefined {
  const text = wrong.toLowerCase();
  const costs = known.flatMap((name) => {
    const other = name.toLowerCase();
    const cost = text !== '' && other.startsWith(text) ? 0 : edits(text.slice(0, LENGTH_MAX), other);
    return cost <= Math.min(text.length, other.length) * MOST ? [{ name, cost }] : [];
  });
  return costs.sort((a, b) => a.cost - b.cost)[0]?.name;
}

/** More edits than this share of a name's length make another one. */
const MOST = 0.5;

/** Bounds the time: a caller chooses the wrong name. */
const LENGTH_MAX = 50;

/** The Levenshtein distance. */
function edits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j++) {
      const replaced = (row[j] ?? 0) + (to[j] === letter ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
