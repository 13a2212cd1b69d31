import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { OrderedData } from '../../../shared/contract/fieldOrder.ts';
import { isoTimeOf, TIME_PATTERN } from '../../../shared/contract/time.ts';
import { BYTE_ORDER_MARK, csvLine, FieldColumns } from '../../../shared/messages/csv.ts';
import { type ExportedItem, FIELDS } from './contents.ts';
import { csvOf, EXPORT_FILES, submissionsFile } from './exportFiles.ts';
import { endpointIdsIn } from './exportWorkspace.ts';
import { readJsonLines, writeWhole } from './jsonLines.ts';

interface Sheet {
  headings: string[];
  cellsOf: (record: ExportedItem) => unknown[];
}

/** Fields of a submission that a pending one does not have. */
const NOT_PENDING = ['isSpam', 'spamReason', 'isRead', 'confirmedAt'];

/** Columns of the files with fixed fields. */
const COLUMNS: Record<keyof typeof EXPORT_FILES, readonly string[]> = {
  workspace: FIELDS.workspace,
  endpoints: [...FIELDS.endpoints, 'unreadable'],
  keys: [...FIELDS.keys, 'unreadable'],
  members: [...FIELDS.members, 'unreadable'],
  webhooks: [...FIELDS.webhooks, 'unreadable'],
  removals: ['endpointId', 'date', 'submissions'],
  erasures: ['person', 'startedAt', 'finishedAt', 'mentions', 'files', 'submissions'],
  audit: [...FIELDS.audit, 'unreadable'],
  pending: [...FIELDS.submission.filter((name) => !NOT_PENDING.includes(name)), 'data', 'unreadable'],
};

const PIECE_LENGTH = 1_000_000;

/**
 * Writes the CSV files of a finished export, each atomically.
 * @param onRows called with the number of rows so far
 */
export async function writeCsvFiles(folder: string, onRows: (rows: number) => void): Promise<void> {
  let rows = 0;
  const onRow = () => onRows(++rows);
  for (const name of Object.keys(EXPORT_FILES) as (keyof typeof EXPORT_FILES)[]) {
    await writeCsv(join(folder, EXPORT_FILES[name]), plainSheet(COLUMNS[name]), onRow);
  }
  for (const file of await filesOfSubmissions(folder)) await writeCsv(file, await submissionSheet(file), onRow);
}

/** True if a finished export has all of its CSV files. */
export async function hasCsvFiles(folder: string): Promise<boolean> {
  const files = Object.values(EXPORT_FILES).map((name) => join(folder, name));
  return [...files, ...(await filesOfSubmissions(folder))].every((file) => existsSync(csvOf(file)));
}

const filesOfSubmissions = async (folder: string): Promise<string[]> =>
  (await endpointIdsIn(folder)).map((endpointId) => join(folder, submissionsFile(endpointId)));

const writeCsv = (jsonLinesFile: string, sheet: Sheet, onRow: () => void): Promise<void> =>
  writeWhole(csvOf(jsonLinesFile), csvTexts(jsonLinesFile, sheet, onRow));

/** A column for each field; times with their zone. */
const plainSheet = (names: readonly string[]): Sheet => ({
  headings: [...names],
  cellsOf: (record) => names.map((name) => zoned(record[name])),
});

const zoned = (value: unknown): unknown =>
  typeof value === 'string' && TIME_PATTERN.test(value) ? isoTimeOf(value) : value;

/** The fixed columns, one for each submitted field, and one for all others or a submission that could not be parsed. */
async function submissionSheet(file: string): Promise<Sheet> {
  const columns = new FieldColumns();
  for await (const record of readJsonLines(file)) columns.add(orderedOf(record));
  const fixed = plainSheet(FIELDS.submission);
  return {
    headings: [...fixed.headings, ...columns.headings()],
    cellsOf(record) {
      const ordered = orderedOf(record);
      const others = columns.othersOf(ordered) ?? record.unreadable;
      return [...fixed.cellsOf(record), ...columns.valuesOf(ordered), others];
    },
  };
}

const orderedOf = ({ data, fieldOrder }: ExportedItem) => ({ data: data ?? {}, fieldOrder }) as OrderedData;

async function* csvTexts(file: string, { headings, cellsOf }: Sheet, onRow: () => void): AsyncGenerator<string> {
  let text = BYTE_ORDER_MARK + csvLine(headings);
  for await (const record of readJsonLines(file)) {
    text += csvLine(cellsOf(record));
    onRow();
    if (text.length < PIECE_LENGTH) continue;
    yield text;
    text = '';
  }
  yield text;
}
