import { ASSUMPTIONS, HOURS_PER_MONTH, SECONDS_PER_MONTH } from '../../infra/operator/cost/assumptions.ts';
import { billOf, GB, priced, type Quantities, totalOf } from '../../infra/operator/cost/bill.ts';
import { activitiesOf } from '../../infra/operator/cost/estimate.ts';
import {
  CHALLENGE,
  CREATE,
  DELIVER,
  itemBytesOf,
  NOTIFY,
  RECORD_BYTES,
  REMOVE_BY_AGE,
  REMOVE_DELIVERED,
  RULES,
  UPLOAD,
  WAYS,
} from '../../infra/operator/cost/measured.ts';
import type { StackFacts } from '../../infra/operator/cost/stackFacts.ts';
import { number } from '../../infra/operator/cost/textReport.ts';
import { type Workload, workloadOf } from '../../infra/operator/cost/workload.ts';
import { UPLOADS_GONE_DAYS } from '../../infra/retention.ts';
import { Settings } from '../../infra/settings.ts';
import * as limits from '../../shared/contract/limits.ts';
import { DIGEST_PERIOD_MS } from '../../shared/deliveries/channels/mail/mailTiming.ts';
import { ANSWERED_WITHIN_MS } from '../../shared/receiving/captcha/siteVerify.ts';
import { markdownTable } from './markdownTable.ts';

const { FILES_MAX, FILE_BYTES_MAX, FORM_BODY_BYTES_MAX, SUBMISSION_BYTES_MAX } = limits;
const { TARGET_EMAILS_MAX, WEBHOOK_ANSWER_BYTES_MAX, WEBHOOKS_PER_ENDPOINT_MAX } = limits;

/** The settings that limit a flood. */
type Bound = `${'forms' | 'uploads' | 'requests' | 'mails'}PerSecond` | `${'mails' | 'confirmations'}PerHour`;

/** A kind of flood: its limits, its largest monthly quantity, and the cost. */
type FloodRow = [what: string, boundedBy: string, most: string, usd: number];

/** Digests of an hour to each recipient, beyond the endpoint's budget. */
const DIGESTS_PER_HOUR = 3_600_000 / DIGEST_PERIOD_MS;

const SECONDS_PER_DAY = 86_400;

/** The bytes of the largest submission, its number of deliveries, and the bytes of the record of each. */
const DELIVERED = [
  itemBytesOf(SUBMISSION_BYTES_MAX),
  WEBHOOKS_PER_ENDPOINT_MAX + 1,
  DELIVER.itemBytes + WEBHOOK_ANSWER_BYTES_MAX,
] as const;

/** Forms, challenges, rules and uploads, which take no keys, and messages of assistants. */
const METHODS_WITH_ROWS = 5;

/** A flood's monthly quantity and cost, with the settings' defaults. */
class Flood {
  readonly bounds: Record<Bound, number> = Settings.parse({ senderAddress: 'forms@example.com' });
  readonly forms = this.bounds.formsPerSecond * SECONDS_PER_MONTH;
  readonly uploads = this.bounds.uploadsPerSecond * SECONDS_PER_MONTH;
  readonly requests = this.bounds.requestsPerSecond * SECONDS_PER_MONTH;
  readonly stack;

  constructor(stack: StackFacts) {
    this.stack = stack;
  }

  boundedBy(...names: (Bound | keyof typeof limits)[]): string {
    const values = { ...limits, ...this.bounds };
    return names.map((name) => `\`${name}\` ${number(Number(values[name]))}`).join(', ');
  }

  /** Forms without mail. A flood loads no pages, and nobody without a key reads or downloads. */
  costOfForms(more: Partial<Workload> = {}): number {
    const least = { recipients: 0, size: 2, reads: 0, months: 1, fileBytes: 0, opens: 0, isFlood: true };
    const facts = { ...this.stack, distributions: 0, scannedBuckets: 0 };
    return totalOf(billOf(activitiesOf({ ...workloadOf(this.forms), ...least, ...more }, facts), facts));
  }

