import { constants } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { formatTime } from '../../../shared/contract/time.ts';
import { UsageError } from '../../tools/program.ts';
import { writeWhole } from './jsonLines.ts';
import { existsPlain, openPlain } from './plainFiles.ts';

const FILE = 'export.json';
const NO_FILES = { written: 0, missing: 0, infected: 0 };

/** Progress of an export: all it needs to continue without gaps or duplicates. */
const Checkpoint = z.object({
  workspaceId: z.string(),
  startedAt: z.string(),
  finishedAt: z.string().optional(),
  /** Numbers of endpoints, keys, webhooks and pending submissions, once all are written. */
  lists: z
    .object({ endpoints: z.int(), keys: z.int(), webhooks: z.int().default(0), pending: z.int().default(0) })
    .optional(),
  submissions: z.int(),
  /** Files written, files that were deleted before they could be, and infected files, which are skipped. */
  files: z.object({ written: z.int(), missing: z.int(), infected: z.int() }).default(NO_FILES),
  /**
   * Where submissions continue: the number of finished endpoints, and the last submission and file length of the next.
   */
  next: z.object({ endpoint: z.int(), after: z.string().optional(), bytes: z.int() }),
});
export type Checkpoint = z.output<typeof Checkpoint>;

/**
 * Opens an export's checkpoint, or starts one in a new or empty folder.
 * @throws UsageError when the folder holds anything else
 */
export async function openCheckpoint(folder: string, workspaceId: string): Promise<Checkpoint> {
  const file = join(folder, FILE);
  if (await existsPlain(file)) return readCheckpoint(file, workspaceId);
  if ((await readdir(folder)).some((name) => name !== `${FILE}.new`))
    throw new UsageError(`${folder} is not empty and has no export: use another folder.`);
  const checkpoint: Checkpoint = {
    workspaceId,
    startedAt: formatTime(new Date()),
    submissions: 0,
    files: { ...NO_FILES },
    next: { endpoint: 0, bytes: 0 },
  };
  await saveCheckpoint(folder, checkpoint);
  return checkpoint;
}

/** Saves atomically; on disk when it returns. */
export const saveCheckpoint = (folder: string, checkpoint: Checkpoint): Promise<void> =>
  writeWhole(join(folder, FILE), [`${JSON.stringify(checkpoint)}\n`]);

async function readCheckpoint(path: string, workspaceId: string): Promise<Checkpoint> {
  const file = await openPlain(path, constants.O_RDONLY);
  const checkpoint = parse(path, await file.readFile('utf8').finally(() => file.close()));
  if (checkpoint.workspaceId === workspaceId) return checkpoint;
  throw new UsageError(`${path} belongs to an export of ${checkpoint.workspaceId}: use another folder.`);
}

function parse(path: string, text: string): Checkpoint {
  try {
    return Checkpoint.parse(JSON.parse(text));
  } catch (cause) {
    throw new UsageError(`${path} is not the checkpoint of an export: use another folder.`, { cause });
  }
}
