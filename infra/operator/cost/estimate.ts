import { gzipSync } from 'node:zlib';
import { FORM_PAGES } from '../../../shared/contract/sitePages.ts';
import { renderSite } from '../../../site/pages.ts';
import { ASSUMPTIONS, HOURS_PER_MONTH } from './assumptions.ts';
import { fileInvocations, fileQuantities, filesOpened, fileTimeMs, storedItemBytes } from './fileQuantities.ts';
import { CREATE, DELIVER, INDEX, NOTIFY, READ_PAGE } from './measured.ts';
import { added, GB, type Invocations, type Line, priced, type Quantities } from './quantities.ts';
import type { StackFacts } from './stackFacts.ts';
import type { Workload } from './workload.ts';

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
      queueRequest:
        stack.polledQueues * ASSUMPTIONS.queueRequestsPerMonth + deliveriesOf(workload) * DELIVER.queueRequests,
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
  return priced(added(quantities, fileQuantities(workload, stack)));
}

const preflightsOf = ({ submissions }: Workload): number => ASSUMPTIONS.preflightShare * submissions;

/** Requests to the API. */
const requestsOf = (workload: Workload): number =>
  workload.submissions + preflightsOf(workload) + workload.reads + filesOpened(workload);

/** Deliveries to webhooks. */
const deliveriesOf = ({ submissions, webhooks }: Workload): number => submissions * webhooks;

/** Submissions come one by one: each wakes both readers of the stream. In a burst, many share an invocation. */
function invocationsOf(workload: Workload, stack: StackFacts): Invocations[] {
  const { submissions, recipients, webhooks, reads } = workload;
  const { dynamodbRoundMs, ownMs, mailMs, queueMs, receiverMs } = ASSUMPTIONS;
  const delivery = 2 * dynamodbRoundMs + mailMs;
  const counting = Math.sign(recipients) * NOTIFY.counting.rounds * dynamodbRoundMs;
  const mails = Math.ceil(recipients / NOTIFY.parallelMails) * delivery + counting;
  const planning = Math.sign(webhooks) * (DELIVER.stream.rounds * dynamodbRoundMs + queueMs);
  const notifyMs = ownMs + NOTIFY.rounds * dynamodbRoundMs + mails + planning;
  const createMs = ownMs + CREATE.rounds * dynamodbRoundMs + fileTimeMs(workload);
  return [
    { function: 'createSubmission', count: submissions, ms: createMs },
    { function: 'notifySubmission', count: submissions, ms: notifyMs },
    { function: 'indexSubmissions', count: submissions, ms: ownMs + INDEX.rounds * dynamodbRoundMs },
    { function: 'fallback', count: preflightsOf(workload), ms: ownMs },
    // To look for deliveries to webhooks that are due, and to deliver.
    { function: 'sendWebhook', count: wakeUpsOf(stack.wakeUpsPerMinute), ms: ownMs + dynamodbRoundMs },
    {
      function: 'sendWebhook',
      count: deliveriesOf(workload),
      ms: ownMs + DELIVER.rounds * dynamodbRoundMs + receiverMs,
    },
    { function: 'listSubmissions', count: reads, ms: ownMs + READ_PAGE.rounds * dynamodbRoundMs },
    ...fileInvocations(workload, stack),
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
  const { submissions, recipients, webhooks, reads, months } = workload;
  const itemBytes = storedItemBytes(workload);
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
      deliveries * (DELIVER.stream.writeUnitsPerDelivery + DELIVER.writeUnits),
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
 * Units of reading an endpoint's last hour, if all submissions go to the smallest number of endpoints that can mail
 * each individually; with more endpoints, less is read.
 */
export function hourReadUnits(
  workload: Pick<Workload, 'submissions' | 'recipients' | 'size' | 'files'>,
  { mailsPerHour }: Pick<StackFacts, 'mailsPerHour'>,
): number {
  const { submissions, recipients } = workload;
  if (recipients === 0) return 0;
  const inHour = Math.max(1, Math.min(submissions / HOURS_PER_MONTH, mailsPerHour / recipients));
  return NOTIFY.hourReadUnits(inHour * storedItemBytes(workload));
}

function cloudWatch(workload: Workload, stack: StackFacts) {
  const { logBytes, notificationLogBytes, accessLogBytes, metricsPerMapping } = ASSUMPTIONS;
  const invocations = sum(invocationsOf(workload, stack).map(({ count }) => count));
  const accessLog = stack.hasAccessLog ? requestsOf(workload) * accessLogBytes : 0;
  const gb = (invocations * logBytes + workload.submissions * notificationLogBytes + accessLog) / GB;
  return {
    logIngestion: gb,
    logStorage: gb,
    // A healthy service has the share of throttled forms, the number of its mails and that of its deliveries. The other
    // metrics exist while there is something to count.
    customMetric:
      Math.sign(workload.submissions) +
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
  const { files, bytes } = sizeOfPages().thankYou;
  const edgeRequest = submissions * files;
  return { edgeRequest, edgeFunction: edgeRequest, edgeTransfer: (submissions * bytes) / GB };
}

/** What of the pages is paid for. */
interface PagesSize {
  /** Of all of them, as they are stored. */
  storedBytes: number;
  /** How many files the thank-you page consists of, and their bytes as they are sent. */
  thankYou: { files: number; bytes: number };
}

/** To render the pages takes longest of an estimate, and they are the same for all. */
let pagesSize: PagesSize | undefined;

function sizeOfPages(): PagesSize {
  pagesSize ??= measurePages();
  return pagesSize;
}

function measurePages(): PagesSize {
  const site = renderSite({});
  const page = site.find(({ path }) => path === FORM_PAGES.thankYou);
  const files = site.filter((file) => file === page || (file.path !== '/' && page?.body.includes(`"${file.path}"`)));
  return {
    storedBytes: sum(site.map(({ body }) => Buffer.byteLength(body))),
    thankYou: { files: files.length, bytes: sum(files.map(({ body }) => gzipSync(body).length + HEADER_BYTES)) },
  };
}

/** Headers of a page, most of them for security. */
const HEADER_BYTES = 1_000;

const storedPages = () => ({ objectStorage: sizeOfPages().storedBytes / GB });

function bytesOut(workload: Workload): number {
  const { submissions, size, reads } = workload;
  const { answerBytes, answerBytesPerItem, receiverBytes } = ASSUMPTIONS;
  const pages = reads * (answerBytes + READ_PAGE.items * (size + answerBytesPerItem));
  return submissions * answerBytes + pages + deliveriesOf(workload) * (size + receiverBytes);
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
