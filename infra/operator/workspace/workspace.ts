import { mkdirSync, realpathSync } from 'node:fs';
import { Option } from '@commander-js/extra-typings';
import { isId } from '../../../shared/contract/ids.ts';
import { Workspaces } from '../../../shared/storage/workspaces.ts';
import { lockFolder } from '../../tools/folderLock.ts';
import { newProgram, print, runProgram, text, UsageError } from '../../tools/program.ts';
import { type ErasureStep, eraseWorkspace, SETTLE_MS } from '../erase/eraseWorkspace.ts';
import { REMAINS_ELSEWHERE } from '../erase/remainsElsewhere.ts';
import type { Checkpoint } from '../export/checkpoint.ts';
import { writeCsvFiles } from '../export/csv.ts';
import { exportWorkspace } from '../export/exportWorkspace.ts';
import { DATA, openService, STACK, type Target } from '../openService.ts';
import { Progress } from '../progress.ts';

const NAME_LENGTH_MAX = 64;

const program = newProgram('npm run workspace --', 'Creates, exports and erases workspaces.', [
  'create --name "Acme" --stack Forms',
  'export --workspace ws_… --to acme --format csv --stack Forms',
  'erase --workspace ws_… --confirm ws_… --stack Forms',
]);
program
  .command('create')
  .description('Create a workspace and its first key, which is shown only once.')
  .requiredOption('--name <name>', `its name, up to ${NAME_LENGTH_MAX} characters`, text)
  .addOption(STACK)
  .addOption(DATA)
  .action(async (options) => print(await create(options)));
program
  .command('export')
  .description(
    'Write all data of a workspace to files, with the files of its submissions. To continue after an interruption, run the same command again.',
  )
  .requiredOption('--workspace <id>', 'ws_…', text)
  .requiredOption('--to <folder>', 'a new or empty folder, or that of an interrupted export', text)
  .addOption(
    new Option('--format <format>', 'csv adds CSV files to the JSON lines').choices(['jsonl', 'csv']).default('jsonl'),
  )
  .addOption(STACK)
  .addOption(DATA)
  .action(async (options) => print(await exportOne(options)));
program
  .command('erase')
  .description(
    'Erase a workspace, which cannot be undone. To continue after an interruption, run the same command again.',
  )
  .requiredOption('--workspace <id>', 'ws_…', text)
  .option('--confirm <id>', 'the same id again')
  .option(
    '--settle <seconds>',
    'how long to wait for running requests; 0 if nothing uses the service',
    String(SETTLE_MS / 1_000),
  )
  .addOption(STACK)
  .addOption(DATA)
  .action(async (options) => print(await erase(options)));
await runProgram(program);

async function create({ name, ...target }: Target & { name: string }) {
  if (name.length > NAME_LENGTH_MAX) throw new UsageError(`--name may have at most ${NAME_LENGTH_MAX} characters.`);
  const { table } = await openService(target);
  return new Workspaces(table).create(name);
}

interface ExportOptions extends Target {
  workspace: string;
  to: string;
  format: string;
}

async function exportOne({ workspace: id, to: folder, format, ...target }: ExportOptions) {
  const { table, fileBucket } = await openService(target);
  const workspace = await new Workspaces(table).find(id);
  if (!workspace) throw new UsageError(`There is no workspace "${id}".`);
  let done = '';
  const progress = new Progress(() => done);
  const tell = (what: string) => {
    done = what;
    progress.tick();
  };
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // The folder itself may be a symbolic link; links within it are not followed.
  const realFolder = realpathSync(folder);
  const lock = await lockFolder(realFolder, (pid) => new UsageError(`Process ${pid} is exporting into ${folder}.`));
  lock.publish(String(process.pid));
  try {
    const onStep = (checkpoint: Checkpoint) =>
      tell(`${checkpoint.submissions} submissions, ${checkpoint.files.written} files`);
    const source = { table, fileBucket };
    const checkpoint = await exportWorkspace(source, workspace, realFolder, onStep);
    const { startedAt, finishedAt, lists, submissions, files } = checkpoint;
    if (lists?.webhooks) warnOfAddresses();
    if (format === 'csv') await writeCsvFiles(realFolder, (rows) => tell(`${rows} rows of CSV`));
    return { workspaceId: id, folder, startedAt, finishedAt, ...lists, submissions, files };
  } finally {
    await lock.release();
  }
}

function warnOfAddresses(): void {
  console.error(
    'Keep the export secret: it contains the full URLs of webhooks, and with that of a Slack, Discord or Telegram ' +
      'webhook, anyone can post there.',
  );
}

interface EraseOptions extends Target {
  workspace: string;
  confirm?: string | undefined;
  settle: string;
}

async function erase({ workspace: id, confirm, settle, ...target }: EraseOptions) {
  if (!isId('workspace', id)) throw new UsageError(`"${id}" is not the id of a workspace.`);
  if (confirm !== id) throw new UsageError(`This cannot be undone: pass --confirm ${id} to erase the workspace.`);
  if (!/^\d{1,4}$/.test(settle)) throw new UsageError('--settle must be a number of seconds.');
  const { table, fileVersions } = await openService(target);
  let step: ErasureStep = { doing: 'keys', seen: 0, deletions: 0, files: 0 };
  const progress = new Progress(() => {
    if (step.doing === 'waiting') return `waiting: up to ${settle} s for running requests`;
    const seen = step.doing === 'whole table' ? `${step.seen} items scanned, ` : '';
    return `${step.doing}: ${seen}${step.deletions} deletions, ${step.files} files`;
  });
  const onStep = (now: ErasureStep) => {
    const isNew = now.doing !== step.doing;
    step = now;
    if (isNew) progress.tell();
    else progress.tick();
  };
  const options = { settleMs: Number(settle) * 1_000, onStep };
  const outcome = await eraseWorkspace({ table, fileVersions }, id, options);
  if (!outcome.wasThere)
    console.error(`There is no workspace "${id}": only orphans of deleted endpoints were removed.`);
  return { workspaceId: id, ...outcome, remainsElsewhere: REMAINS_ELSEWHERE };
}
