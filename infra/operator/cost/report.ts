import { estimate, type Line, type Workload } from './estimate.ts';
import { READ_PAGE } from './measured.ts';
import { PRICES, type PriceName } from './prices.ts';
import type { StackFacts } from './stackFacts.ts';
import { workloadOf } from './workload.ts';

/** The volumes of the table in docs/cost.md. */
const VOLUMES = [1_000, 100_000, 10_000_000];

export const number = (value: number, digits = 0): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** Dollars to the cent; what is less than half a cent is shown as 0.00. */
const dollars = (usd: number): string => number(usd, 2);

const quantityOf = (quantity: number): string =>
  number(quantity, quantity >= 100 || Number.isInteger(quantity) ? 0 : 2);

const count = (value: number, one: string): string => `${number(value)} ${one}${value === 1 ? '' : 's'}`;

export const totalOf = (lines: Line[]): number => lines.reduce((sum, { usd }) => sum + usd, 0);

/** What was asked, in words. */
export const describe = ({ submissions, recipients, size, reads, months }: Workload): string =>
  `${count(submissions, 'submission')} a month of ${count(size, 'byte')}, each mailed to ${count(recipients, 'recipient')} ` +
  `and kept for ${count(months, 'month')}; ${count(reads, 'page')} of ${READ_PAGE.items} read`;

/** The bill as a person reads it: each service with what is paid for, and the total. */
export function textReport(workload: Workload, lines: Line[]): string {
  const row = (first: string, what: string, usd: string) => `${first.padEnd(15)}${what.padEnd(48)}${usd.padStart(12)}`;
  const services = [...new Set(lines.map(({ service }) => service))];
  const rows = services.flatMap((service) =>
    lines
      .filter((line) => line.service === service && line.quantity > 0)
      .map(({ price, quantity, usd }, i) =>
        row(i === 0 ? service : '', `${quantityOf(quantity)} ${PRICES[price].unit}`, dollars(usd)),
      ),
  );
  return `${describe(workload)}.
US dollars a month by AWS's list prices for us-east-1, without free tiers and tax:

${rows.join('\n')}
${row('Total', '', dollars(totalOf(lines)))}

What was measured, what is assumed and how old the prices are: docs/cost.md
`;
}

/** The tables of docs/cost.md: the bill of some volumes, and the prices. */
export function tables(stack: StackFacts): string {
  const bills = VOLUMES.map((submissions): [Workload, Line[]] => {
    const workload = workloadOf(submissions);
    return [workload, estimate(workload, stack)];
  });
  return `${billTable(bills)}\n\n${pricesTable()}\n`;
}

/** One column per workload, one row per service. */
function billTable(bills: [Workload, Line[]][]): string {
  const services = [...new Set(bills.flatMap(([, lines]) => lines.map(({ service }) => service)))];
  const sumOf = (lines: Line[], service: string) => totalOf(lines.filter((line) => line.service === service));
  const used = services.filter((service) => bills.some(([, lines]) => sumOf(lines, service) > 0));
  const row = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [
    row(['Submissions a month', ...bills.map(([{ submissions }]) => number(submissions))]),
    row(['---', ...bills.map(() => '---:')]),
    ...used.map((service) => row([service, ...bills.map(([, lines]) => dollars(sumOf(lines, service)))])),
    row(['**USD a month**', ...bills.map(([, lines]) => `**${dollars(totalOf(lines))}**`)]),
  ].join('\n');
}

const pricesTable = (): string =>
  [
    '| USD | per | Listed at | Seen |',
    '| ---: | --- | --- | --- |',
    ...(Object.keys(PRICES) as PriceName[]).map((name) => {
      const { usd, per, unit, source, seen } = PRICES[name];
      return `| ${usd} | ${per === 1 ? '' : `${number(per)} `}${unit} | ${source} | ${seen} |`;
    }),
  ].join('\n');