  /** Requests to the API that only read an item. */
  costOfRequests(count: number, name: string, uses: Quantities): number {
    const sentBytes = ASSUMPTIONS.answerBytes;
    return totalOf(billOf([{ count, isApiRequest: true, function: name, rounds: 1, sentBytes, uses }], this.stack));
  }

  /** The table's units and records of all forms sent in one way. */
  costOfWay(way: keyof typeof WAYS, size: number): number {
    const { readUnits, writeUnits } = WAYS[way];
    const [readUnit, writeUnit] = [readUnits, writeUnits].map((units) => this.forms * units(itemBytesOf(size)));
    const recordGb = way.startsWith('with an `') ? (this.forms * RECORD_BYTES) / GB : 0;
    return costOf({ readUnit, writeUnit, tableStorage: recordGb, pointInTimeRecovery: recordGb });
  }

  /** Functions that wait for a captcha's provider until the timeout, then mark the response as used. */
  costOfWaiting(name: string, answers: number): number {
    const gbSeconds = (answers * ANSWERED_WITHIN_MS * (this.stack.memoryGb[name] ?? 0)) / 1_000;
    return costOf({ lambdaArmGbSecond: gbSeconds, writeUnit: answers });
  }
}

const costOf = (quantities: Quantities): number => totalOf(priced(quantities));

function requestRows(flood: Flood): FloodRow[] {
  const { forms } = flood;
  const smallest = flood.costOfForms();
  const others = flood.stack.apiMethods - METHODS_WITH_ROWS;
  const keyless = others * flood.requests;
  return [
    [
      'Form posts: requests, functions, table, page index, logs, traces',
      flood.boundedBy('formsPerSecond'),
      `${number(forms)} posts`,
      smallest,
    ],
    [
      'Storing them at the largest size: writes, and one month of storage and backup',
      flood.boundedBy('SUBMISSION_BYTES_MAX'),
      `${number((forms * itemBytesOf(SUBMISSION_BYTES_MAX)) / GB)} GB`,
      flood.costOfForms({ size: SUBMISSION_BYTES_MAX }) - smallest,
    ],
    [
      'Naming them: a record each, by `_id`, `Idempotency-Key` or `duplicates`, kept for a month',
      flood.boundedBy('formsPerSecond'),
      `${number(forms)} records`,
      flood.costOfWay('with an `_id`', SUBMISSION_BYTES_MAX) - flood.costOfWay('plain', SUBMISSION_BYTES_MAX),
    ],
    [
      'Repeating one of the largest size, instead of storing them',
      flood.boundedBy('formsPerSecond', 'SUBMISSION_BYTES_MAX'),
      `${number(forms)} posts`,
      flood.costOfWay('repeated', SUBMISSION_BYTES_MAX),
    ],
    [
      'Repeating it while another request stores it: each finds that out by a canceled transaction',
      flood.boundedBy('formsPerSecond', 'SUBMISSION_BYTES_MAX'),
      `${number(forms)} posts`,
      flood.costOfWay('repeated', SUBMISSION_BYTES_MAX) +
        costOf({ writeUnit: forms * 2 * (CREATE.writeUnits(itemBytesOf(SUBMISSION_BYTES_MAX)) + 2) }),
    ],
    [
      'Reading the made-up keys that they are sent with',
      flood.boundedBy('formsPerSecond'),
      `${number(forms)} posts`,
      flood.costOfWay('with any other key', SUBMISSION_BYTES_MAX) - flood.costOfWay('plain', SUBMISSION_BYTES_MAX),
    ],
    [
      'Removing them by age, with `keepDays` or `keepSpamDays`, at the largest size: reads and writes',
      flood.boundedBy('formsPerSecond', 'SUBMISSION_BYTES_MAX'),
      `${number(forms)} submissions`,
      costOf({
        readUnit: forms * REMOVE_BY_AGE.readUnits(itemBytesOf(SUBMISSION_BYTES_MAX)),
        writeUnit: forms * REMOVE_BY_AGE.writeUnits(itemBytesOf(SUBMISSION_BYTES_MAX)),
      }),
    ],
    [
      'Instead removing them once delivered, with `keep`, to ten webhooks and the sender: reads and writes',
      flood.boundedBy('formsPerSecond', 'SUBMISSION_BYTES_MAX'),
      `${number(forms)} submissions`,
      costOf({
        readUnit: forms * REMOVE_DELIVERED.readUnits(...DELIVERED),
        writeUnit: forms * REMOVE_DELIVERED.writeUnits(...DELIVERED),
      }),
    ],
    [
      `Requests with made-up keys to the other ${others} methods`,
      `${flood.boundedBy('requestsPerSecond')}, each`,
      `${number(keyless)} requests`,
      // A well-formed but unknown key costs a read, and a write whose condition fails.
      flood.costOfRequests(keyless, 'listKeys', { readUnit: 1, writeUnit: 1 }),
    ],
    [
      'Messages with made-up keys to `/v1/mcp`, besides the calls that check them, which are in the row above',
      flood.boundedBy('requestsPerSecond'),
      `${number(flood.requests)} messages`,
      flood.costOfRequests(flood.requests, 'mcp', {}),
    ],
  ];
}

