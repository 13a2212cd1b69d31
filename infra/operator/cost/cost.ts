import { parseArgs } from 'node:util';
import { runCommand, UsageError } from '../command.ts';
import { estimate, type Workload } from './estimate.ts';
import { DEFAULT_BOUNDS, floodTable } from './flood.ts';
import { READ_PAGE } from './measured.ts';
import { PRICES } from './prices.ts';
import { describe, tables, textReport, totalOf } from './report.ts';
import { readStackFacts } from './stackFacts.ts';
import { workloadOf } from './workload.ts';

const USAGE = `Usage: npm run cost -- --submissions N [--recipients 1] [--size 1000] [--reads N] [--months 12] [--json]
       npm run cost -- --flood
       npm run cost -- --markdown
What the stack costs in a month: submissions, addresses that each is mailed to, bytes of its data, pages of ${READ_PAGE.items} that are
read, months for which submissions are kept. --flood prints what strangers can spend at most, the table of SECURITY.md,
--markdown the tables of docs/cost.md.`;

/** Settings change next to nothing of the cost; the required one is made up. */
const SETTINGS = { senderAddress: 'forms@example.com' };

await runCommand(USAGE, async () => {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const options = {
    submissions: text,
    recipients: text,
    size: text,
    reads: text,
    months: text,
    json: flag,
    markdown: flag,
    flood: flag,
  };
  const { json, markdown, flood, ...given } = parseArgs({ options }).values;
  if (flood) return `${floodTable(DEFAULT_BOUNDS, await readStackFacts(SETTINGS))}\n`;
  if (markdown) return tables(await readStackFacts(SETTINGS));
  if (given.submissions === undefined) throw new UsageError(USAGE);
  const numbers = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, wholeNumber(name, String(value))]),
  );
  const workload: Workload = { ...workloadOf(numbers.submissions ?? 0), ...numbers };
  const lines = estimate(workload, await readStackFacts(SETTINGS));
  if (!json) return textReport(workload, lines);
  const priced = lines.map(({ price, ...line }) => ({
    ...line,
    ...PRICES[price],
    usd: line.usd,
    unitUsd: PRICES[price].usd,
  }));
  return { workload, description: describe(workload), lines: priced, totalUsd: totalOf(lines) };
});

function wholeNumber(name: string, value: string): number {
  const number = Number(value);
  if (/^\d{1,12}$/.test(value)) return number;
  throw new UsageError(`--${name} must be a whole number, 0 or more.`);
}
