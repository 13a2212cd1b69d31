import { parseArgs } from 'node:util';
import { Workspaces } from '../../shared/repositories/workspaces.ts';
import { runCommand, UsageError } from './command.ts';
import { openService } from './openService.ts';

const USAGE = 'Usage: npm run workspace -- create --name "Acme" [--stack NAME | --data DIR]';
const NAME_LENGTH_MAX = 64;

await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { name: { type: 'string' }, stack: { type: 'string' }, data: { type: 'string' } },
  });
  if (positionals.join(' ') !== 'create' || !values.name?.trim()) throw new UsageError(USAGE);
  if (values.name.length > NAME_LENGTH_MAX)
    throw new UsageError(`--name may have at most ${NAME_LENGTH_MAX} characters.`);
  const { table } = await openService(values);
  return new Workspaces(table).create(values.name);
});
