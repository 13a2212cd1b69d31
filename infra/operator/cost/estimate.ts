import { RETENTION_DAYS } from '../../retention.ts';
import { ASSUMPTIONS, HOURS_PER_MONTH } from './assumptions.ts';
import { type Activity, billOf, GB, type Line } from './bill.ts';
import { CREATE, DELIVER, FILES, INDEX, itemBytesOf, NOTIFY, READ_PAGE, textItemBytesOf } from './measured.ts';
import { sizeOfPages } from './pagesSize.ts';
import type { StackFacts } from './stackFacts.ts';
import type { Workload } from './workload.ts';

/** The cost of a month, item by item. */
export const estimate = (workload: Workload, stack: StackFacts): Line[] =>
  billOf([...idle(stack), ...activitiesOf(workload, stack)], stack);

/** The stack's consumption without any request. */
const idle = (stack: StackFacts): Activity[] => [
  {
    count: 1,
    uses: {
      queueRequest: stack.polledQueues * ASSUMPTIONS.queueRequestsPerMonth,
      alarmMail: stack.topics > 0 ? ASSUMPTIONS.alarmMailsPerMonth : 0,
      customMetric: stack.mappingsWithMetrics * ASSUMPTIONS.metricsPerMapping,
      alarmMetric: stack.alarmMetrics,
      dashboard: stack.dashboards,
      largeDashboard: stack.largeDashboards,
      objectStorage: sizeOfPages().storedBytes / GB,
      webAcl: stack.webAcls,
      webAclRule: stack.webAclRules,
      encryptionKey: stack.encryptionKeys,
    },
  },
  // Polls for due deliveries to webhooks.
  { count: stack.wakeUpsPerMinute * HOURS_PER_MONTH * 60, function: 'sendWebhook', rounds: 1, uses: { readUnit: 1 } },
];

