/** Rows as lines whose columns are aligned: the first ones, of text, to the left, all others to the right. */
export function textTable(rows: (string | number)[][], textColumns = 1): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  const cell = (value: string | number, column: number) =>
    column < textColumns ? String(value).padEnd(widths[column] ?? 0) : String(value).padStart(widths[column] ?? 0);
  return rows.map((row) => `${row.map(cell).join('  ').trimEnd()}\n`).join('');
}
