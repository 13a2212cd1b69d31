import { existsSync } from 'node:fs';
import { opendir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import { formatTime } from '../../../shared/contract/time.ts';
import { UsageError } from '../../tools/program.ts';
import { linkError, openToRead, UNFINISHED, writeWhole } from './jsonLines.ts';

const FILE = 'export.json';

/** The contents of an export's folder. */
const ExportRecord = z.object({
  workspaceId: z.string(),
  startedAt: z.string(),
  /** Once everything is written. */
  finishedAt: z.string().optional(),
  lists: z
    .object({
      endpoints: z.int(),
      keys: z.int(),
      members: z.int().default(0),
      webhooks: z.int().default(0),
      pending: z.int().default(0),
      removals: z.int().default(0),
      erasures: z.int().default(0),
      audit: z.int().default(0),
    })
    .default({ endpoints: 0, keys: 0, members: 0, webhooks: 0, pending: 0, removals: 0, erasures: 0, audit: 0 }),
  submissions: z.int().default(0),
  /** Files written, files that were deleted before they could be, and infected files, which are skipped. */
  files: z
    .object({ written: z.int(), missing: z.int(), infected: z.int() })
    .default({ written: 0, missing: 0, infected: 0 }),
});
export type ExportRecord = z.output<typeof ExportRecord>;

/**
 * Opens a finished export's record, or starts one in a new or empty folder or that of an interrupted export.
 * @throws UsageError when the folder holds anything else
 */
export async function openRecord(folder: string, workspaceId: string): Promise<ExportRecord> {
  const file = join(folder, FILE);
  if (existsSync(file)) {
    const before = parse(file, await text((await openToRead(file)).createReadStream()));
    if (before.workspaceId !== workspaceId)
      throw new UsageError(`${file} belongs to an export of ${before.workspaceId}: use another folder.`);
    await checkContents(folder);
    if (before.finishedAt !== undefined) return before;
  } else if ((await readdir(folder)).some((name) => name !== `${FILE}${UNFINISHED}`))
    throw new UsageError(`${folder} is not empty and has no export: use another folder.`);
  const record = ExportRecord.parse({ workspaceId, startedAt: formatTime(new Date()) });
  await saveRecord(folder, record);
  return record;
}

export const saveRecord = (folder: string, record: ExportRecord): Promise<void> =>
  writeWhole(join(folder, FILE), [`${JSON.stringify(record)}\n`]);

/**
 * Removes unfinished files of an interrupted export.
 * @throws UsageError when there is a symbolic link
 */
async function checkContents(folder: string): Promise<void> {
  for await (const entry of await opendir(folder, { recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.name.endsWith(UNFINISHED)) await rm(path);
    else if (entry.isSymbolicLink()) throw linkError(path);
  }
}

function parse(path: string, json: string): ExportRecord {
  try {
    return ExportRecord.parse(JSON.parse(json));
  } catch (cause) {
    throw new UsageError(`${path} is not the record of an export: use another folder.`, { cause });
  }
}
