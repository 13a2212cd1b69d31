import { isId } from '../../../shared/contract/ids.ts';
import { newProgram, print, runProgram, UsageError } from '../../tools/program.ts';
import { openService } from '../openService.ts';
import { Progress } from '../progress.ts';
import { DATA, STACK, type Target } from '../target.ts';
import { type RestoredFiles, restoreFiles } from './restoreFiles.ts';

const program = newProgram('npm run files --', 'Restores files of submissions.', [
  'restore --stack Forms',
  'restore --endpoint enp_… --stack Forms',
]);
program
  .command('restore')
  .description(
    'Restore removed files of submissions that are in the table again. May be stopped and repeated at any time.',
  )
  .option('--endpoint <id>', 'only this endpoint, enp_…')
  .addOption(STACK)
  .addOption(DATA)
  .action(async (options) => print(await restore(options)));
await runProgram(program);

async function restore({ endpoint, ...target }: Target & { endpoint?: string | undefined }): Promise<RestoredFiles> {
  if (endpoint !== undefined && !isId('endpoint', endpoint))
    throw new UsageError(`"${endpoint}" is not the id of an endpoint.`);
  const service = await openService(target);
  let soFar: RestoredFiles = { restored: 0, infected: 0, gone: 0 };
  const progress = new Progress(() => `${soFar.restored} files restored`);
  return restoreFiles({ ...service, fileVersions: await service.fileVersions() }, endpoint, (now) => {
    soFar = now;
    progress.tick();
  });
}
