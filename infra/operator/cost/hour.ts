import { billOf, totalOf } from './bill.ts';
import { activitiesOf } from './estimate.ts';
import { number } from './report.ts';
import type { StackFacts } from './stackFacts.ts';
import { type Workload, workloadOf } from './workload.ts';

const POSTS_PER_SECOND = [100, 1_000, 10_000];
const SECONDS_PER_HOUR = 3_600;
/** Beyond their budget endpoints send digests, so mail costs nothing in comparison. Senders load no pages. */
const FLOODED: Partial<Workload> = { size: 900, recipients: 0, reads: 0, months: 1 };

/** The table of docs/scale.md: what an hour of posts costs at list prices, stored for a month. */
export function hourTable(stack: StackFacts): string {
  const facts = { ...stack, distributions: 0 };
  const usd = (posts: number, webhooks: number) =>
    number(totalOf(billOf(activitiesOf({ ...workloadOf(posts), ...FLOODED, webhooks }, facts), facts)));
  return [
    '| Posts a second | Posts in an hour | USD | USD with a webhook |',
    '| ---: | ---: | ---: | ---: |',
    ...POSTS_PER_SECOND.map((perSecond) => {
      const posts = perSecond * SECONDS_PER_HOUR;
      return `| ${number(perSecond)} | ${number(posts)} | ${usd(posts, 0)} | ${usd(posts, 1)} |`;
    }),
  ].join('\n');
}
