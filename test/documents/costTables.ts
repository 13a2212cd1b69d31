import { billOf, type Line, totalBeyondFree, totalOf, totalOnEssentials } from '../../infra/operator/cost/bill.ts';
import { activitiesOf, estimate } from '../../infra/operator/cost/estimate.ts';
import { PRICES, type Price } from '../../infra/operator/cost/prices.ts';
import { dollars, number } from '../../infra/operator/cost/report.ts';
import type { StackFacts } from '../../infra/operator/cost/stackFacts.ts';
import { type Workload, workloadOf } from '../../infra/operator/cost/workload.ts';
import { markdownTable } from './markdownTable.ts';

const POSTS_PER_SECOND = [100, 1_000, 10_000];
const SECONDS_PER_HOUR = 3_600;
/** Beyond their budget endpoints send digests, so mail costs nothing in comparison. Senders load no pages. */
const FLOODED: Partial<Workload> = { size: 900, recipients: 0, reads: 0, months: 1 };

/** What an hour of posts costs at list prices, stored for a month. */
export function hourTable(stack: StackFacts): string {
  const facts = { ...stack, distributions: 0 };
  const usd = (posts: number, webhooks: number) =>
    number(totalOf(billOf(activitiesOf({ ...workloadOf(posts), ...FLOODED, webhooks }, facts), facts)));
  return markdownTable(
    ['Posts a second:', 'Posts in an hour:', 'USD:', 'USD with a webhook:'],
    POSTS_PER_SECOND.map((perSecond) => {
      const posts = perSecond * SECONDS_PER_HOUR;
      return [number(perSecond), number(posts), usd(posts, 0), usd(posts, 1)];
    }),
  );
}

const VOLUMES = [0, 1_000, 100_000, 1_000_000, 10_000_000];

/** What some volumes cost: a column for each, a row for each service. */
export function billTable(essentialFacts: StackFacts, fullFacts: StackFacts): string {
  const bills = VOLUMES.map(workloadOf).map((workload) => ({
    essential: estimate(workload, essentialFacts),
    full: estimate(workload, fullFacts),
  }));
  const services = [...new Set(bills.flatMap(({ essential }) => essential.map(({ service }) => service)))];
  const sumOf = (lines: Line[], service: string) => totalBeyondFree(lines.filter((line) => line.service === service));
  const used = services.filter((service) => bills.some(({ essential }) => sumOf(essential, service) >= 0.005));
  const row = (first: string, cell: (bill: (typeof bills)[number]) => string) => [first, ...bills.map(cell)];
  return markdownTable(
    ['Submissions a month', ...VOLUMES.map((submissions) => `${number(submissions)}:`)],
    [
      ...used.map((service) => row(service, ({ essential }) => dollars(sumOf(essential, service)))),
      row('**USD, `essential`**', ({ essential }) => `**${dollars(totalBeyondFree(essential))}**`),
      row("USD, `essential`, SES's plan Essentials", ({ essential }) => dollars(totalOnEssentials(essential))),
      row('USD, `full`', ({ full }) => dollars(totalBeyondFree(full))),
      row("USD, `full`, SES's plan Essentials", ({ full }) => dollars(totalOnEssentials(full))),
      row('`essential` at list prices without free tiers', ({ essential }) => dollars(totalOf(essential))),
      row('`full` at list prices without free tiers', ({ full }) => dollars(totalOf(full))),
    ],
  );
}

export const pricesTable = (): string =>
  markdownTable(
    ['USD:', 'per', 'Free each month:', 'Listed at', 'Seen'],
    Object.values<Price>(PRICES).map(({ usd, per, unit, source, seen, free }) => {
      const quantity = per === 1 ? unit : `${number(per)} ${unit}`;
      return [usd, quantity, free === undefined ? '' : number(free), source, seen];
    }),
  );
