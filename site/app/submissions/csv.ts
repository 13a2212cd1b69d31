import { BYTE_ORDER_MARK, csvCell, csvLine, csvRow, FieldColumns } from '../../../shared/messages/csv.ts';
import { type Exported, FACTS } from './exported.ts';

/** Rows written before all columns were known. */
interface Chunk {
  rows: string[];
  fields: number;
  others: string[];
}

/** Writes a table, collecting columns while writing. */
export class CsvFile {
  readonly #columns = new FieldColumns();
  readonly #chunks: Chunk[] = [];

  add(submissions: readonly Exported[]): void {
    for (const submission of submissions) this.#columns.add(submission);
    this.#chunks.push({
      fields: this.#columns.count,
      rows: submissions.map((submission) =>
        csvRow([...Object.values(FACTS).map((read) => read(submission.facts)), ...this.#columns.valuesOf(submission)]),
      ),
      others: submissions.map((submission) => csvCell(this.#columns.othersOf(submission))),
    });
  }

  finish(): Blob {
    const parts = this.#chunks.map(({ rows, fields, others }) => {
      const padding = ','.repeat(this.#columns.count - fields + 1);
      return rows.map((row, place) => `${row}${padding}${others[place]}\r\n`).join('');
    });
    const heading = csvLine([...Object.keys(FACTS), ...this.#columns.headings()]);
    return new Blob([BYTE_ORDER_MARK, heading, ...parts], { type: 'text/csv;charset=utf-8' });
  }
}
