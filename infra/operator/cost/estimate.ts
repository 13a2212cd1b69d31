import { gzipSync } from 'node:zlib';
import { FORM_PAGES } from '../../../shared/contract/sitePages.ts';
import { renderSite } from '../../../site/pages.ts';
import { ASSUMPTIONS, HOURS_PER_MONTH } from './assumptions.ts';
import { CREATE, DELIVER, INDEX, itemBytesOf, NOTIFY, READ_PAGE } from './measured.ts';
import { PRICES, type Price, type PriceName } from './prices.ts';
import type { StackFacts } from './stackFacts.ts';

/** What is asked of the service in a month. */
export interface Workload {
  submissions: number;
  /** Addresses that each submission is mailed to. */
  recipients: number;
  /** Webhooks that are told of each submission, and take it at once. */
  webhooks: number;
  /** Bytes of each submission's data as JSON. */
  size: number;
  /** Pages of submissions that are read over the API, each with `READ_PAGE.items`. */
  reads: number;
  /** Months for which submissions are kept: the table is as large as it then is. */
  months: number;
}

/** One thing that is paid for. */
export interface Line {
  service: string;
  price: PriceName;
  quantity: number;
  /** By the list, and what is left of it when AWS's free amounts are taken away that every account has for good. */
  usd: number;
  usdBeyondFree: number;
}

/** How much there is of what has a price. */
export type Quantities = Partial<Record<PriceName, number>>;

export const GB = 1024 ** 3;

/** What a month costs, thing by thing. */
export function estimate(workload: Workload, stack: StackFacts): Line[] {
  const quantities: Record<string, Quantities> = {
    'API Gateway': { restRequest: requestsOf(workload) },
    Lambda: lambda(workload, stack),
    DynamoDB: dynamodb(workload, stack),
    SES: { mail: workload.submissions * workload.recipients },
    CloudWatch: cloudWatch(workload, stack),
    'X-Ray': { trace: stack.tracedShare * requestsOf(workload) },
    SQS: {
      queueRequest: stack.polledQueues * ASSUMPTIONS.queueRequestsPerMonth,
      fifoRequest: turnRequestsOf(workload),
    },
    SNS: { alarmMail: stack.topics > 0 ? ASSUMPTIONS.alarmMailsPerMonth : 0 },
    CloudFront: cloudFront(workload, stack),
    S3: storedPages(),
    WAF: {
      webAcl: stack.webAcls,
      webAclRule: stack.webAclRules,
      webAclRequest: stack.webAcls > 0 ? requestsOf(workload) : 0,
    },
    KMS: { encryptionKey: stack.encryptionKeys },
    'Data transfer': { transferOut: bytesOut(workload) / GB },
  };
  return priced(quantities);
}

/** The lines of quantities that are given by service. */
export const priced = (quantities: Record<string, Quantities>): Line[] =>
  Object.entries(quantities).flatMap(([service, items]) =>
    (Object.entries(items) as [PriceName, number][]).map(([price, quantity]) => {
      const { usd, per, free = 0 }: Price = PRICES[price];
      const beyondFree = Math.max(0, quantity - free);
      return { service, price, quantity, usd: (quantity / per) * usd, usdBeyondFree: (beyondFree / per) * usd };
    }),
  );

const preflightsOf = ({ submissions }: Workload): number => ASSUMPTIONS.preflightShare * submissions;

/** Requests to the API. */
const requestsOf = (workload: Workload): number => workload.submissions + preflightsOf(workload) + workload.reads;

/** What webhooks are told. */
const deliveriesOf = ({ submissions, webhooks }: Workload): number => submissions * webhooks;

/** Turns are put into their queue all at once, received and deleted one by one. */
const turnRequestsOf = (workload: Workload): number =>
  workload.submissions * Math.ceil(workload.webhooks / DELIVER.turnsPerRequest) + 2 * deliveriesOf(workload);

/** Invocations of a function in a month, and how long one takes. */
interface Invocations {
  function: string;
  count: number;
  ms: number;
}

/** Submissions come one by one: each wakes both readers of the stream. In a burst, many share an invocation. */
function invocationsOf(workload: Workload, { wakeUpsPerMinute }: StackFacts): Invocations[] {
  const { submissions, recipients, reads } = workload;
  const { dynamodbRoundMs, ownMs, mailMs, receiverMs } = ASSUMPTIONS;
  const delivery = 2 * dynamodbRoundMs + mailMs;
  const counting = Math.sign(recipients) * NOTIFY.counting.rounds * dynamodbRoundMs;
  const deliveries = Math.ceil(recipients / NOTIFY.parallelMails) * delivery + counting;
  return [
    { function: 'createSubmission', count: submissions, ms: ownMs + CREATE.rounds * dynamodbRoundMs },
    { function: 'notifySubmission', count: submissions, ms: ownMs + NOTIFY.rounds * dynamodbRoundMs + deliveries },
    { function: 'indexSubmissions', count: submissions, ms: ownMs + INDEX.rounds * dynamodbRoundMs },
    { function: 'fallback', count: preflightsOf(workload), ms: ownMs },
    // To look for deliveries to webhooks that are due, and to deliver.
    { function: 'sendWebhook', count: wakeUpsOf(wakeUpsPerMinute), ms: ownMs + dynamodbRoundMs },
    {
      function: 'sendWebhook',
      count: deliveriesOf(workload),
      ms: ownMs + DELIVER.rounds * dynamodbRoundMs + receiverMs,
    },
    { function: 'listSubmissions', count: reads, ms: ownMs + READ_PAGE.rounds * dynamodbRoundMs },
  ];
}

