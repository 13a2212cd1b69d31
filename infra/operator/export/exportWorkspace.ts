import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { formatTime } from '../../../shared/contract/time.ts';
import type { FileBucket } from '../../../shared/files/fileBucket.ts';
import { submissionIdOf } from '../../../shared/storage/itemKeys.ts';
import { shownUnknown } from '../../../shared/storage/stored.ts';
import type { Item, Table } from '../../../shared/storage/table.ts';
import { StoredWorkspace, type Workspace } from '../../../shared/storage/workspaces.ts';
import { type Checkpoint, openCheckpoint, saveCheckpoint } from './checkpoint.ts';
import {
  type ExportedItem,
  endpointsOf,
  exportedSubmission,
  filesOf,
  keysOf,
  pendingOf,
  submissionsOf,
  webhooksOf,
} from './contents.ts';
import { EXPORT_FILES, submissionsFile } from './files.ts';
import { FileWriter } from './fileWriter.ts';
import { GrowingFile } from './growingFile.ts';
import { linesOf, readJsonLines, writeWhole } from './jsonLines.ts';
import { existsPlain } from './plainFiles.ts';

/** Called after each step, once it is on disk. */
export type OnStep = (checkpoint: Checkpoint) => void;

export interface ExportSource {
  table: Table;
  fileBucket: Pick<FileBucket, 'downloadUrl'>;
}

interface Export {
  table: Table;
  folder: string;
  checkpoint: Checkpoint;
  fileWriter: FileWriter;
  onStep: OnStep;
  save: () => Promise<void>;
}

/**
 * Exports a workspace and its files into a folder as JSON lines. After an interruption, even a machine's crash, another
 * call continues it without gaps or duplicates. Submissions that arrive meanwhile may be missing.
 */
export async function exportWorkspace(
  { table, fileBucket }: ExportSource,
  workspace: Workspace,
  folder: string,
  onStep: OnStep,
) {
  const checkpoint = await openCheckpoint(folder, workspace.id);
  if (checkpoint.finishedAt !== undefined) return checkpoint;
  const save = async () => {
    await saveCheckpoint(folder, checkpoint);
    onStep(checkpoint);
  };
  const fileWriter = new FileWriter(fileBucket, folder);
  const work: Export = { table, folder, checkpoint, fileWriter, onStep, save };
  if (checkpoint.lists === undefined) await exportLists(work, workspace);
  for (const id of (await endpointIdsIn(folder)).slice(checkpoint.next.endpoint)) await exportSubmissions(work, id);
  await fileWriter.finish();
  checkpoint.finishedAt = formatTime(new Date());
  await save();
  return checkpoint;
}

/** Ids of an export's endpoints, in the order of its file. */
export async function endpointIdsIn(folder: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of readJsonLines(join(folder, EXPORT_FILES.endpoints))) ids.push(String(id));
  return ids;
}

async function exportLists({ table, folder, checkpoint, save }: Export, workspace: Workspace): Promise<void> {
  const lists = { endpoints: 0, keys: 0, webhooks: 0, pending: 0 };
  const write = (name: keyof typeof lists, pages: AsyncIterable<ExportedItem[]>) =>
    writeWhole(
      join(folder, EXPORT_FILES[name]),
      mapped(pages, (records) => {
        lists[name] += records.length;
        return linesOf(records);
      }),
    );
  await writeWhole(
    join(folder, EXPORT_FILES.workspace),
    mapped([[{ ...workspace, ...shownUnknown(workspace, StoredWorkspace) }]], linesOf),
  );
  await write('endpoints', endpointsOf(table, workspace.id));
  await write('keys', keysOf(table, workspace.id));
  await write('webhooks', webhooksOf(table, workspace.id));
  await write('pending', pendingOf(table, workspace.id));
  checkpoint.lists = lists;
  await save();
}

async function exportSubmissions(work: Export, endpointId: string): Promise<void> {
  const { table, folder, checkpoint, save } = work;
  const { endpoint, after, bytes } = checkpoint.next;
  const path = join(folder, submissionsFile(endpointId));
  if (!(await existsPlain(dirname(path)))) await mkdir(dirname(path), { mode: 0o700 });
  const file = await GrowingFile.open(path, bytes);
  try {
    for await (const items of submissionsOf(table, endpointId, after)) {
      const submissions = items.map((item) => exportedSubmission(endpointId, item));
      // Before the lines that reference them: a resumed export finds those already there.
      for (const submission of submissions) await exportFiles(work, endpointId, submission);
      await file.append(linesOf(submissions));
      checkpoint.next = { endpoint, after: lastIdOf(items), bytes: file.length };
      checkpoint.submissions += items.length;
      await save();
    }
  } finally {
    await file.close();
  }
  checkpoint.next = { endpoint: endpoint + 1, bytes: 0 };
  await save();
}

/** Writes a submission's files, except infected ones. */
async function exportFiles(work: Export, endpointId: string, submission: ExportedItem): Promise<void> {
  const { checkpoint, fileWriter, onStep } = work;
  for (const { id: fileId, scan } of filesOf(submission)) {
    if (scan === 'infected') checkpoint.files.infected++;
    else if (await fileWriter.write({ endpointId, submissionId: String(submission.id), fileId })) {
      checkpoint.files.written++;
    } else checkpoint.files.missing++;
    onStep(checkpoint);
  }
}

const lastIdOf = (items: Item[]): string => submissionIdOf({ SK: String(items.at(-1)?.SK) });

async function* mapped<A, B>(values: Iterable<A> | AsyncIterable<A>, map: (value: A) => B): AsyncGenerator<B> {
  for await (const value of values) yield map(value);
}
