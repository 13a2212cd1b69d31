import { Duration, Stack } from 'aws-cdk-lib';
import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IAlarm,
  type IWidget,
  type Metric,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { DELIVERY_METRICS } from '../../../shared/deliveries/channels/metrics.ts';
import { OLDEST_PENDING_METRIC } from '../../../shared/deliveries/metrics.ts';
import type { Settings } from '../../settings.ts';
import { serviceMetrics } from './serviceMetrics.ts';
import { emptyQueuesIn, readersIn, type ServiceParts } from './serviceParts.ts';

export interface ServiceDashboardProps {
  parts: ServiceParts;
  alarms: IAlarm[];
  monitoring: Settings['monitoring'];
}

/** Functions on the `essential` dashboard: CloudWatch's free tier includes dashboards with up to 50 metrics. */
const ESSENTIAL_FUNCTIONS = ['createSubmission', 'notifySubmission', 'indexSubmissions', 'purgeEndpoint'];

/** An operator's overview on one page: alarms, then requests, storage and background work. */
export class ServiceDashboard extends Construct {
  /** Its URL in the AWS console. */
  readonly url: string;

  constructor(scope: Construct, id: string, { parts, alarms, monitoring }: ServiceDashboardProps) {
    super(scope, id);
    const isShown = ([name]: [string, unknown]) => monitoring === 'full' || ESSENTIAL_FUNCTIONS.includes(name);
    const functions = [...parts.functions.all].filter(isShown);
    const { stackName, region } = Stack.of(this);
    // Dashboard names are unique in an account, across regions.
    const dashboardName = `${stackName}-${region}`;
    new Dashboard(this, 'Dashboard', {
      dashboardName,
      defaultInterval: Duration.hours(12),
      widgets: [
        [new AlarmStatusWidget({ title: 'Alarms', alarms, width: 24, height: 5 })],
        requestGraphs(parts, functions),
        storageGraphs(parts),
        backgroundGraphs(parts),
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
const each = <T>(things: [string, T][], metricOf: (thing: T) => Metric): Lines =>
  things.map(([name, thing]) => [name, metricOf(thing)] as const);

const requestGraphs = ({ api: { api } }: ServiceParts, functions: [string, IFunction][]): IWidget[] => [
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

const storageGraphs = ({ table }: ServiceParts): IWidget[] => [
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

function backgroundGraphs(parts: ServiceParts): IWidget[] {
  const {
    queues,
    webhooks,
    notifications: { notifier },
  } = parts;
  return [
    graph(
      'Notifications',
      Object.entries(DELIVERY_METRICS).map(
        ([name, metric]) => [name, serviceMetrics.deliveries(notifier, metric)] as const,
      ),
      [['oldest pending (ms)', serviceMetrics.deliveries(notifier, OLDEST_PENDING_METRIC, 'Maximum')]],
    ),
    graph(
      'Lag of the stream’s readers (ms)',
      each(readersIn(parts), ({ reader }) => serviceMetrics.streamAge(reader)),
    ),
    graph(
      'Notifications in the queue',
      [['messages', serviceMetrics.messages(queues.mail)]],
      [['oldest (s)', serviceMetrics.messageAge(queues.mail)]],
    ),
    graph(
      'Webhooks',
      Object.entries(DELIVERY_METRICS)
        // Left out: this function sends no mails, and CloudWatch bills dashboards of more than 50 metrics.
        .filter(([name]) => !name.startsWith('confirmations'))
        .map(([name, metric]) => [name, serviceMetrics.deliveries(webhooks.sender, metric)] as const),
    ),
    graph('Failed messages', each(emptyQueuesIn(parts), serviceMetrics.messages)),
    graph('Mail', [
      ['bounce rate', serviceMetrics.reputation('Reputation.BounceRate')],
      ['complaint rate', serviceMetrics.reputation('Reputation.ComplaintRate')],
    ]),
  ];
}
