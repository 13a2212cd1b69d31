import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { formatTime } from '../../shared/time.ts';
import { UsageError } from '../commands/command.ts';
import { LOCK_FILE } from './lock.ts';

const FILE = 'export.json';

/** How far an export has come: all that a repetition needs to go on without gaps or doubles. */
const Checkpoint = z.object({
  workspaceId: z.string(),
  startedAt: z.string(),
  finishedAt: z.string().optional(),
  /** How many endpoints and keys there are, once all of them are written. */
  lists: z.object({ endpoints: z.int(), keys: z.int() }).optional(),
  /** How many submissions are written. */
  submissions: z.int(),
  /** Where the submissions go on: endpoints that are done, and of the next one the last submission and the file's length. */
  next: z.object({ endpoint: z.int(), after: z.string().optional(), bytes: z.int() }),
});
export type Checkpoint = z.output<typeof Checkpoint>;

/**
 * The checkpoint of an export into a folder, new or the one to go on from.
 * @throws UsageError when the folder holds anything else
 */
export function openCheckpoint(folder: string, workspaceId: string): Checkpoint {
  const file = join(folder, FILE);
  if (existsSync(file)) return readCheckpoint(file, workspaceId);
  if (readdirSync(folder).some((name) => ![`${FILE}.new`, LOCK_FILE].includes(name)))
    throw new UsageError(`${folder} is not empty and holds no export: name another folder.`);
  const checkpoint: Checkpoint = {
    workspaceId,
    startedAt: formatTime(new Date()),
    submissions: 0,
    next: { endpoint: 0, bytes: 0 },
  };
  saveCheckpoint(folder, checkpoint);
  return checkpoint;
}

/** Whole or not at all, and on the disk when it returns. */
export function saveCheckpoint(folder: string, checkpoint: Checkpoint): void {
  const file = join(folder, FILE);
  writeFileSync(`${file}.new`, `${JSON.stringify(checkpoint)}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
}

function readCheckpoint(file: string, workspaceId: string): Checkpoint {
  const checkpoint = parse(file);
  if (checkpoint.workspaceId === workspaceId) return checkpoint;
  throw new UsageError(`${file} belongs to an export of ${checkpoint.workspaceId}: name another folder.`);
}

function parse(file: string): Checkpoint {
  try {
    return Checkpoint.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new UsageError(`${file} is no checkpoint of an export: name another folder.`, { cause });
  }
}
