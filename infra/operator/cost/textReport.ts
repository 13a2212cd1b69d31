import { type Line, totalBeyondFree, totalOf, totalOnEssentials } from './bill.ts';
import { READ_PAGE } from './measured.ts';
import { PRICES } from './prices.ts';
import type { Workload } from './workload.ts';

/** One value for each `monitoring` setting. */
export interface ByMode<T> {
  essential: T;
  full: T;
}

export const number = (value: number, digits = 0): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** Dollars and cents; less than half a cent is 0.00. */
export const dollars = (usd: number): string => number(usd, 2);

const quantityOf = (quantity: number): string =>
  number(quantity, quantity >= 100 || Number.isInteger(quantity) ? 0 : 2);

const count = (value: number, one: string): string => `${number(value)} ${one}${value === 1 ? '' : 's'}`;

/** The workload in words. */
export function describe(workload: Workload): string {
  const { submissions, recipients, webhooks, size, reads, months, files, fileBytes, opens } = workload;
  const sent = `with ${count(files, 'file')} of ${count(fileBytes, 'byte')}, each opened ${count(opens, 'time')}, `;
  return (
    `${count(submissions, 'submission')} a month of ${count(size, 'byte')}, ${files > 0 ? sent : ''}` +
    `each mailed to ${count(recipients, 'recipient')}${webhooks > 0 ? `, sent to ${count(webhooks, 'webhook')}` : ''} ` +
    `and kept for ${count(months, 'month')}; ${count(reads, 'page')} of ${READ_PAGE.items} read`
  );
}

/** A readable bill: each service with its lines, and the totals, in both modes. */
export function textReport(workload: Workload, { essential, full }: ByMode<Line[]>): string {
  const row = (first: string, what: string, ...usd: string[]) =>
    `${first.padEnd(15)}${what.padEnd(44)}${usd.map((each) => each.padStart(12)).join('')}`.trimEnd();
  const used = full.flatMap((line, i) => {
    const same = essential[i] as Line;
    return line.quantity > 0 || same.quantity > 0 ? [[same, line] as const] : [];
  });
  const rows = used.map(([same, line], i) => {
    const quantities = [...new Set([same, line].map(({ quantity }) => quantityOf(quantity)))].join(' / ');
    const first = used[i - 1]?.[0].service === line.service ? '' : line.service;
    return row(
      first,
      `${quantities} ${PRICES[line.price].unit}`,
      dollars(same.usdBeyondFree),
      dollars(line.usdBeyondFree),
    );
  });
  const totals = (sum: (lines: Line[]) => number) => [essential, full].map((lines) => dollars(sum(lines)));
  return `${describe(workload)}.
US dollars a month for us-east-1, beyond AWS's permanent free tier, without tax:

${row('monitoring', '', 'essential', 'full')}

${rows.join('\n')}
${row('Total', '', ...totals(totalBeyondFree))}
${row('', "with SES's plan Essentials", ...totals(totalOnEssentials))}
${row('List prices', 'without free tiers', ...totals(totalOf))}

What was measured and what is assumed: docs/cost.md. How old each price is: --json
`;
}
