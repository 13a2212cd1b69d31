import { parseArgs } from 'node:util';
import { runCommand, UsageError } from '../command.ts';
import { estimate, type Line, type Workload } from './estimate.ts';
import { DEFAULT_BOUNDS, floodTable } from './flood.ts';
import { READ_PAGE } from './measured.ts';
import { PRICES } from './prices.ts';
import { describe, tables, textReport, totalBeyondFree, totalOf } from './report.ts';
import { readStackFacts } from './stackFacts.ts';
import { workloadOf } from './workload.ts';

const USAGE = `Usage: npm run cost -- --submissions N [--recipients 1] [--size 1000] [--reads N] [--months 12] [--json]
       npm run cost -- --flood
       npm run cost -- --markdown
What the stack costs in a month, with the setting monitoring at essential and at full: submissions, addresses that each is mailed to, bytes of its data, pages of ${READ_PAGE.items} that are
read, months for which submissions are kept. --flood prints what strangers can spend at most, the table of SECURITY.md,
--markdown the tables of docs/cost.md.`;

/** Other settings change next to nothing of the cost; the required one is made up. */
const factsWith = (monitoring: 'essential' | 'full') =>
  readStackFacts({ senderAddress: 'forms@example.com', monitoring });
const factsOfBoth = async () => ({ essential: await factsWith('essential'), full: await factsWith('full') });

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
  if (flood) return `${floodTable(DEFAULT_BOUNDS, await factsWith('essential'))}\n`;
  if (markdown) return tables(await factsOfBoth());
  if (given.submissions === undefined) throw new UsageError(USAGE);
  const numbers = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, wholeNumber(name, String(value))]),
  );
  const workload: Workload = { ...workloadOf(numbers.submissions ?? 0), ...numbers };
  const facts = await factsOfBoth();
  const lines = { essential: estimate(workload, facts.essential), full: estimate(workload, facts.full) };
  if (!json) return textReport(workload, lines);
  const description = describe(workload);
  return { workload, description, essential: billOf(lines.essential), full: billOf(lines.full) };
});

function billOf(lines: Line[]) {
  return {
    lines: lines.map(({ price, ...line }) => ({ ...PRICES[price], ...line, unitUsd: PRICES[price].usd })),
    totalUsd: totalBeyondFree(lines),
    listUsd: totalOf(lines),
  };
}

function wholeNumber(name: string, value: string): number {
  const number = Number(value);
  if (/^\d{1,12}$/.test(value)) return number;
  throw new UsageError(`--${name} must be a whole number, 0 or more.`);
}
