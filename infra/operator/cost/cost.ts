import { Option } from '@commander-js/extra-typings';
import { newProgram, print, runProgram, UsageError } from '../../program.ts';
import { estimate, type Line, type Workload } from './estimate.ts';
import { DEFAULT_BOUNDS, floodTable } from './flood.ts';
import { READ_PAGE } from './measured.ts';
import { PRICES } from './prices.ts';
import { describe, tables, textReport, totalOf } from './report.ts';
import { readStackFacts } from './stackFacts.ts';
import { workloadOf } from './workload.ts';

/** Settings change next to nothing of the cost; the required one is made up. */
const SETTINGS = { senderAddress: 'forms@example.com' };

const DEFAULTS = workloadOf(0);

const program = newProgram('npm run cost --', 'Estimates what the stack costs in a month.', [
  '--submissions 10000 --recipients 2',
  '--flood',
])
  .addOption(number('--submissions <n>', 'submissions'))
  .addOption(number('--recipients <n>', `addresses that each is mailed to (default: ${DEFAULTS.recipients})`))
  .addOption(number('--size <bytes>', `bytes of its data (default: ${DEFAULTS.size})`))
  .addOption(number('--reads <n>', `pages of ${READ_PAGE.items} that are read (default: each submission twice)`))
  .addOption(number('--months <n>', `months for which submissions are kept (default: ${DEFAULTS.months})`))
  .option('--json', 'print JSON')
  .option('--flood', 'print what strangers can spend at most, the table of SECURITY.md')
  .option('--markdown', 'print the tables of docs/cost.md')
  .action(async ({ json, flood, markdown, submissions, ...given }) => {
    if (flood) return print(`${floodTable(DEFAULT_BOUNDS, await readStackFacts(SETTINGS))}\n`);
    if (markdown) return print(tables(await readStackFacts(SETTINGS)));
    if (submissions === undefined) return program.error("error: required option '--submissions <n>' not specified");
    const workload: Workload = { ...workloadOf(submissions), ...given };
    const lines = estimate(workload, await readStackFacts(SETTINGS));
    print(json ? asJson(workload, lines) : textReport(workload, lines));
  });
await runProgram(program);

function asJson(workload: Workload, lines: Line[]) {
  const priced = lines.map(({ price, ...line }) => ({
    ...line,
    ...PRICES[price],
    usd: line.usd,
    unitUsd: PRICES[price].usd,
  }));
  return { workload, description: describe(workload), lines: priced, totalUsd: totalOf(lines) };
}

function number<Flags extends string>(flags: Flags, description: string) {
  return new Option(flags, description).argParser((value) => {
    if (/^\d{1,12}$/.test(value)) return Number(value);
    throw new UsageError(`${flags.split(' ')[0]} must be a whole number, 0 or more.`);
  });
}
