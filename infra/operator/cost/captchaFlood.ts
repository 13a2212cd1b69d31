import { SUBMISSION_BYTES_MAX, WEBHOOKS_PER_ENDPOINT_MAX } from '../../../shared/contract/limits.ts';
import { ANSWERED_WITHIN_MS } from '../../../shared/intake/siteVerify.ts';
import { SECONDS_PER_MONTH } from './assumptions.ts';
import { estimate } from './estimate.ts';
import { type FloodBounds, type FloodRow, smallRequests } from './floodParts.ts';
import { CHALLENGE } from './measured.ts';
import { priced } from './quantities.ts';
import { number, totalOf } from './report.ts';
import type { StackFacts } from './stackFacts.ts';
import { workloadOf } from './workload.ts';

/** What strangers can spend in a month where an endpoint has a captcha, and where one has webhooks. */
export function captchaAndWebhookRows(bounds: FloodBounds, stack: StackFacts): FloodRow[] {
  const { formsPerSecond, requestsPerSecond } = bounds;
  const [forms, requests] = [formsPerSecond * SECONDS_PER_MONTH, requestsPerSecond * SECONDS_PER_MONTH];
  const units = { readUnit: requests * CHALLENGE.readUnits, writeUnit: requests * CHALLENGE.writeUnits };
  const deliveries = forms * WEBHOOKS_PER_ENDPOINT_MAX;
  return [
    {
      what: 'Challenges of ALTCHA: requests to the API, functions, table',
      boundedBy: `\`requestsPerSecond\` ${requestsPerSecond}`,
      most: `${number(requests)} requests`,
      usd: totalOf(smallRequests(requests, stack, units)),
    },
    {
      what: 'Answers to captchas, with forms and with uploads: functions if the provider never answers, and a write for each',
      boundedBy: `\`formsPerSecond\` ${formsPerSecond}, \`requestsPerSecond\` ${requestsPerSecond}`,
      most: `${number(forms + requests)} answers`,
      usd: costOfWaiting('createSubmission', forms, stack) + costOfWaiting('createUpload', requests, stack),
    },
    {
      what: `Deliveries to ${WEBHOOKS_PER_ENDPOINT_MAX} webhooks that take each at once, if each submission has all that is allowed`,
      boundedBy: `\`WEBHOOKS_PER_ENDPOINT_MAX\` ${WEBHOOKS_PER_ENDPOINT_MAX}, \`formsPerSecond\` ${formsPerSecond}`,
      most: `${number(deliveries)} deliveries`,
      usd: costOfWebhooks(forms, stack),
    },
  ];
}

/** A function that waits for a captcha's provider until its timeout, then marks the response as used. */
function costOfWaiting(name: string, answers: number, { memoryGb }: StackFacts): number {
  const gbSeconds = (answers * ANSWERED_WITHIN_MS * (memoryGb[name] ?? 0)) / 1_000;
  return totalOf(priced({ Lambda: { lambdaArmGbSecond: gbSeconds }, DynamoDB: { writeUnit: answers } }));
}

function costOfWebhooks(submissions: number, stack: StackFacts): number {
  const facts = { ...stack, distributions: 0 };
  const flood = { recipients: 0, size: SUBMISSION_BYTES_MAX, reads: 0, months: 1 };
  const costWith = (webhooks: number) => totalOf(estimate({ ...workloadOf(submissions), ...flood, webhooks }, facts));
  return costWith(WEBHOOKS_PER_ENDPOINT_MAX) - costWith(0);
}
