import { parse } from 'csv-parse/sync';

/**
 * The rows of a CSV file by heading.
 * @throws Error if the text violates RFC 4180, or a row has the wrong number of cells
 */
export const parseCsv = (text: string): Record<string, string>[] =>
  parse<Record<string, string>>(text, { columns: true, recordDelimiter: '\r\n' });