function mailRows(flood: Flood): FloodRow[] {
  const { mailsPerHour, confirmationsPerHour, mailsPerSecond } = flood.bounds;
  const mails = (what: string, bound: Bound | keyof typeof limits, mail: number): FloodRow => [
    what,
    flood.boundedBy(bound),
    `${number(mail)} mails`,
    costOf({ mail }),
  ];
  const mailsTo = (recipients: number) => (mailsPerHour + DIGESTS_PER_HOUR * recipients) * HOURS_PER_MONTH;
  // So much may be held as spam that recorded mails are counted, too.
  const unitsOfPost =
    NOTIFY.hour.readUnitsMax(mailsPerHour, itemBytesOf(SUBMISSION_BYTES_MAX)) + NOTIFY.mailsReadUnits(mailsPerHour + 1);
  const hourUnits = flood.forms * unitsOfPost;
  return [
    mails('Mail of one endpoint with one recipient', 'mailsPerHour', mailsTo(1)),
    mails(`Mail of one endpoint with ${TARGET_EMAILS_MAX} recipients`, 'mailsPerHour', mailsTo(TARGET_EMAILS_MAX)),
    mails(
      'Confirmations of one endpoint, included in the mail of all endpoints',
      'confirmationsPerHour',
      confirmationsPerHour * HOURS_PER_MONTH,
    ),
    mails('Mail of all endpoints together', 'mailsPerSecond', mailsPerSecond * SECONDS_PER_MONTH),
    [
      'Reads of an endpoint’s last hour, and of its mails, for its mail budget, if each post has the largest size and none shares a read',
      flood.boundedBy('formsPerSecond'),
      `${number(hourUnits)} read units`,
      costOf({ readUnit: hourUnits }),
    ],
  ];
}

function captchaAndWebhookRows(flood: Flood): FloodRow[] {
  const { forms, requests } = flood;
  const largest = { size: SUBMISSION_BYTES_MAX };
  const withWebhooks = flood.costOfForms({ ...largest, webhooks: WEBHOOKS_PER_ENDPOINT_MAX });
  return [
    [
      'Challenges of ALTCHA: requests to the API, functions, table',
      flood.boundedBy('requestsPerSecond'),
      `${number(requests)} requests`,
      flood.costOfRequests(requests, 'retrieveChallenge', CHALLENGE),
    ],
    [
      'Rules of forms: requests to the API, functions, table',
      flood.boundedBy('requestsPerSecond'),
      `${number(requests)} requests`,
      flood.costOfRequests(requests, 'retrieveRules', RULES),
    ],
    [
      'Captcha responses, with forms and uploads: functions if the provider never responds, and a write for each',
      flood.boundedBy('formsPerSecond', 'requestsPerSecond'),
      `${number(forms + requests)} answers`,
      flood.costOfWaiting('createSubmission', forms) + flood.costOfWaiting('createUpload', requests),
    ],
    [
      `Deliveries to ${WEBHOOKS_PER_ENDPOINT_MAX} webhooks that accept each at once, with submissions of the largest size`,
      flood.boundedBy('WEBHOOKS_PER_ENDPOINT_MAX', 'formsPerSecond'),
      `${number(forms * WEBHOOKS_PER_ENDPOINT_MAX)} deliveries`,
      withWebhooks - flood.costOfForms(largest),
    ],
  ];
}

