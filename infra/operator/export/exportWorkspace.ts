import { existsSync } from 'node:fs';
import { mkdir, opendir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { formatTime } from '../../../shared/contract/time.ts';
import type { FileBucket } from '../../../shared/files/fileBucket.ts';
import { shownUnknown } from '../../../shared/storage/table/stored.ts';
import type { Table } from '../../../shared/storage/table/table.ts';
import { StoredWorkspace, type WholeWorkspace } from '../../../shared/storage/workspaces/workspaces.ts';
import {
  auditOf,
  type ExportedItem,
  endpointsOf,
  erasuresOf,
  exportedSubmission,
  filesOf,
  keysOf,
  membersOf,
  pendingOf,
  removalsOf,
  submissionsOf,
  webhooksOf,
} from './contents.ts';
import { EXPORT_FILES, FILES_FOLDER, submissionsFile } from './exportFiles.ts';
import { type ExportRecord, openRecord, saveRecord } from './exportRecord.ts';
import { linesOf, readJsonLines, refuseLinks, writeWhole } from './jsonLines.ts';
import { writeSubmittedFile } from './submittedFile.ts';

/** Called after each step. */
export type OnStep = (record: ExportRecord) => void;

export interface ExportSource {
  table: Table;
  fileBucket: Pick<FileBucket, 'downloadUrl'>;
}

interface Export extends ExportSource {
  folder: string;
  record: ExportRecord;
  onStep: OnStep;
  /** Ids of the files that belong to the export. */
  fileIds: Set<string>;
}

/**
 * Exports a workspace and its files into a folder as JSON lines. After an interruption, even a machine's crash, another
 * call starts again, but keeps the files that are there and still belong to it. Submissions that arrive meanwhile may be
 * missing.
 */
export async function exportWorkspace(source: ExportSource, workspace: WholeWorkspace, folder: string, onStep: OnStep) {
  const record = await openRecord(folder, workspace.id);
  if (record.finishedAt !== undefined) return record;
  const work: Export = { ...source, folder, record, onStep, fileIds: new Set() };
  await exportLists(work, workspace);
  const submissions = join(folder, dirname(submissionsFile('')));
  await rm(submissions, { recursive: true, force: true });
  await mkdir(submissions, { mode: 0o700 });
  for (const id of await endpointIdsIn(folder)) await exportSubmissions(work, id);
  await removeOtherFiles(work);
  record.finishedAt = formatTime(new Date());
  await saveRecord(folder, record);
  return record;
}

/** Ids of an export's endpoints, in the order of its file. */
export async function endpointIdsIn(folder: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of readJsonLines(join(folder, EXPORT_FILES.endpoints))) ids.push(String(id));
  return ids;
}

/** Ids of an endpoint's submissions in an export. */
export async function submissionIdsIn(folder: string, endpointId: string): Promise<Set<string>> {
  const ids = new Set<string>();
  for await (const { id } of readJsonLines(join(folder, submissionsFile(endpointId)))) ids.add(String(id));
  return ids;
}

async function exportLists({ table, folder, record: { lists } }: Export, workspace: WholeWorkspace): Promise<void> {
  const write = (name: keyof typeof lists, pages: AsyncIterable<ExportedItem[]>) =>
    writeWhole(
      join(folder, EXPORT_FILES[name]),
      mapped(pages, (records) => {
        lists[name] += records.length;
        return linesOf(records);
      }),
    );
  const shown = { ...workspace, ...shownUnknown(workspace, StoredWorkspace) };
  await writeWhole(join(folder, EXPORT_FILES.workspace), [linesOf([shown])]);
  await write('endpoints', endpointsOf(table, workspace.id));
  await write('keys', keysOf(table, workspace.id));
  await write('webhooks', webhooksOf(table, workspace.id));
  await write('pending', pendingOf(table, workspace.id));
  await write('removals', removalsOf(table, workspace.id));
  await write('erasures', erasuresOf(table, workspace.id));
  await write('members', membersOf(table, workspace.id));
  await write('audit', auditOf(table, workspace.id));
}

const exportSubmissions = (work: Export, endpointId: string): Promise<void> =>
  writeWhole(
    join(work.folder, submissionsFile(endpointId)),
    mapped(submissionsOf(work.table, endpointId), async (items) => {
      const submissions = items.map((item) => exportedSubmission(endpointId, item));
      for (const submission of submissions) await exportFiles(work, endpointId, submission);
      work.record.submissions += items.length;
      work.onStep(work.record);
      return linesOf(submissions);
    }),
  );

/** Writes a submission's files, except infected ones. */
async function exportFiles(work: Export, endpointId: string, submission: ExportedItem): Promise<void> {
  const { files } = work.record;
  for (const { id: fileId, scan } of filesOf(submission)) {
    if (scan === 'infected') files.infected++;
    else if (await writeSubmittedFile(work, { endpointId, submissionId: String(submission.id), fileId })) {
      files.written++;
      work.fileIds.add(fileId);
    } else files.missing++;
    work.onStep(work.record);
  }
}

/** Since an interruption, submissions may have been deleted, and files found infected. */
async function removeOtherFiles({ folder, fileIds }: Export): Promise<void> {
  const files = join(folder, FILES_FOLDER);
  if (!existsSync(files)) return;
  await refuseLinks(files);
  for await (const entry of await opendir(files, { recursive: true }))
    if (entry.isFile() && !fileIds.has(entry.name)) await rm(join(entry.parentPath, entry.name));
}

async function* mapped<A, B>(values: AsyncIterable<A>, map: (value: A) => B | Promise<B>): AsyncGenerator<B> {
  for await (const value of values) yield await map(value);
}
