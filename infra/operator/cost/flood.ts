import { SUBMISSION_BYTES_MAX, TARGET_EMAILS_MAX } from '../../../shared/contract/limits.ts';
import { DIGEST_PERIOD_MS } from '../../../shared/deliveries/timing.ts';
import { Settings } from '../../settings.ts';
import { HOURS_PER_MONTH, SECONDS_PER_MONTH } from './assumptions.ts';
import { captchaAndWebhookRows } from './captchaFlood.ts';
import { estimate, hourReadUnits } from './estimate.ts';
import { fileRows } from './fileFlood.ts';
import { type FloodBounds, type FloodRow, smallRequests } from './floodParts.ts';
import { itemBytesOf } from './measured.ts';
import { GB, priced } from './quantities.ts';
import { number, totalOf } from './report.ts';
import type { StackFacts } from './stackFacts.ts';
import { type Workload, workloadOf } from './workload.ts';

const HOUR_MS = 3_600_000;
/** What an endpoint sends each recipient at most beyond its budget of an hour. */
const DIGESTS_PER_HOUR = HOUR_MS / DIGEST_PERIOD_MS;

/** Methods that take no keys: forms, challenges and uploads have rows of their own. */
const METHODS_WITH_ROWS = 3;

/** The settings' defaults. */
export const DEFAULT_BOUNDS: FloodBounds = Settings.parse({ senderAddress: 'forms@example.com' });

/** The most that strangers can make the service do in a month, all through it, by what they do. */
export function floodRows(bounds: FloodBounds, stack: StackFacts): FloodRow[] {
  const forms = bounds.formsPerSecond * SECONDS_PER_MONTH;
  const storedGb = (forms * itemBytesOf(SUBMISSION_BYTES_MAX)) / GB;
  const others = stack.apiMethods - METHODS_WITH_ROWS;
  const keyless = others * bounds.requestsPerSecond * SECONDS_PER_MONTH;
  const smallest = costOfForms(forms, 2, stack);
  const hour = { submissions: forms, recipients: 1, size: SUBMISSION_BYTES_MAX, files: 0 };
  const hourUnits = forms * hourReadUnits(hour, bounds);
  const mailsOf = (recipients: number) => (bounds.mailsPerHour + DIGESTS_PER_HOUR * recipients) * HOURS_PER_MONTH;
  const mailRow = (what: string, boundedBy: string, mails: number): FloodRow => ({
    ...{ what, boundedBy, most: `${number(mails)} mails` },
    usd: totalOf(priced({ SES: { mail: mails } })),
  });
  return [
    {
      what: 'Form posts: requests, functions, table, page index, logs, traces',
      boundedBy: `\`formsPerSecond\` ${bounds.formsPerSecond}`,
      most: `${number(forms)} posts`,
      usd: smallest,
    },
    {
      what: 'What they store, if each has all that is allowed: writes, and one month of storage and backup',
      boundedBy: `\`SUBMISSION_BYTES_MAX\` ${number(SUBMISSION_BYTES_MAX)}`,
      most: `${number(storedGb)} GB`,
      usd: costOfForms(forms, SUBMISSION_BYTES_MAX, stack) - smallest,
    },
    {
      what: `Requests with made-up keys to the other ${others} methods`,
      boundedBy: `\`requestsPerSecond\` ${bounds.requestsPerSecond}, each`,
      most: `${number(keyless)} requests`,
      // A well-formed but unknown key costs a read, and a write whose condition fails.
      usd: totalOf(smallRequests(keyless, stack, { readUnit: keyless, writeUnit: keyless })),
    },
    mailRow('Mail of one endpoint with one recipient', `\`mailsPerHour\` ${bounds.mailsPerHour}`, mailsOf(1)),
    mailRow(
      `Mail of one endpoint with ${TARGET_EMAILS_MAX} recipients`,
      `\`mailsPerHour\` ${bounds.mailsPerHour}`,
      mailsOf(TARGET_EMAILS_MAX),
    ),
    mailRow(
      'Confirmations of one endpoint, which are mail of all endpoints, too',
      `\`confirmationsPerHour\` ${bounds.confirmationsPerHour}`,
      bounds.confirmationsPerHour * HOURS_PER_MONTH,
    ),
    mailRow(
      'Mail of all endpoints together',
      `\`mailsPerSecond\` ${bounds.mailsPerSecond}`,
      bounds.mailsPerSecond * SECONDS_PER_MONTH,
    ),
    {
      what: 'Reads of what an endpoint got in its last hour, by which its mail is bounded, if each post has all that is allowed and none shares a read',
      boundedBy: `\`formsPerSecond\` ${bounds.formsPerSecond}`,
      most: `${number(hourUnits)} read units`,
      usd: totalOf(priced({ DynamoDB: { readUnit: hourUnits } })),
    },
    ...captchaAndWebhookRows(bounds, stack),
    ...fileRows(bounds, stack),
  ];
}

/** The additional cost of these forms without mail. A flood does not load pages. */
function costOfForms(submissions: number, size: number, stack: StackFacts): number {
  const facts = { ...stack, distributions: 0 };
  const workload: Workload = { ...workloadOf(submissions), recipients: 0, size, reads: 0, months: 1 };
  return totalOf(estimate(workload, facts)) - totalOf(estimate({ ...workload, submissions: 0 }, facts));
}

/** The table of SECURITY.md. */
export const floodTable = (bounds: FloodBounds, stack: StackFacts): string =>
  [
    '| What strangers spend | Bounded by | At most in a month | USD |',
    '| --- | --- | ---: | ---: |',
    ...floodRows(bounds, stack).map(
      ({ what, boundedBy, most, usd }) => `| ${what} | ${boundedBy} | ${most} | ${number(usd)} |`,
    ),
  ].join('\n');
