import { pauseOf } from '../../../shared/spamFilter/filterRecord.ts';
import { decode } from '../../../shared/spamFilter/filterState.ts';
import { FilterTrainer } from '../../../shared/spamFilter/filterTrainer.ts';
import { spamMarksOf } from '../../../shared/spamFilter/marks.ts';
import { type LearnedFilter, LearnedFilters, type Outcomes } from '../../../shared/storage/filter/learnedFilters.ts';
import type { Table } from '../../../shared/storage/table/table.ts';
import { newProgram, print, runProgram, text, UsageError } from '../../tools/program.ts';
import { submissionsOf } from '../export/contents.ts';
import { openService } from '../openService.ts';
import { DATA, STACK, type Target } from '../target.ts';

interface EndpointOptions extends Target {
  endpoint: string;
}

const program = newProgram('npm run filter --', 'Shows and trains the learned spam filters of endpoints.', [
  'show --endpoint enp_… --stack Forms',
  'learn --endpoint enp_… --stack Forms',
  'reset --endpoint enp_… --stack Forms',
]);
addCommand('show', 'Show the state and accuracy of a filter.', show);
addCommand(
  'learn',
  'Learn the spam marks that were made before the filter was switched on, or before it was reset.',
  learn,
);
addCommand('reset', 'Discard everything that a filter learned. Submissions and their spam marks stay.', reset);
await runProgram(program);

function addCommand(name: string, description: string, run: (table: Table, endpointId: string) => Promise<object>) {
  program
    .command(name)
    .description(description)
    .requiredOption('--endpoint <id>', 'the endpoint, enp_…', text)
    .addOption(STACK)
    .addOption(DATA)
    .action(async ({ endpoint, ...target }: EndpointOptions) => {
      const { table } = await openService(target);
      print(await run(table, endpoint));
    });
}

async function show(table: Table, endpointId: string) {
  const { isLearning, filter } = await found(table, endpointId);
  return { endpointId, isLearning, ...reportOf(filter) };
}

async function learn(table: Table, endpointId: string) {
  const { isLearning } = await found(table, endpointId);
  if (!isLearning) throw new UsageError('The filter is off: set spamFilter to "learn" first.');
  const trainer = new FilterTrainer(new LearnedFilters(table));
  let learned = 0;
  for await (const items of submissionsOf(table, endpointId)) {
    learned += await trainer.train(endpointId, spamMarksOf(items));
  }
  return { endpointId, learned };
}

async function reset(table: Table, endpointId: string) {
  const { filter } = await found(table, endpointId);
  await new LearnedFilters(table).reset(endpointId);
  return { endpointId, discarded: decode(filter.state).marks };
}

async function found(table: Table, endpointId: string) {
  const filter = await new LearnedFilters(table).find(endpointId);
  if (!filter) throw new UsageError(`There is no endpoint "${endpointId}".`);
  return filter;
}

/**
 * Spam marks by kind; how many of the judged and marked submissions the filter had judged correctly; why it is paused,
 * if it is.
 */
function reportOf({ state, outcomes, record }: LearnedFilter) {
  const { marks } = decode(state);
  return { marks, stateBytes: state?.length ?? 0, ...rightness(outcomes), ...outcomes, pause: pauseOf(record) };
}

function rightness({ truePositives, trueNegatives, falsePositives, falseNegatives }: Outcomes) {
  const right = truePositives + trueNegatives;
  return { judgedAndMarked: right + falsePositives + falseNegatives, right };
}
