import { mkdirSync, realpathSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { isId } from '../../../shared/contract/ids.ts';
import { Workspaces } from '../../../shared/storage/workspaces.ts';
import { lockFolder } from '../../folderLock.ts';
import { runCommand, UsageError } from '../command.ts';
import { type ErasureStep, eraseWorkspace, SETTLE_MS } from '../erase/eraseWorkspace.ts';
import { REMAINS_ELSEWHERE } from '../erase/remainsElsewhere.ts';
import type { Checkpoint } from '../export/checkpoint.ts';
import { writeCsvFiles } from '../export/csv.ts';
import { exportWorkspace } from '../export/exportWorkspace.ts';
import { openService, TARGET_OPTIONS } from '../openService.ts';
import { Progress } from '../progress.ts';

const USAGE = `Usage: npm run workspace -- create --name "Acme" [--stack NAME | --data DIR]
       npm run workspace -- export --workspace ws_… --to FOLDER [--format jsonl|csv] [--stack NAME | --data DIR]
       npm run workspace -- erase --workspace ws_… --confirm ws_… [--settle SECONDS] [--stack NAME | --data DIR]
An interrupted export or erasure continues when the same command is given again. An erasure cannot be undone.
--format csv also makes CSV files. --settle 0 does not wait for running requests: where nothing uses the service.`;
const NAME_LENGTH_MAX = 64;

const COMMANDS = new Map<string, (args: string[]) => Promise<unknown>>([
  ['create', create],
  ['export', exportOne],
  ['erase', erase],
]);

await runCommand(USAGE, () => {
  const [name = '', ...args] = process.argv.slice(2);
  const command = COMMANDS.get(name);
  if (!command) throw new UsageError(USAGE);
  return command(args);
});

async function create(args: string[]) {
  const { values } = parseArgs({ args, options: { name: { type: 'string' }, ...TARGET_OPTIONS } });
  if (!values.name?.trim()) throw new UsageError(USAGE);
  if (values.name.length > NAME_LENGTH_MAX)
    throw new UsageError(`--name may have at most ${NAME_LENGTH_MAX} characters.`);
  const { table } = await openService(values);
  return new Workspaces(table).create(values.name);
}

async function exportOne(args: string[]) {
  const options = {
    workspace: { type: 'string' },
    to: { type: 'string' },
    format: { type: 'string', default: 'jsonl' },
    ...TARGET_OPTIONS,
  } as const;
  const { values } = parseArgs({ args, options });
  const { workspace: id, to: folder, format } = values;
  if (!id || !folder) throw new UsageError(USAGE);
  if (format !== 'jsonl' && format !== 'csv') throw new UsageError('--format must be jsonl or csv.');
  const { table } = await openService(values);
  const workspace = await new Workspaces(table).find(id);
  if (!workspace) throw new UsageError(`There is no workspace "${id}".`);
  let done = '';
  const progress = new Progress(() => done);
  const tell = (what: string) => {
    done = what;
    progress.tick();
  };
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // The operator may name a folder by a symbolic link; within it none is followed.
  const realFolder = realpathSync(folder);
  const lock = await lockFolder(realFolder, (pid) => new UsageError(`Process ${pid} is exporting into ${folder}.`));
  lock.publish(String(process.pid));
  try {
    const onStep = (checkpoint: Checkpoint) => tell(`${checkpoint.submissions} submissions`);
    const { startedAt, finishedAt, lists, submissions } = await exportWorkspace(table, workspace, realFolder, onStep);
    if (format === 'csv') await writeCsvFiles(realFolder, (rows) => tell(`${rows} rows of CSV`));
    return { workspaceId: id, folder, startedAt, finishedAt, ...lists, submissions };
  } finally {
    await lock.release();
  }
}

async function erase(args: string[]) {
  const options = {
    workspace: { type: 'string' },
    confirm: { type: 'string' },
    settle: { type: 'string', default: String(SETTLE_MS / 1_000) },
    ...TARGET_OPTIONS,
  } as const;
  const { values } = parseArgs({ args, options });
  const { workspace: id, confirm, settle } = values;
  if (!id) throw new UsageError(USAGE);
  if (!isId('workspace', id)) throw new UsageError(`"${id}" is not the id of a workspace.`);
  if (confirm !== id) throw new UsageError(`This cannot be undone: say --confirm ${id} to erase the workspace.`);
  if (!/^\d{1,4}$/.test(settle)) throw new UsageError('--settle must be a number of seconds.');
  const { table } = await openService(values);
  let step: ErasureStep = { doing: 'keys', seen: 0, deletions: 0 };
  const progress = new Progress(() => {
    if (step.doing === 'waiting') return `waiting: up to ${settle} s for running requests`;
    const seen = step.doing === 'whole table' ? `${step.seen} items scanned, ` : '';
    return `${step.doing}: ${seen}${step.deletions} deletions`;
  });
  const onStep = (now: ErasureStep) => {
    const isNew = now.doing !== step.doing;
    step = now;
    if (isNew) progress.tell();
    else progress.tick();
  };
  const outcome = await eraseWorkspace(table, id, { settleMs: Number(settle) * 1_000, onStep });
  if (!outcome.wasThere)
    console.error(`There is no workspace "${id}": nothing was removed but orphans of deleted endpoints.`);
  return { workspaceId: id, ...outcome, remainsElsewhere: REMAINS_ELSEWHERE };
}
