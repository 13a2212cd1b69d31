import { parseArgs } from 'node:util';
import { KeyCreate, PERMISSIONS, type Permission } from '../../../shared/contract/schemas/key.ts';
import { Keys } from '../../../shared/storage/keys.ts';
import { Workspaces } from '../../../shared/storage/workspaces.ts';
import { runCommand, UsageError } from '../command.ts';
import { openService, TARGET_OPTIONS } from '../openService.ts';

const USAGE =
  'Usage: npm run key -- create --workspace ws_… --name "Dashboard" --expires 90-days [--permission write|read] [--stack NAME | --data DIR]';

await runCommand(USAGE, async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      workspace: { type: 'string' },
      name: { type: 'string' },
      expires: { type: 'string' },
      permission: { type: 'string', default: 'write' },
      ...TARGET_OPTIONS,
    },
  });
  const { workspace, name, expires, permission } = values;
  if (positionals.join(' ') !== 'create' || !workspace || !name || !expires) throw new UsageError(USAGE);
  if (!PERMISSIONS.includes(permission as Permission)) throw new UsageError('--permission must be write or read.');
  const fields = KeyCreate.safeParse({ name, expiresAt: expires });
  if (!fields.success) {
    const problems = fields.error.issues.map(
      ({ path, message }) => `--${path[0] === 'name' ? 'name' : 'expires'} ${message}`,
    );
    throw new UsageError(`${problems.join('; ')}.`);
  }
  const { table } = await openService(values);
  if (!(await new Workspaces(table).exists(workspace))) throw new UsageError(`There is no workspace "${workspace}".`);
  const { key, secret } = await new Keys(table).create(workspace, fields.data, permission as Permission);
  return { workspaceId: workspace, keyId: key.id, key: secret };
});