function fileRows(flood: Flood): FloodRow[] {
  const { forms, uploads, requests } = flood;
  const filesSent = forms * FILES_MAX;
  const sentGb = (forms * FORM_BODY_BYTES_MAX) / GB;
  const uploadedGb = (uploads * FILE_BYTES_MAX) / GB;
  // A submission's copy of an upload stays; the upload itself is gone after a few days.
  const waitingGb = (flood.bounds.uploadsPerSecond * UPLOADS_GONE_DAYS * SECONDS_PER_DAY * FILE_BYTES_MAX) / GB;
  const scans = { scannedObject: filesSent + uploads, scannedGb: sentGb + uploadedGb };
  return [
    [
      'Files in forms: requests to S3 and to the queue, functions',
      flood.boundedBy('FILES_MAX', 'formsPerSecond'),
      `${number(filesSent)} files`,
      flood.costOfForms({ files: FILES_MAX }) - flood.costOfForms(),
    ],
    [
      'Storing them for a month',
      flood.boundedBy('FORM_BODY_BYTES_MAX', 'formsPerSecond'),
      `${number(sentGb)} GB`,
      costOf({ objectStorage: sentGb }),
    ],
    [
      'Uploads before forms, and their claims: requests to the API and to S3, functions, table',
      flood.boundedBy('uploadsPerSecond'),
      `${number(uploads)} uploads`,
      flood.costOfRequests(uploads, 'createUpload', {
        readUnit: UPLOAD.readUnits + UPLOAD.claim.readUnits,
        // With a captcha, the pass is counted as well.
        writeUnit: UPLOAD.writeUnits + 1 + UPLOAD.claim.writeUnits,
        objectWrite: UPLOAD.objectWrites,
        objectRead: UPLOAD.objectReads,
      }),
    ],
    [
      'Storing them for a month, if submissions claim all',
      flood.boundedBy('FILE_BYTES_MAX', 'uploadsPerSecond'),
      `${number(uploadedGb + waitingGb)} GB`,
      costOf({ objectStorage: uploadedGb + waitingGb }),
    ],
    [
      'Scans of all these files, only with `scanFiles`',
      flood.boundedBy('FILES_MAX', 'formsPerSecond', 'uploadsPerSecond'),
      `${number(scans.scannedObject)} files, ${number(scans.scannedGb)} GB`,
      costOf({ ...scans, objectRead: scans.scannedObject }),
    ],
    [
      'Rejected requests for uploads: requests to the API, functions, table',
      flood.boundedBy('requestsPerSecond'),
      `${number(requests)} requests`,
      flood.costOfRequests(requests, 'createUpload', { readUnit: UPLOAD.readUnits, writeUnit: 1 }),
    ],
    [
      'Uploads named in rejected forms: looked up in the table and in S3, not copied',
      flood.boundedBy('FILES_MAX', 'formsPerSecond'),
      `${number(filesSent)} uploads`,
      // An upload that no submission claims is looked up, read, and at most reserved.
      filesSent *
        costOf({
          readUnit: UPLOAD.claim.readUnits,
          writeUnit: UPLOAD.claim.writeUnits / 2,
          objectRead: UPLOAD.objectReads,
        }),
    ],
  ];
}

/**
 * The table of docs/bounds.md: the most that strangers can make the service do in a month of constant flooding, by
 * activity.
 */
export function floodTable(stack: StackFacts): string {
  const flood = new Flood(stack);
  const rows = [...requestRows(flood), ...mailRows(flood), ...captchaAndWebhookRows(flood), ...fileRows(flood)];
  return markdownTable(
    ['What strangers spend', 'Bounded by', 'At most in a month:', 'USD:'],
    rows.map(([what, boundedBy, most, usd]) => [what, boundedBy, most, number(usd)]),
  );
}
