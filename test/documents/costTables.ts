import { ASSUMPTIONS, SECONDS_PER_MONTH } from '../../infra/operator/cost/assumptions.ts';
import {
  type Activity,
  billOf,
  type Line,
  priced,
  totalBeyondFree,
  totalOf,
  totalOnEssentials,
} from '../../infra/operator/cost/bill.ts';
import { activitiesOf, estimate } from '../../infra/operator/cost/estimate.ts';
import { itemBytesOf, REMOVE_BY_AGE, REMOVE_DELIVERED, WAYS } from '../../infra/operator/cost/measured.ts';
import { PRICES } from '../../infra/operator/cost/prices.ts';
import type { StackFacts } from '../../infra/operator/cost/stackFacts.ts';
import { dollars, number } from '../../infra/operator/cost/textReport.ts';
import { type Workload, workloadOf } from '../../infra/operator/cost/workload.ts';
import { Settings } from '../../infra/settings.ts';
import { SUBMISSION_BYTES_MAX } from '../../shared/contract/limits.ts';
import { markdownTable } from './markdownTable.ts';

const POSTS_PER_SECOND = [100, 1_000, 10_000];
const SECONDS_PER_HOUR = 3_600;
/** Beyond their budget endpoints send digests, so mail costs nothing in comparison. Senders load no pages. */
const FLOODED: Partial<Workload> = { size: 900, recipients: 0, reads: 0, months: 1 };

/** The price of an hour of posts, stored for a month, at list prices. */
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

/** The cost of some volumes: a column for each, a row for each service. */
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

/** createSubmission's consumption for posts, by the ways in which they can be sent. */
export function waysTable(): string {
  const [small, large] = [1_024, itemBytesOf(SUBMISSION_BYTES_MAX)];
  const rows = new Map<string, { ways: string[]; cells: string[] }>();
  for (const [way, { rounds, readUnits, writeUnits }] of Object.entries(WAYS)) {
    const units = [small, large].flatMap((bytes) => [readUnits(bytes), writeUnits(bytes)]);
    const cells = [rounds, ...units].map(String);
    rows.set(cells.join(), { ways: [...(rows.get(cells.join())?.ways ?? []), way], cells });
  }
  return markdownTable(
    ['A post', 'Rounds:', 'Read units:', 'Write units:', `Of ${number(SUBMISSION_BYTES_MAX)} bytes, read:`, 'Written:'],
    [...rows.values()].map(({ ways, cells }) => [ways.join('; '), ...cells]),
  );
}

/** A message of an assistant, and its calls to the API: one checks the key. */
function toolCalls(count: number): Activity[] {
  const { apiMs, answerBytes: sentBytes } = ASSUMPTIONS;
  const call = { count, isApiRequest: true, sentBytes };
  return [
    { ...call, function: 'mcp', waitMs: 2 * apiMs },
    { ...call, function: 'verifyKey', rounds: 1, uses: { readUnit: 1 } },
    { ...call, function: 'retrieveSubmission', rounds: 1, uses: { readUnit: 3 } },
  ];
}

/** Costs that the table above leaves out. */
export function extrasTable(facts: StackFacts): string {
  const bill = (workload: Partial<Workload> & { submissions: number }, more: Partial<StackFacts> = {}) =>
    estimate({ ...workloadOf(workload.submissions), ...workload }, { ...facts, ...more });
  const [thousand, million] = [{ submissions: 1_000 }, { submissions: 1_000_000 }];
  const idle = bill({ submissions: 0 });
  const twice = priced(Object.fromEntries(idle.map(({ price, quantity }) => [price, 2 * quantity])));
  const more = (...[lines, less]: [Line[], Line[]]) => totalBeyondFree(lines) - totalBeyondFree(less);
  const files = { ...thousand, files: 3 };
  const pages = bill({ ...million, reads: 0 }).filter(({ service }) => service === 'CloudFront');
  const hangingS = Settings.parse({ senderAddress: 'a@example.com' }).webhookConcurrency * SECONDS_PER_MONTH;
  return markdownTable(
    ['What', 'USD:'],
    [
      ['A second stage in the same account, idle', more(twice, idle)],
      ['A million submissions without mail', totalBeyondFree(bill({ ...million, recipients: 0 }))],
      [
        'A million deliveries to webhooks, at list prices',
        totalOf(bill({ ...million, webhooks: 1 })) - totalOf(bill(million)),
      ],
      [
        'Three files of 1 MB with each of a thousand submissions, opened once, kept for a year',
        more(bill(files), bill(thousand)),
      ],
      ['Scanning these files', more(bill(files, { scannedBuckets: 1 }), bill(files))],
      ['A GB of submissions with its backup', PRICES.tableStorage.usd + PRICES.pointInTimeRecovery.usd],
      [
        'Removing a million submissions of 1 kB by age: reads and writes, at list prices',
        totalOf(
          priced({
            readUnit: million.submissions * REMOVE_BY_AGE.readUnits(1_024),
            writeUnit: million.submissions * REMOVE_BY_AGE.writeUnits(1_024),
          }),
        ),
      ],
      [
        'Likewise, once two mails of each are delivered',
        totalOf(
          priced({
            readUnit: million.submissions * REMOVE_DELIVERED.readUnits(1_024, 2),
            writeUnit: million.submissions * REMOVE_DELIVERED.writeUnits(1_024, 2),
          }),
        ),
      ],
      [
        'A million calls of a tool that reads a submission, at list prices',
        totalOf(billOf(toolCalls(million.submissions), facts)),
      ],
      ['A million views of the thank-you page, at list prices', totalOf(pages)],
      [
        'Receivers of webhooks that always hang, at most',
        hangingS * (facts.memoryGb.sendWebhook ?? 0) * PRICES.lambdaArmGbSecond.usd,
      ],
    ].map(([what, usd]) => [`${what}`, dollars(Number(usd))]),
  );
}
