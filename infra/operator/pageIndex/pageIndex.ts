import { Option } from '@commander-js/extra-typings';
import { buildIndex } from '../../../shared/pageIndex/buildIndex.ts';
import { endpointExists } from '../../../shared/storage/endpoints/endpointExistence.ts';
import type { Table } from '../../../shared/storage/table/table.ts';
import { newProgram, print, runProgram, UsageError } from '../../tools/program.ts';
import { openService } from '../openService.ts';
import { Progress } from '../progress.ts';
import { endpointIdsOf } from '../scannedIds.ts';
import { DATA, STACK, type Target } from '../target.ts';

interface BuildOptions extends Target {
  endpoint?: string | undefined;
  all?: true | undefined;
  recount?: boolean | undefined;
}

const program = newProgram('npm run index --', 'Maintains the page index of submissions.', [
  'build --all --stack Forms',
  'build --endpoint enp_… --recount --stack Forms',
]);
const command = program
  .command('build')
  .description(
    'Index submissions from before the index existed, make filters of words for searches, and compute statistics. Can be stopped and repeated at any time.',
  )
  .option('--endpoint <id>', 'only this endpoint, enp_…')
  .addOption(new Option('--all', 'all endpoints').conflicts('endpoint'))
  .option('--recount', 'also recount indexed submissions, after stream records were lost')
  .addOption(STACK)
  .addOption(DATA)
  .action(async (options) => {
    if (!options.all && options.endpoint === undefined) command.error('error: give --endpoint or --all');
    print(await build(options));
  });
await runProgram(program);

async function build({ endpoint, recount = false, ...target }: BuildOptions) {
  const { table } = await openService(target);
  let [endpoints, segments] = [0, 0];
  for await (const endpointId of endpoint === undefined ? endpointIdsOf(table) : [await existing(table, endpoint)]) {
    let done = 0;
    const progress = new Progress(() => `${endpointId}: ${done} segments`);
    const onPart = (more: number) => {
      done += more;
      progress.tick();
    };
    await buildIndex(table, endpointId, { recount, onPart });
    progress.tell();
    endpoints++;
    segments += done;
  }
  return { endpoints, segments };
}

async function existing(table: Table, endpointId: string): Promise<string> {
  if (!(await endpointExists(table, endpointId))) throw new UsageError(`There is no endpoint "${endpointId}".`);
  return endpointId;
}
