/** A cell, quoted or not, and what follows it. */
const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;

/**
 * The rows of a CSV file, each by its headings: an independent reading of RFC 4180.
 * @throws Error where the text is none, or a row has more or fewer cells than there are headings
 */
export function parseCsv(text: string): Record<string, string>[] {
  const rows: string[][] = [[]];
  for (CELL.lastIndex = 0; CELL.lastIndex < text.length; ) {
    const at = CELL.lastIndex;
    const found = CELL.exec(text);
    if (!found) throw new Error(`no cell at ${at}: ${text.slice(at, at + 40)}`);
    const [, quoted, plain = '', end] = found;
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\r\n') rows.push([]);
  }
  const [headings = [], ...records] = rows.slice(0, -1);
  return records.map((cells) => {
    if (cells.length !== headings.length) throw new Error(`${cells.length} cells under ${headings.length} headings`);
    return Object.fromEntries(cells.map((cell, i) => [headings[i] ?? '', cell]));
  });
}
