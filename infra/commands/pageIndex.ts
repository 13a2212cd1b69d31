import { parseArgs } from 'node:util';
import { buildIndex } from '../../shared/pageIndex/buildIndex.ts';
import { IndexUpdater } from '../../shared/pageIndex/updater.ts';
import { Remains } from '../../shared/repositories/remains.ts';
import type { Table } from '../../shared/repositories/table.ts';
import { runCommand, UsageError } from './command.ts';
import { endpointIdsOf } from './endpointIds.ts';
import { openService } from './openService.ts';

const USAGE =
  'Usage: npm run index -- build --endpoint enp_… | --all [--recount] [--stack NAME | --data DIR]\n' +
  'Builds the page index of submissions that came before it. May be run, stopped and repeated at any time.\n' +
  '--recount also counts again what is indexed: once stream records were lost.';
const PROGRESS_INTERVAL_MS = 1_000;

await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      endpoint: { type: 'string' },
      all: { type: 'boolean', default: false },
      recount: { type: 'boolean', default: false },
      stack: { type: 'string' },
      data: { type: 'string' },
    },
  });
  const { endpoint, all, recount } = values;
  if (positionals.join(' ') !== 'build' || all === (endpoint !== undefined)) throw new UsageError(USAGE);
  const { table } = await openService(values);
  let [endpoints, segments] = [0, 0];
  for await (const endpointId of endpoint === undefined ? endpointIdsOf(table) : [await existing(table, endpoint)]) {
    const report = progressOf(endpointId);
    await buildIndex(new IndexUpdater(table), endpointId, { recount, onPart: report.add });
    endpoints++;
    segments += report.finish();
  }
  return { endpoints, segments };
});

async function existing(table: Table, endpointId: string): Promise<string> {
  if (!(await new Remains(table).endpointExists(endpointId)))
    throw new UsageError(`There is no endpoint "${endpointId}".`);
  return endpointId;
}

/** Tells on standard error, about once a second and at the end, how many segments are done. */
function progressOf(endpointId: string) {
  let [segments, toldAt] = [0, Date.now()];
  const tell = () => console.error(`${endpointId}: ${segments} segments`);
  return {
    add: (more: number) => {
      segments += more;
      if (Date.now() - toldAt < PROGRESS_INTERVAL_MS) return;
      toldAt = Date.now();
      tell();
    },
    finish: () => {
      tell();
      return segments;
    },
  };
}