const wakeUpsOf = (perMinute: number): number => perMinute * HOURS_PER_MONTH * 60;

function lambda(workload: Workload, stack: StackFacts) {
  const { coldStartShare, coldStartMs } = ASSUMPTIONS;
  const { memoryGb } = stack;
  const all = invocationsOf(workload, stack);
  return {
    lambdaRequest: sum(all.map(({ count }) => count)),
    lambdaArmGbSecond: sum(
      all.map(
        ({ function: name, count, ms }) =>
          (count * (ms + coldStartShare * coldStartMs) * memoryOf(memoryGb, name)) / 1_000,
      ),
    ),
  };
}

function memoryOf(memoryGb: StackFacts['memoryGb'], name: string): number {
  const gb = memoryGb[name];
  if (gb === undefined) throw new Error(`the stack has no function ${name}`);
  return gb;
}

function dynamodb(workload: Workload, stack: StackFacts) {
  const { submissions, recipients, webhooks, size, reads, months } = workload;
  const itemBytes = itemBytesOf(size);
  const mails = submissions * recipients;
  const deliveries = deliveriesOf(workload);
  // What is known of a mail or a delivery is kept for one month.
  const logBytes = mails * NOTIFY.itemBytesPerMail + deliveries * DELIVER.itemBytes;
  const storedGb = (submissions * months * itemBytes + logBytes) / GB;
  return {
    writeUnit:
      submissions * (CREATE.writeUnits(itemBytes) + INDEX.writeUnits) +
      mails * NOTIFY.writeUnitsPerMail +
      submissions * Math.sign(recipients) * NOTIFY.counting.writeUnits +
      deliveries * DELIVER.writeUnits,
    readUnit:
      submissions * (CREATE.readUnits + INDEX.readUnits + NOTIFY.readUnits + hourReadUnits(workload, stack)) +
      submissions * Math.sign(webhooks) * DELIVER.stream.readUnits +
      deliveries * DELIVER.readUnits(itemBytes) +
      reads * READ_PAGE.readUnits(itemBytes) +
      wakeUpsOf(stack.wakeUpsPerMinute),
    tableStorage: storedGb,
    pointInTimeRecovery: storedGb,
  };
}

/**
 * Units that it takes to read an endpoint's last hour, if all submissions come to as few endpoints as can announce each
 * by itself: where they come to more of them, less is read.
 */
export function hourReadUnits(
  { submissions, recipients, size }: Pick<Workload, 'submissions' | 'recipients' | 'size'>,
  { mailsPerHour }: Pick<StackFacts, 'mailsPerHour'>,
): number {
  if (recipients === 0) return 0;
  const inHour = Math.max(1, Math.min(submissions / HOURS_PER_MONTH, mailsPerHour / recipients));
  return NOTIFY.hourReadUnits(inHour * itemBytesOf(size));
}

function cloudWatch(workload: Workload, stack: StackFacts) {
  const { logBytes, notificationLogBytes, accessLogBytes, metricsPerMapping } = ASSUMPTIONS;
  const invocations = sum(invocationsOf(workload, stack).map(({ count }) => count));
  const accessLog = stack.hasAccessLog ? requestsOf(workload) * accessLogBytes : 0;
  const gb = (invocations * logBytes + workload.submissions * notificationLogBytes + accessLog) / GB;
  return {
    logIngestion: gb,
    logStorage: gb,
    // Of the service's own, a healthy one has the numbers of its mails and deliveries: the others exist while there is
    // something to count.
    customMetric:
      Math.sign(workload.submissions * workload.recipients) +
      Math.sign(deliveriesOf(workload)) +
      stack.mappingsWithMetrics * metricsPerMapping,
    alarmMetric: stack.alarmMetrics,
    dashboard: stack.dashboards,
    largeDashboard: stack.largeDashboards,
  };
}

/** Every sender is shown the thank-you page, and has none of its files yet. */
function cloudFront({ submissions }: Workload, { distributions }: StackFacts): Quantities {
  if (distributions === 0) return {};
  const { files, bytes } = thankYouPage();
  const edgeRequest = submissions * files;
  return { edgeRequest, edgeFunction: edgeRequest, edgeTransfer: (submissions * bytes) / GB };
}

/** How many files the thank-you page consists of, and their bytes as they are sent. */
function thankYouPage(): { files: number; bytes: number } {
  const site = renderSite({});
  const page = site.find(({ path }) => path === FORM_PAGES.thankYou);
  const files = site.filter((file) => file === page || (file.path !== '/' && page?.body.includes(`"${file.path}"`)));
  return { files: files.length, bytes: sum(files.map(({ body }) => gzipSync(body).length + HEADER_BYTES)) };
}

/** Headers of a page, most of them for security. */
const HEADER_BYTES = 1_000;

const storedPages = () => ({ objectStorage: sum(renderSite({}).map(({ body }) => Buffer.byteLength(body))) / GB });

function bytesOut(workload: Workload): number {
  const { submissions, size, reads } = workload;
  const { answerBytes, answerBytesPerItem, receiverBytes } = ASSUMPTIONS;
  const pages = reads * (answerBytes + READ_PAGE.items * (size + answerBytesPerItem));
  return submissions * answerBytes + pages + deliveriesOf(workload) * (size + receiverBytes);
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