/** The activities that a workload causes. */
export function activitiesOf(workload: Workload, stack: StackFacts): Activity[] {
  const { submissions, recipients, webhooks, size, reads, months, files, fileBytes, opens, isFlood } = workload;
  const { preflightShare, mailMs, queueMs, objectMs, receiverMs, receiverBytes } = ASSUMPTIONS;
  const { answerBytes, answerBytesPerItem, notificationLogBytes } = ASSUMPTIONS;
  const itemBytes = storedItemBytes(workload);
  const isMailed = Math.sign(recipients);
  const hasWebhooks = Math.sign(webhooks);
  const hasFiles = Math.sign(files);
  const deliveries = submissions * webhooks;
  const filesSent = submissions * files;
  const mailRounds = Math.ceil(recipients / NOTIFY.parallelMails);
  const pages = sizeOfPages();
  const inHour = Math.max(1, submissionsPerHour(workload, stack));
  // A removed file is kept for some time.
  const fileMonths = months + (RETENTION_DAYS.recovery * 24) / HOURS_PER_MONTH;
  return [
    {
      count: submissions,
      isApiRequest: true,
      function: 'createSubmission',
      rounds: CREATE.rounds,
      waitMs: hasFiles * (queueMs + objectMs),
      storedBytes: months * itemBytes,
      sentBytes: answerBytes,
      uses: { readUnit: CREATE.readUnits, writeUnit: CREATE.writeUnits(itemBytes) },
    },
    { count: preflightShare * submissions, isApiRequest: true, function: 'fallback' },
    // Only submissions with recipients or webhooks, one by one. In a burst, many share an invocation.
    {
      count: Math.max(Number(isFlood ?? false), isMailed, hasWebhooks) * submissions,
      function: 'notifySubmission',
      logBytes: notificationLogBytes,
      rounds: NOTIFY.rounds + 2 * mailRounds + isMailed * NOTIFY.counting.rounds + hasWebhooks * DELIVER.stream.rounds,
      waitMs: mailRounds * mailMs + hasWebhooks * queueMs,
      uses: {
        readUnit:
          NOTIFY.readUnits +
          isMailed * NOTIFY.hour.readUnits(inHour, itemBytes) +
          hasWebhooks * DELIVER.stream.readUnits,
        writeUnit:
          isMailed * (NOTIFY.counting.writeUnits + Number(NOTIFY.hour.isBusy(inHour)) * NOTIFY.hour.writeUnits),
      },
    },
    {
      count: submissions * recipients,
      storedBytes: NOTIFY.itemBytesPerMail,
      uses: { mail: 1, writeUnit: NOTIFY.writeUnitsPerMail },
    },
    {
      count: submissions / submissionsIndexedAtOnce(workload, stack),
      function: 'indexSubmissions',
      rounds: INDEX.rounds,
      uses: { readUnit: INDEX.readUnits, writeUnit: INDEX.writeUnits },
    },
    {
      count: deliveries,
      function: 'sendWebhook',
      rounds: DELIVER.rounds,
      waitMs: receiverMs,
      storedBytes: DELIVER.itemBytes,
      sentBytes: size + receiverBytes,
      uses: {
        readUnit: DELIVER.readUnits(itemBytes),
        writeUnit: DELIVER.stream.writeUnitsPerDelivery + DELIVER.writeUnits,
        queueRequest: DELIVER.queueRequests,
      },
    },
    {
      count: reads,
      isApiRequest: true,
      function: 'listSubmissions',
      rounds: READ_PAGE.rounds,
      sentBytes: answerBytes + READ_PAGE.items * (size + answerBytesPerItem),
      uses: { readUnit: READ_PAGE.readUnits(itemBytes) },
    },
    // The thank-you page with a cold browser cache.
    {
      count: stack.distributions > 0 ? submissions : 0,
      uses: {
        edgeRequest: pages.thankYouFiles,
        edgeFunction: pages.thankYouFiles,
        edgeTransfer: pages.thankYouBytes / GB,
      },
    },
    { count: filesSent, uses: { objectWrite: FILES.objectWrites, objectStorage: (fileBytes * fileMonths) / GB } },
    {
      count: hasFiles * submissions,
      function: 'purgeEndpoint',
      rounds: 1,
      uses: { readUnit: FILES.check.readUnits(itemBytes), queueRequest: FILES.queueRequests },
    },
    {
      count: filesSent * opens,
      isApiRequest: true,
      function: 'retrieveFile',
      rounds: 1,
      sentBytes: fileBytes,
      uses: { readUnit: FILES.open.readUnits, objectRead: 1 },
    },
    {
      count: Math.sign(stack.scannedBuckets) * filesSent,
      function: 'recordScan',
      rounds: 1,
      uses: { writeUnit: FILES.scan.writeUnits(itemBytes), objectRead: 1, scannedObject: 1, scannedGb: fileBytes / GB },
    },
    // Metrics of a healthy service: throttled forms, mails, deliveries. Others only exist while there is something to
    // count.
    ...[submissions, submissions * recipients, deliveries].map((counted) => ({
      count: Math.sign(counted),
      uses: { customMetric: 1 },
    })),
  ];
}

/** The bytes of a stored submission with its files' entries. */
const storedItemBytes = ({ size, files, isFlood }: Pick<Workload, 'size' | 'files' | 'isFlood'>): number =>
  (isFlood ? itemBytesOf : textItemBytesOf)(size) + files * FILES.itemBytes;

/** Submissions of one endpoint in an hour, if all go to the smallest number of endpoints that can mail each individually. */
function submissionsPerHour(
  { submissions, recipients }: Pick<Workload, 'submissions' | 'recipients'>,
  { mailsPerHour }: Pick<StackFacts, 'mailsPerHour'>,
): number {
  return Math.min(submissions / HOURS_PER_MONTH, mailsPerHour / Math.max(1, recipients));
}

/** An endpoint's submissions that share an invocation: one, and those that come within the batching window after it. */
const submissionsIndexedAtOnce = (workload: Workload, stack: StackFacts): number =>
  workload.isFlood ? 1 : 1 + (submissionsPerHour(workload, stack) / 3_600) * stack.indexWindowS;
