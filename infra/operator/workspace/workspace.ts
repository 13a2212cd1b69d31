import { Option } from '@commander-js/extra-typings';
import { KEEP_DAYS_MAX } from '../../../shared/contract/limits.ts';
import { MemberAddress } from '../../../shared/contract/schemas/members/member.ts';
import { newProgram, print, runProgram, text, UsageError } from '../../tools/program.ts';
import { SETTLE_MS } from '../erase/settleTime.ts';
import { DATA, STACK } from '../target.ts';

const NAME_LENGTH_MAX = 64;

/** Loaded late, so that `--help` and a wrong option respond at once. */
const commands = () => import('./commands.ts');

const SETTLE = new Option(
  '--settle <seconds>',
  'how long to wait for running requests; 0 if nothing uses the service',
).default(String(SETTLE_MS / 1_000));

const program = newProgram(
  'npm run workspace --',
  'Creates, exports and erases workspaces, makes their owners, sets defaults of their endpoints, rotates their webhooks’ secrets, and restores deleted endpoints.',
  [
    'create --name "Acme" --owner ada@example.com --stack Forms',
    'owner --workspace ws_… --address ada@example.com --stack Forms',
    'defaults --workspace ws_… --keep-days 365 --keep-spam-days 30 --stack Forms',
    'rotate --workspace ws_… --stack Forms',
    'export --workspace ws_… --to acme --format csv --stack Forms',
    'erase --workspace ws_… --confirm ws_… --stack Forms',
    'erase --workspace ws_… --person ada@example.com --stack Forms',
    'erase-again --stack Forms',
    'restore-endpoint --endpoint enp_… --from Forms-restored --stack Forms',
  ],
);
program
  .command('create')
  .description('Create a workspace and its first key, which is shown only once.')
  .requiredOption('--name <name>', `its name, up to ${NAME_LENGTH_MAX} characters`, workspaceName)
  .option('--owner <address>', 'its owner, who signs in to the dashboard by mail', memberAddress)
  .addOption(STACK)
  .addOption(DATA)
  .action(async (options) => print(await (await commands()).create(options)));
program
  .command('owner')
  .description('Make somebody an owner of a workspace, who signs in to the dashboard by mail: a member, or a new one.')
  .requiredOption('--workspace <id>', 'ws_…', text)
  .requiredOption('--address <address>', 'the email address', memberAddress)
  .addOption(STACK)
  .addOption(DATA)
  .action(async (options) => print(await (await commands()).addOwner(options)));
program
  .command('defaults')
  .description(
    'Show how long new endpoints of a workspace keep submissions unless they have their own setting, and change it.',
  )
  .requiredOption('--workspace <id>', 'ws_…', text)
  .option('--keep-days <days>', 'their `keepDays`: 1 to 3,650, or none', daysOrNone)
  .option('--keep-spam-days <days>', 'their `keepSpamDays`, likewise', daysOrNone)
  .option('--keep <how>', 'their `keep`: untilDelivered, or none', keepOrNone)
  .addOption(STACK)
  .addOption(DATA)
  .action(async (options) => print(await (await commands()).changeDefaults(options)));
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
    'Erase a workspace, or what one person sent to it, which cannot be undone. To continue after an interruption, run the same command again.',
  )
  .requiredOption('--workspace <id>', 'ws_…', text)
  .option('--person <address>', 'erase only what this email address sent; without --confirm, count it', text)
  .option('--mentions', 'with --person: also submissions that only mention the address')
  .option('--confirm <id>', 'the same id, or the same address, again')
  .addOption(SETTLE)
  .addOption(STACK)
  .addOption(DATA)
  .action(async (options) => print(await (await commands()).erase(options)));
program
  .command('erase-again')
  .description('Repeat the erasures of people, after a backup was restored. May be interrupted, and run again.')
  .option('--to <table>', 'a restored table that is not used yet, which also gets their records', text)
  .addOption(STACK)
  .addOption(DATA)
  .action(async (options) => print(await (await commands()).eraseRestored(options)));
program
  .command('restore-endpoint')
  .description(
    'Bring a deleted endpoint back from a restored table, with its submissions, webhooks and files. To continue after an interruption, run the same command again.',
  )
  .requiredOption('--endpoint <id>', 'enp_…', text)
  .requiredOption('--from <table>', 'the name of the restored table, which stays as it is', text)
  .option('--dry-run', 'count what would be restored, and change nothing')
  .addOption(SETTLE)
  .addOption(STACK)
  .addOption(DATA)
  .action(async (options) => print(await (await commands()).restore(options)));
await runProgram(program);

function keepOrNone(value: string): 'untilDelivered' | 'none' {
  if (value === 'untilDelivered' || value === 'none') return value;
  throw new UsageError(`"${value}" must be untilDelivered or none.`);
}

function daysOrNone(value: string): number | 'none' {
  const days = Number(value);
  if (value === 'none') return value;
  if (Number.isInteger(days) && days >= 1 && days <= KEEP_DAYS_MAX) return days;
  throw new UsageError(`"${value}" must be a number of days, 1 to ${KEEP_DAYS_MAX}, or none.`);
}

function memberAddress(value: string): string {
  const { data: address } = MemberAddress.safeParse(value);
  if (address !== undefined) return address;
  throw new UsageError(`"${value}" is not an email address.`);
}

function workspaceName(value: string): string {
  if (value.length > NAME_LENGTH_MAX) throw new UsageError(`--name may have at most ${NAME_LENGTH_MAX} characters.`);
  return text(value);
}
