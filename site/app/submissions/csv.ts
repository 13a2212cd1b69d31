import { fieldsInOrder } from '../../../shared/contract/fieldOrder.ts';
import { withoutFormulas } from '../../../shared/contract/formulas.ts';
import { listText } from '../../../shared/messages/forPeople.ts';
import { type Exported, FACTS } from './exported.ts';

/**
 * Fields with a column each, in order of first appearance; further fields share the last column. Anyone can send any
 * field to a public form, so the number of columns is bounded.
 */
const FIELD_COLUMNS_MAX = 500;

/** Tells spreadsheets that the file is UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';
const LINE_END = '\r\n';

/** Rows written before all columns were known. */
interface Chunk {
  rows: string[];
  fields: number;
  others: string[];
}

/** Writes a table as in RFC 4180, collecting columns while writing. */
export class CsvFile {
  readonly #fields = new Set<string>();
  readonly #chunks: Chunk[] = [];

  add(submissions: readonly Exported[]): void {
    for (const submission of submissions) {
      for (const [name] of fieldsInOrder(submission)) if (this.#fields.size < FIELD_COLUMNS_MAX) this.#fields.add(name);
    }
    const fields = [...this.#fields];
    this.#chunks.push({
      fields: fields.length,
      rows: submissions.map(({ facts, data }) =>
        rowOf([...Object.values(FACTS).map((read) => read(facts)), ...fields.map((name) => ownValue(data, name))]),
      ),
      others: submissions.map((submission) => cellOf(this.#othersOf(submission))),
    });
  }

  finish(): Blob {
    const heading = rowOf([...Object.keys(FACTS), ...[...this.#fields].map((name) => `data.${name}`), 'otherData']);
    const parts = this.#chunks.map(({ rows, fields, others }) => {
      const padding = ','.repeat(this.#fields.size - fields + 1);
      return rows.map((row, place) => `${row}${padding}${others[place]}${LINE_END}`).join('');
    });
    return new Blob([BYTE_ORDER_MARK, heading, LINE_END, ...parts], { type: 'text/csv;charset=utf-8' });
  }

  #othersOf(submission: Exported): unknown {
    const others = fieldsInOrder(submission).filter(([name]) => !this.#fields.has(name));
    return others.length > 0 ? Object.fromEntries(others) : undefined;
  }
}

/** A field may be called `constructor`. */
const ownValue = (data: Exported['data'], name: string): unknown =>
  Object.hasOwn(data, name) ? data[name] : undefined;

const rowOf = (values: readonly unknown[]): string => values.map(cellOf).join(',');

/** Text and numbers unchanged, lists of them joined, other values as JSON, missing ones empty. */
function cellOf(value: unknown): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = withoutFormulas(typeof value === 'string' ? value : (listText(value) ?? JSON.stringify(value)));
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
