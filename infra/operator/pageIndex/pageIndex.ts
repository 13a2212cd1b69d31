import { parseArgs } from 'node:util';
import { buildIndex } from '../../../shared/pageIndex/buildIndex.ts';
import { IndexUpdater } from '../../../shared/pageIndex/updater.ts';
import { endpointExists } from '../../../shared/storage/endpointExistence.ts';
import type { Table } from '../../../shared/storage/table.ts';
import { runCommand, UsageError } from '../command.ts';
import { openService, TARGET_OPTIONS } from '../openService.ts';
import { Progress } from '../progress.ts';
import { endpointIdsOf } from './endpointIds.ts';

const USAGE =
  'Usage: npm run index -- build --endpoint enp_… | --all [--recount] [--stack NAME | --data DIR]\n' +
  'Indexes submissions that are older than the page index. May be run, stopped and repeated at any time.\n' +
  '--recount also counts what is indexed already: for use after stream records were lost.';

await runCommand(USAGE, async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      endpoint: { type: 'string' },
      all: { type: 'boolean', default: false },
      recount: { type: 'boolean', default: false },
      ...TARGET_OPTIONS,
    },
  });
  const { endpoint, all, recount } = values;
  if (positionals.join(' ') !== 'build' || all === (endpoint !== undefined)) throw new UsageError(USAGE);
  const { table } = await openService(values);
  let [endpoints, segments] = [0, 0];
  for await (const endpointId of endpoint === undefined ? endpointIdsOf(table) : [await existing(table, endpoint)]) {
    let done = 0;
    const progress = new Progress(() => `${endpointId}: ${done} segments`);
    const onPart = (more: number) => {
      done += more;
      progress.tick();
    };
    await buildIndex(new IndexUpdater(table), endpointId, { recount, onPart });
    progress.tell();
    endpoints++;
    segments += done;
  }
  return { endpoints, segments };
});

async function existing(table: Table, endpointId: string): Promise<string> {
  if (!(await endpointExists(table, endpointId))) throw new UsageError(`There is no endpoint "${endpointId}".`);
  return endpointId;
}
