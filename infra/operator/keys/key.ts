import { Option } from '@commander-js/extra-typings';
import { GROUPS, PERMISSIONS, type Permission } from '../../../shared/contract/choices.ts';
import { KeyCreate } from '../../../shared/contract/schemas/keys/key.ts';
import { addEntryOfCommand } from '../../../shared/storage/audit/addEntry.ts';
import { requireListed } from '../../../shared/storage/endpoints/requireListed.ts';
import { Keys } from '../../../shared/storage/workspaces/keys.ts';
import { Workspaces } from '../../../shared/storage/workspaces/workspaces.ts';
import { newProgram, print, runProgram, text, UsageError } from '../../tools/program.ts';
import { openService } from '../openService.ts';
import { DATA, STACK, type Target } from '../target.ts';

interface CreateOptions extends Target {
  workspace: string;
  name: string;
  expires: string;
  permission: Permission;
  endpointIds?: string[] | undefined;
  allows?: string[] | undefined;
}

const OPTIONS: Record<string, string> = { expiresAt: 'expires', endpointIds: 'endpoint-ids' };

const program = newProgram('npm run key --', 'Creates keys of a workspace.', [
  'create --workspace ws_… --name "Dashboard" --expires 90-days --permission read',
]);
program
  .command('create')
  .description('Create a key, which is shown only once.')
  .requiredOption('--workspace <id>', 'the workspace, ws_…', text)
  .requiredOption('--name <name>', 'what it is for, 4 to 64 characters', text)
  .requiredOption('--expires <duration>', 'such as 90-days, or never', text)
  .addOption(
    new Option('--permission <permission>', 'permission of the new key')
      .choices(PERMISSIONS)
      .default('write' as Permission),
  )
  .option('--endpoint-ids <ids...>', 'limit it to these endpoints, enp_…')
  .option('--allows <groups...>', `limit it to these groups of operations: ${GROUPS.join(', ')}`)
  .addOption(STACK)
  .addOption(DATA)
  .action(async (options) => print(await create(options)));
await runProgram(program);

async function create({ workspace, name, expires, permission, endpointIds, allows, ...target }: CreateOptions) {
  const fields = KeyCreate.safeParse({ name, expiresAt: expires, endpointIds, allows });
  if (!fields.success) {
    const problems = fields.error.issues.map(
      ({ path, message }) => `--${OPTIONS[String(path[0])] ?? String(path[0])} ${message}`,
    );
    throw new UsageError(`${problems.join('; ')}.`);
  }
  const { table } = await openService(target);
  if (!(await new Workspaces(table).exists(workspace))) throw new UsageError(`There is no workspace "${workspace}".`);
  if (fields.data.endpointIds) await requireListed(table, workspace, fields.data.endpointIds);
  const { key, secret } = await new Keys(table).create(workspace, fields.data, permission);
  await addEntryOfCommand(table, workspace, 'createKey', key.id);
  return { workspaceId: workspace, keyId: key.id, key: secret };
}
