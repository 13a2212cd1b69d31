import { Option } from '@commander-js/extra-typings';
import { newProgram, print, runProgram, text, UsageError } from '../../tools/program.ts';
import { SETTLE_MS } from '../erase/settleTime.ts';
import { DATA, STACK } from '../target.ts';

const NAME_LENGTH_MAX = 64;

/** Loaded late, so that `--help` and a wrong option respond at once. */
const commands = () => import('./commands.ts');

const program = newProgram(
  'npm run workspace --',
  'Creates, exports and erases workspaces, and rotates their webhooks’ secrets.',
  [
    'create --name "Acme" --stack Forms',
    'rotate --workspace ws_… --stack Forms',
    'export --workspace ws_… --to acme --format csv --stack Forms',
    'erase --workspace ws_… --confirm ws_… --stack Forms',
  ],
);
program
  .command('create')
  .description('Create a workspace and its first key, which is shown only once.')
  .requiredOption('--name <name>', `its name, up to ${NAME_LENGTH_MAX} characters`, workspaceName)
  .addOption(STACK)
  .addOption(DATA)
  .action(async (options) => print(await (await commands()).create(options)));
program
  .command('rotate')
  .description('Give every webhook of a workspace a new secret. Each is printed once, as one line of JSON.')
  .requiredOption('--workspace <id>', 'ws_…', text)
  .addOption(STACK)
  .addOption(DATA)
  .action(async (options) => (await commands()).rotate(options));
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
  .action(async (options) => print(await (await commands()).exportOne(options)));
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
  .action(async (options) => print(await (await commands()).erase(options)));
await runProgram(program);

function workspaceName(value: string): string {
  if (value.length > NAME_LENGTH_MAX) throw new UsageError(`--name may have at most ${NAME_LENGTH_MAX} characters.`);
  return text(value);
}
