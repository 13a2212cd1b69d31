type Cell = string | number;

/** A table in Markdown. Columns whose name ends with a colon are aligned to the right. */
export function markdownTable(columns: readonly string[], rows: readonly Cell[][]): string {
  const line = (cells: readonly Cell[]) => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map((name) => name.replace(/:$/, ''))),
    line(columns.map((name) => (name.endsWith(':') ? '---:' : '---'))),
    ...rows.map(line),
  ].join('\n');
}
