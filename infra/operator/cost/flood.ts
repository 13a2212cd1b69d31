import { SUBMISSION_BYTES_MAX, TARGET_EMAILS_MAX } from '../../../shared/contract/limits.ts';
import { DIGEST_PERIOD_MS } from '../../../shared/notifications/timing.ts';
import { Settings } from '../../settings.ts';
import { ASSUMPTIONS, HOURS_PER_MONTH, SECONDS_PER_MONTH } from './assumptions.ts';
import { estimate, GB, hourReadUnits, type Line, priced, type Workload } from './estimate.ts';
import { itemBytesOf } from './measured.ts';
import { number, totalOf } from './report.ts';
import type { StackFacts } from './stackFacts.ts';

/** What bounds a flood: settings, by their names. */
export interface FloodBounds {
  formsPerSecond: number;
  requestsPerSecond: number;
  mailsPerHour: number;
  mailsPerSecond: number;
}

const HOUR_MS = 3_600_000;
/** What an endpoint sends each recipient at most beyond its budget of an hour. */
const DIGESTS_PER_HOUR = HOUR_MS / DIGEST_PERIOD_MS;

/** What strangers can spend: its bound, how much of it there can be in a month, and what that costs. */
interface Row {
  what: string;
  boundedBy: string;
  most: string;
  usd: number;
}

/** The settings' defaults. */
export const DEFAULT_BOUNDS: FloodBounds = Settings.parse({ senderAddress: 'forms@example.com' });

/** The most that strangers can make the service do in a month, all through it, by what they do. */
export function floodRows(bounds: FloodBounds, stack: StackFacts): Row[] {
  const forms = bounds.formsPerSecond * SECONDS_PER_MONTH;
  const storedGb = (forms * itemBytesOf(SUBMISSION_BYTES_MAX)) / GB;
  const keyless = (stack.apiMethods - 1) * bounds.requestsPerSecond * SECONDS_PER_MONTH;
  const smallest = costOfForms(forms, 2, stack);
  const hour = { submissions: forms, recipients: 1, size: SUBMISSION_BYTES_MAX };
  const hourUnits = forms * hourReadUnits(hour, bounds);
  const mailsOf = (recipients: number) => (bounds.mailsPerHour + DIGESTS_PER_HOUR * recipients) * HOURS_PER_MONTH;
  const mailRow = (what: string, boundedBy: string, mails: number): Row => ({
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
      what: `Requests with made-up keys to the other ${stack.apiMethods - 1} methods`,
      boundedBy: `\`requestsPerSecond\` ${bounds.requestsPerSecond}, each`,
      most: `${number(keyless)} requests`,
      usd: totalOf(keylessRequests(keyless, stack)),
    },
    mailRow('Mail of one endpoint with one recipient', `\`mailsPerHour\` ${bounds.mailsPerHour}`, mailsOf(1)),
    mailRow(
      `Mail of one endpoint with ${TARGET_EMAILS_MAX} recipients`,
      `\`mailsPerHour\` ${bounds.mailsPerHour}`,
      mailsOf(TARGET_EMAILS_MAX),
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
  ];
}

/** What so many forms cost besides their mail and what the stack costs anyway. Who floods does not look at pages. */
function costOfForms(submissions: number, size: number, stack: StackFacts): number {
  const facts = { ...stack, distributions: 0 };
  const workload: Workload = { submissions, recipients: 0, webhooks: 0, size, reads: 0, months: 1 };
  return totalOf(estimate(workload, facts)) - totalOf(estimate({ ...workload, submissions: 0 }, facts));
}

/** A well-formed key that nobody has costs a read, and a write that comes to nothing. */
function keylessRequests(requests: number, stack: StackFacts): Line[] {
  const { ownMs, dynamodbRoundMs, coldStartShare, coldStartMs, logBytes, accessLogBytes, answerBytes } = ASSUMPTIONS;
  const seconds = (requests * (ownMs + dynamodbRoundMs + coldStartShare * coldStartMs)) / 1_000;
  const logGb = (requests * (logBytes + accessLogBytes)) / GB;
  return priced({
    'API Gateway': { restRequest: requests },
    Lambda: { lambdaRequest: requests, lambdaArmGbSecond: seconds * Math.max(...Object.values(stack.memoryGb)) },
    DynamoDB: { readUnit: requests, writeUnit: requests },
    CloudWatch: { logIngestion: logGb, logStorage: logGb },
    'X-Ray': { trace: stack.tracedShare * requests },
    'Data transfer': { transferOut: (requests * answerBytes) / GB },
  });
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
