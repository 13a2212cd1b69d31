import { Option } from '@commander-js/extra-typings';
import { newProgram, print, runProgram, UsageError } from '../../tools/program.ts';
import { type Line, totalBeyondFree, totalOf, totalOnEssentials } from './bill.ts';
import { estimate } from './estimate.ts';
import { DEFAULT_BOUNDS, floodTable } from './flood.ts';
import { hourTable } from './hour.ts';
import { READ_PAGE } from './measured.ts';
import { PRICES } from './prices.ts';
import { describe, tables, textReport } from './report.ts';
import { readStackFacts } from './stackFacts.ts';
import { type Workload, workloadOf } from './workload.ts';

/** Other settings hardly change the cost; the required one has a made-up value. */
const factsWith = (monitoring: 'essential' | 'full', scanFiles: boolean) =>
  readStackFacts({ senderAddress: 'forms@example.com', monitoring, scanFiles });
const factsOfBoth = async (scanFiles = false) => ({
  essential: await factsWith('essential', scanFiles),
  full: await factsWith('full', scanFiles),
});

const DEFAULTS = workloadOf(0);

const program = newProgram(
  'npm run cost --',
  'Estimates what the stack costs in a month, with the setting monitoring at essential and at full.',
  ['--submissions 10000 --recipients 2', '--flood'],
)
  .addOption(number('--submissions <n>', 'submissions'))
  .addOption(number('--recipients <n>', `recipients per submission (default: ${DEFAULTS.recipients})`))
  .addOption(number('--webhooks <n>', `webhooks per submission (default: ${DEFAULTS.webhooks})`))
  .addOption(number('--size <bytes>', `bytes of data per submission (default: ${DEFAULTS.size})`))
  .addOption(number('--reads <n>', `pages of ${READ_PAGE.items} that are read (default: each submission twice)`))
  .addOption(number('--months <n>', `months for which submissions are kept (default: ${DEFAULTS.months})`))
  .addOption(number('--files <n>', `files per submission (default: ${DEFAULTS.files})`))
  .addOption(number('--file-bytes <n>', `bytes of each file (default: ${DEFAULTS.fileBytes})`))
  .addOption(number('--opens <n>', `downloads of each file (default: ${DEFAULTS.opens})`))
  .option('--scan', 'with the setting scanFiles')
  .option('--json', 'print JSON')
  .option('--flood', 'print the most that strangers can spend, as in SECURITY.md')
  .option('--hour', 'print what an hour of posts costs, the table of docs/scale.md')
  .option('--markdown', 'print the tables of docs/cost.md')
  .action(async ({ json, flood, hour, markdown, scan, submissions, ...given }) => {
    if (flood) return print(`${floodTable(DEFAULT_BOUNDS, await factsWith('essential', false))}\n`);
    if (hour) return print(`${hourTable(await factsWith('essential', false))}\n`);
    if (markdown) return print(tables(await factsOfBoth()));
    if (submissions === undefined) return program.error("error: required option '--submissions <n>' not specified");
    const workload: Workload = { ...workloadOf(submissions), ...given };
    const facts = await factsOfBoth(scan);
    const lines = { essential: estimate(workload, facts.essential), full: estimate(workload, facts.full) };
    if (!json) return print(textReport(workload, lines));
    const description = describe(workload);
    print({ workload, description, essential: billOf(lines.essential), full: billOf(lines.full) });
  });
await runProgram(program);

function billOf(lines: Line[]) {
  return {
    lines: lines.map(({ price, ...line }) => ({ ...PRICES[price], ...line, unitUsd: PRICES[price].usd })),
    totalUsd: totalBeyondFree(lines),
    totalUsdOnSesEssentials: totalOnEssentials(lines),
    listUsd: totalOf(lines),
  };
}

function number<Flags extends string>(flags: Flags, description: string) {
  return new Option(flags, description).argParser((value) => {
    if (/^\d{1,12}$/.test(value)) return Number(value);
    throw new UsageError(`${flags.split(' ')[0]} must be a whole number, 0 or more.`);
  });
}
