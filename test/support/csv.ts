import { parse } from 'csv-parse/sync';

/**
 * The rows of a CSV file, each by its headings.
 * @throws Error where the text is not as RFC 4180 has it, or a row has more or fewer cells than there are headings
 */
export const parseCsv = (text: string): Record<string, string>[] =>
  parse<Record<string, string>>(text, { columns: true, recordDelimiter: '\r\n' });
