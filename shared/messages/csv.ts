import { isBlankValue } from '../contract/blank.ts';
import { fieldsInOrder, type OrderedData } from '../contract/fieldOrder.ts';
import { withoutFormulas } from '../contract/formulas.ts';
import { listText } from './forPeople.ts';

/** Tells spreadsheets that a file is UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff';

const FIELD_COLUMNS_MAX = 500;
/** The most columns for fields that are blank in all submissions, which do not count towards a submission's limit. */
const BLANK_COLUMNS_MAX = FIELD_COLUMNS_MAX / 2;

/**
 * Submitted fields with a column each, in order of first appearance; further fields share the last column. Anyone can
 * send any field to a public form, so the number of columns is bounded.
 */
export class FieldColumns {
  readonly #names = new Set<string>();

  get count(): number {
    return this.#names.size;
  }

  add(data: OrderedData): void {
    for (const [name, value] of fieldsInOrder(data)) {
      if (this.#names.size < (isBlankValue(value) ? BLANK_COLUMNS_MAX : FIELD_COLUMNS_MAX)) this.#names.add(name);
    }
  }

  headings(): string[] {
    return [...[...this.#names].map((name) => `data.${name}`), 'otherData'];
  }

  /** A value for each column except the last. A field may be called `constructor`. */
  valuesOf({ data }: OrderedData): unknown[] {
    return [...this.#names].map((name) => (Object.hasOwn(data, name) ? data[name] : undefined));
  }

  /** Fields without a column, if any. */
  othersOf(data: OrderedData): unknown {
    const others = fieldsInOrder(data).filter(([name]) => !this.#names.has(name));
    return others.length > 0 ? Object.fromEntries(others) : undefined;
  }
}

/** A row as in RFC 4180, without its line end. */
export const csvRow = (values: readonly unknown[]): string => values.map(csvCell).join(',');

/** A line of a CSV file. */
export const csvLine = (values: readonly unknown[]): string => `${csvRow(values)}\r\n`;

/**
 * Text and numbers unchanged, lists of them joined, other values as JSON, missing ones empty. Escapes formulas, even
 * for spreadsheets that split cells at characters other than commas.
 */
export function csvCell(value: unknown): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = withoutFormulas(typeof value === 'string' ? value : (listText(value) ?? JSON.stringify(value)));
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
