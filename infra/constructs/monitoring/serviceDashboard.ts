import { Duration, Stack } from 'aws-cdk-lib';
import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IAlarm,
  type IWidget,
  type Metric,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { DELIVERY_METRICS, OLDEST_PENDING_METRIC } from '../../../shared/deliveries/metrics.ts';
import type { Settings } from '../../settings.ts';
import { serviceMetrics } from './serviceMetrics.ts';
import type { Watched } from './watched.ts';

export interface ServiceDashboardProps extends Watched {
  alarms: IAlarm[];
  monitoring: Settings['monitoring'];
}

/** Functions on the `essential` dashboard: CloudWatch's free tier includes dashboards with up to 50 metrics. */
const ESSENTIAL_FUNCTIONS = ['createSubmission', 'notifySubmission', 'indexSubmissions', 'purgeEndpoint'];

/** What an operator looks at first, on one page: alarms, then requests, storage and background work. */
export class ServiceDashboard extends Construct {
  /** Its URL in the AWS console. */
  readonly url: string;

  constructor(scope: Construct, id: string, { alarms, monitoring, ...all }: ServiceDashboardProps) {
    super(scope, id);
    const isShown = ([name]: [string, unknown]) => monitoring === 'full' || ESSENTIAL_FUNCTIONS.includes(name);
    const watched = { ...all, functions: new Map([...all.functions].filter(isShown)) };
    const { stackName, region } = Stack.of(this);
    // Dashboard names are unique in an account, across regions.
    const dashboardName = `${stackName}-${region}`;
    new Dashboard(this, 'Dashboard', {
      dashboardName,
      defaultInterval: Duration.hours(12),
      widgets: [
        [new AlarmStatusWidget({ title: 'Alarms', alarms, width: 24, height: 5 })],
        requestGraphs(watched),
        storageGraphs(watched),
        backgroundGraphs(watched),
      ],
    });
    const console = `https://${region}.console.aws.amazon.com/cloudwatch/home`;
    this.url = `${console}?region=${region}#dashboards/dashboard/${dashboardName}`;
  }
}

/** The lines of a graph by label. */
type Lines = Iterable<readonly [label: string, metric: Metric]>;

/** Half of the page's 24 columns wide. */
const graph = (title: string, left: Lines, right: Lines = []): IWidget =>
  new GraphWidget({ title, left: labelled(left), right: labelled(right), width: 12, height: 6, liveData: true });

const labelled = (lines: Lines): Metric[] => [...lines].map(([label, metric]) => metric.with({ label }));

/** One line per item. */
const each = <T>(things: ReadonlyMap<string, T>, metricOf: (thing: T) => Metric): Lines =>
  [...things].map(([name, thing]) => [name, metricOf(thing)] as const);

const requestGraphs = ({ api, functions }: Watched): IWidget[] => [
  graph(
    'Requests',
    [['requests', serviceMetrics.requests(api)]],
    [
      ['4xx', serviceMetrics.clientErrors(api)],
      ['5xx', serviceMetrics.serverErrors(api)],
    ],
  ),
  graph(
    'Latency',
    [50, 90, 99].map((percent) => [`p${percent}`, serviceMetrics.latency(api, percent)] as const),
  ),
  graph('Invocations by function', each(functions, serviceMetrics.invocations)),
  graph('Crashes and timeouts by function', each(functions, serviceMetrics.errors)),
];

const storageGraphs = ({ table }: Watched): IWidget[] => [
  graph('Capacity units used by the table', [
    ['read', serviceMetrics.tableUnits(table, 'Read')],
    ['written', serviceMetrics.tableUnits(table, 'Write')],
  ]),
  graph(
    'Throttled by the table, and throttled invocations of this account',
    [
      ['reads', serviceMetrics.tableThrottles(table, 'Read')],
      ['writes', serviceMetrics.tableThrottles(table, 'Write')],
      ['invocations', serviceMetrics.throttles()],
    ],
    [['concurrent functions', serviceMetrics.concurrency()]],
  ),
];

const backgroundGraphs = ({ readers, notifier, mailQueue, webhookSender, deadLetters }: Watched): IWidget[] => [
  graph(
    'Notifications',
    Object.entries(DELIVERY_METRICS).map(
      ([name, metric]) => [name, serviceMetrics.deliveries(notifier, metric)] as const,
    ),
    [['oldest pending (ms)', serviceMetrics.deliveries(notifier, OLDEST_PENDING_METRIC, 'Maximum')]],
  ),
  graph(
    'Lag of the stream’s readers (ms)',
    each(readers, ({ reader }) => serviceMetrics.streamAge(reader)),
  ),
  graph(
    'Notifications in the queue',
    [['messages', serviceMetrics.messages(mailQueue)]],
    [['oldest (s)', serviceMetrics.messageAge(mailQueue)]],
  ),
  graph(
    'Webhooks',
    Object.entries(DELIVERY_METRICS)
      // Left out: this function sends no mails, and CloudWatch bills dashboards of more than 50 metrics.
      .filter(([name]) => !name.startsWith('confirmations'))
      .map(([name, metric]) => [name, serviceMetrics.deliveries(webhookSender, metric)] as const),
  ),
  graph('Failed messages', each(deadLetters, serviceMetrics.messages)),
  graph('Mail', [
    ['bounce rate', serviceMetrics.reputation('Reputation.BounceRate')],
    ['complaint rate', serviceMetrics.reputation('Reputation.ComplaintRate')],
  ]),
];
