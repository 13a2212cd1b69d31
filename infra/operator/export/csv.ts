import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { fieldsInOrder, type OrderedData } from '../../../shared/contract/fieldOrder.ts';
import { withoutFormulas } from '../../../shared/contract/formulas.ts';
import { TIME_PATTERN, zonedTime } from '../../../shared/contract/time.ts';
import { listText } from '../../../shared/messages/forPeople.ts';
import { type ExportedItem, FIELDS } from './contents.ts';
import { endpointIdsIn } from './exportWorkspace.ts';
import { csvOf, EXPORT_FILES, submissionsFile } from './files.ts';
import { readJsonLines, writeWhole } from './jsonLines.ts';

interface Column {
  heading: string;
  read: (record: ExportedItem) => unknown;
}

/** Fields of a submission that a pending one does not have. */
const NOT_PENDING = ['isSpam', 'spamReason', 'isRead', 'confirmedAt'];

/** Columns of the files with fixed fields. */
const COLUMNS: Record<keyof typeof EXPORT_FILES, readonly string[]> = {
  workspace: FIELDS.workspace,
  endpoints: [...FIELDS.endpoints, 'unreadable'],
  keys: [...FIELDS.keys, 'unreadable'],
  webhooks: [...FIELDS.webhooks, 'unreadable'],
  pending: [...FIELDS.submission.filter((name) => !NOT_PENDING.includes(name)), 'data', 'unreadable'],
};

/**
 * Submitted fields with a column of their own: the first ones seen. The others share the last column. A public form
 * accepts any field, so without a limit a flood of names would fill memory and sheet.
 */
export const FIELD_COLUMNS_MAX = 500;

const PIECE_LENGTH = 1_000_000;

/**
 * Writes the CSV files of a finished export, each atomically.
 * @param onRows called with the number of rows so far
 */
export async function writeCsvFiles(folder: string, onRows: (rows: number) => void): Promise<void> {
  let rows = 0;
  const onRow = () => onRows(++rows);
  for (const name of Object.keys(EXPORT_FILES) as (keyof typeof EXPORT_FILES)[]) {
    await writeCsv(join(folder, EXPORT_FILES[name]), COLUMNS[name].map(plainColumn), onRow);
  }
  for (const file of await filesOfSubmissions(folder)) await writeCsv(file, await submissionColumns(file), onRow);
}

/** Whether a finished export has all of its CSV files. */
export async function hasCsvFiles(folder: string): Promise<boolean> {
  const files = Object.values(EXPORT_FILES).map((name) => join(folder, name));
  return [...files, ...(await filesOfSubmissions(folder))].every((file) => existsSync(csvOf(file)));
}

const filesOfSubmissions = async (folder: string): Promise<string[]> =>
  (await endpointIdsIn(folder)).map((endpointId) => join(folder, submissionsFile(endpointId)));

const writeCsv = (jsonLinesFile: string, columns: Column[], onRow: () => void): Promise<void> =>
  writeWhole(csvOf(jsonLinesFile), csvTexts(jsonLinesFile, columns, onRow));

const plainColumn = (name: string): Column => ({ heading: name, read: (record) => zoned(record[name]) });

const zoned = (value: unknown): unknown =>
  typeof value === 'string' && TIME_PATTERN.test(value) ? zonedTime(value) : value;

/** The fixed columns, one for each submitted field, and one for all others. */
async function submissionColumns(file: string): Promise<Column[]> {
  const names = new Set<string>();
  for await (const record of readJsonLines(file)) {
    for (const [name] of fieldsInOrder(orderedOf(record))) if (names.size < FIELD_COLUMNS_MAX) names.add(name);
  }
  const fields = [...names].map(
    (name): Column => ({ heading: `data.${name}`, read: (record) => ownValue(dataOf(record), name) }),
  );
  return [
    ...FIELDS.submission.map(plainColumn),
    ...fields,
    { heading: 'otherData', read: (record) => otherData(record, names) },
  ];
}

const orderedOf = ({ data, fieldOrder }: ExportedItem) => ({ data: data ?? {}, fieldOrder }) as OrderedData;
const dataOf = ({ data }: ExportedItem): Record<string, unknown> => (data ?? {}) as Record<string, unknown>;

/** Own properties only: a field may be called `constructor`. */
const ownValue = (data: Record<string, unknown>, name: string): unknown =>
  Object.hasOwn(data, name) ? data[name] : undefined;

/** Fields without a column, or a submission that could not be parsed. */
function otherData(record: ExportedItem, names: Set<string>): unknown {
  const others = fieldsInOrder(orderedOf(record)).filter(([name]) => !names.has(name));
  return others.length > 0 ? Object.fromEntries(others) : record.unreadable;
}

async function* csvTexts(file: string, columns: Column[], onRow: () => void): AsyncGenerator<string> {
  yield csv([columns.map(({ heading }) => heading)], true);
  let [rows, length]: [Cell[][], number] = [[], 0];
  for await (const record of readJsonLines(file)) {
    const row = columns.map(({ read }) => cellOf(read(record)));
    rows.push(row);
    onRow();
    length += row.reduce<number>((sum, cell) => sum + String(cell).length, 0);
    if (length < PIECE_LENGTH) continue;
    yield csv(rows);
    [rows, length] = [[], 0];
  }
  yield csv(rows);
}

export type Cell = string | number;

/** Text and numbers unchanged, lists of them joined, other values as JSON, an empty cell for a missing value. */
function cellOf(value: unknown): Cell {
  if (value === undefined) return '';
  return typeof value === 'string' || typeof value === 'number' ? value : (listText(value) ?? JSON.stringify(value));
}

/**
 * Rows as in RFC 4180, after the byte order mark by which spreadsheets detect UTF-8. Escapes formulas, even for
 * spreadsheets that split cells at characters other than commas.
 */
export const csv = (rows: Cell[][], isStart = false): string =>
  rows.length === 0
    ? ''
    : stringify(
        rows.map((cells) => cells.map(safeCell)),
        {
          bom: isStart,
          record_delimiter: 'windows',
          // A lone line feed or carriage return within a cell must be quoted.
          quote_record_delimiter: true,
        },
      );

const safeCell = (cell: Cell): Cell => (typeof cell === 'string' ? withoutFormulas(cell) : cell);
