import { type Alarm, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { isManagement } from '../../../shared/contract/operations/define.ts';
import { OPERATIONS } from '../../../shared/contract/operations/index.ts';
import { DELIVERY_METRICS } from '../../../shared/deliveries/channels/metrics.ts';
import { OLDEST_PENDING_METRIC } from '../../../shared/deliveries/metrics.ts';
import type { Settings } from '../../settings.ts';
import { AlarmSet } from './alarmSet.ts';
import { AlarmTopic } from './alarmTopic.ts';
import { LogMetrics } from './logMetrics.ts';
import { ServiceDashboard } from './serviceDashboard.ts';
import { serviceMetrics } from './serviceMetrics.ts';
import { emptyQueuesIn, readersIn, type ServiceParts } from './serviceParts.ts';

export interface MonitoringProps {
  settings: Settings;
  parts: ServiceParts;
}

const MINUTE_MS = 60_000;
/** Messages may be delayed by up to a quarter of an hour in normal operation. */
const MAIL_QUEUE_AGE_MAX_S = 20 * 60;
/** Working webhooks are called within seconds. */
const WEBHOOK_QUEUE_AGE_MAX_S = 5 * 60;
/** Removals continue in pieces of at most a minute, so none waits long. */
const REMOVAL_QUEUE_AGE_MAX_S = 60 * 60;
/** The ends of codes are delayed by 11 minutes in normal operation. */
const SIGN_IN_QUEUE_AGE_MAX_S = 15 * 60;
const LATENCY_MAX_MS = 3_000;
/** A lower share is a burst from one sender. */
const FORMS_THROTTLED_MAX_PERCENT = 5;

/** Above 5 % and 0.1 %, SES puts an account under review (Amazon SES, "Reputation metrics"): alarm well below. */
const BOUNCE_RATE_MAX = 0.03;
const COMPLAINT_RATE_MAX = 0.0005;
/** Share of the daily mail quota at which to notify. */
const MAIL_QUOTA_SHARE = 0.8;

/**
 * Functions that share an alarm: the management operations of a group, which share a log too. All others have their
 * own, except the probe, whose failures stop a deployment or have an alarm of another kind.
 */
function alarmGroups(functions: ReadonlyMap<string, IFunction>): Map<string, IFunction[]> {
  const groupOf = new Map<string, string>(OPERATIONS.filter(isManagement).map(({ id, group }) => [id, group] as const));
  const groups = new Map<string, IFunction[]>();
  for (const [name, target] of functions) {
    if (name === 'probeForms') continue;
    const of = groupOf.get(name) ?? name;
    groups.set(of, [...(groups.get(of) ?? []), target]);
  }
  return groups;
}

/** The alarms, their topic, and the dashboard. */
export class Monitoring extends Construct {
  readonly topic: ITopic;
  /** The dashboard's URL in the AWS console. */
  readonly dashboardUrl: string;
  readonly #alarms: AlarmSet;

  constructor(scope: Construct, id: string, { settings, parts }: MonitoringProps) {
    super(scope, id);
    const { alarmAddress, monitoring, mailsPerDay } = settings;
    const { deadLetters } = parts;
    const hasKey = monitoring === 'full';
    this.topic = new AlarmTopic(this, 'AlarmTopic', { alarmAddress, deadLetters, hasKey }).topic;
    this.#alarms = new AlarmSet(this, 'Alarms', { topic: this.topic, monitoring });
    this.#watchRequests(parts);
    this.#watchProbe(parts);
    this.#watchFunctions(parts);
    this.#watchBackground(parts);
    this.#watchNotifications(parts);
    this.#watchWebhooks(parts);
    this.#watchReputation(mailsPerDay);
    const { all: alarms } = this.#alarms;
    this.dashboardUrl = new ServiceDashboard(this, 'Dashboard', { parts, alarms, monitoring }).url;
  }

  /** The alarms that roll back a new version of the function that receives forms. */
  get ofNewVersion(): Alarm[] {
    return this.#alarms.ofKind('NewVersion');
  }

  #watchRequests({ api: { api, accessLog }, receiver, table }: ServiceParts): void {
    const logMetrics = new LogMetrics(this, 'LogMetrics', { accessLog, receiver });
    const { version } = receiver.alias.version;
    const ofVersion = {
      crashes: serviceMetrics.errorsOfVersion(receiver.alias),
      errors: logMetrics.serverErrorsOfVersion,
    };
    for (const [of, metric] of Object.entries(ofVersion)) {
      this.#alarms.add('NewVersion', { of, version, metric, threshold: 0 });
    }
    this.#alarms.add('GatewayErrors', { metric: logMetrics.serverErrors, threshold: 0 });
    this.#alarms.add('FormsThrottled', { metric: logMetrics.formsThrottled, threshold: FORMS_THROTTLED_MAX_PERCENT });
    this.#alarms.add('Latency', { metric: serviceMetrics.latency(api, 99), threshold: LATENCY_MAX_MS, periods: 3 });
    for (const access of ['Read', 'Write'] as const) {
      const metric = serviceMetrics.tableThrottles(table, access);
      this.#alarms.add('TableThrottles', { of: access, metric, threshold: 0 });
    }
  }

  /**
   * Two periods in a row: a single period may have just two posts, and the next none. An invocation that is throttled counts.
   * A period without data does not: a new alarm has no others.
   */
  #watchProbe({ probe }: ServiceParts): void {
    if (!probe?.isScheduled) return;
    this.#alarms.add('Probe', { metric: serviceMetrics.notRun(probe.function), threshold: 0, periods: 2 });
  }

  #watchFunctions({ functions }: ServiceParts): void {
    for (const [of, targets] of alarmGroups(functions.all)) {
      const [first, ...others] = targets;
      const metric = others.length === 0 && first ? serviceMetrics.errors(first) : serviceMetrics.errorsOf(targets);
      this.#alarms.add('FunctionErrors', { of, metric, threshold: 0 });
    }
    this.#alarms.add('FunctionThrottles', { metric: serviceMetrics.throttles(), threshold: 0 });
  }

  #watchBackground(parts: ServiceParts): void {
    for (const [of, { reader, mappingId }] of readersIn(parts)) {
      this.#alarms.add('StreamAge', { of, metric: serviceMetrics.streamAge(reader), threshold: 5 * MINUTE_MS });
      this.#alarms.add('PutAside', { of, metric: serviceMetrics.putAside(mappingId), threshold: 0 });
      this.#alarms.add('RecordsDropped', { of, metric: serviceMetrics.dropped(mappingId), threshold: 0 });
    }
    for (const [of, queue] of emptyQueuesIn(parts)) {
      this.#alarms.add('DeadLetters', { of, metric: serviceMetrics.messages(queue), threshold: 0 });
    }
    const removalAge = serviceMetrics.messageAge(parts.indexAndRemoval.queue);
    this.#alarms.add('RemovalQueueAge', { metric: removalAge, threshold: REMOVAL_QUEUE_AGE_MAX_S });
    const signInAge = serviceMetrics.messageAge(parts.signInMail.queue);
    this.#alarms.add('SignInQueueAge', { metric: signInAge, threshold: SIGN_IN_QUEUE_AGE_MAX_S });
  }

  #watchNotifications({ notifications: { notifier, recorder }, queues }: ServiceParts): void {
    const queueAge = serviceMetrics.messageAge(queues.mail);
    this.#alarms.add('MailQueueAge', { metric: queueAge, threshold: MAIL_QUEUE_AGE_MAX_S });
    // Not submissions over the budget: it says that they were mailed in digests.
    const digests = serviceMetrics.deliveries(notifier, DELIVERY_METRICS.digests);
    this.#alarms.add('OverMailBudget', { metric: digests, threshold: 0 });
    this.#alarms.add('OldestUnsent', {
      metric: serviceMetrics.deliveries(notifier, OLDEST_PENDING_METRIC, 'Maximum'),
      threshold: 5 * MINUTE_MS,
    });
    for (const [of, target] of Object.entries({ sending: notifier, afterwards: recorder })) {
      const metric = serviceMetrics.deliveries(target, DELIVERY_METRICS.failed);
      this.#alarms.add('NotificationsFailed', { of, metric, threshold: 0 });
    }
    const stopped = serviceMetrics.deliveries(recorder, DELIVERY_METRICS.confirmationsStopped);
    this.#alarms.add('ConfirmationsStopped', { metric: stopped, threshold: 0 });
  }

  #watchWebhooks({ webhooks, queues }: ServiceParts): void {
    const queueAge = serviceMetrics.messageAge(queues.webhook);
    this.#alarms.add('WebhookQueueAge', { metric: queueAge, threshold: WEBHOOK_QUEUE_AGE_MAX_S });
    this.#alarms.add('WebhooksUnsent', {
      metric: serviceMetrics.deliveries(webhooks.sender, OLDEST_PENDING_METRIC, 'Maximum'),
      threshold: 5 * MINUTE_MS,
    });
    const metric = serviceMetrics.deliveries(webhooks.sender, DELIVERY_METRICS.disabled);
    this.#alarms.add('WebhooksSwitchedOff', { metric, threshold: 0 });
  }

  #watchReputation(mailsPerDay: number): void {
    this.#alarms.add('MailQuota', { metric: serviceMetrics.mailsOfDay(), threshold: MAIL_QUOTA_SHARE * mailsPerDay });
    // Between two mails there is no rate: the previous one persists.
    const missingData = TreatMissingData.IGNORE;
    this.#alarms.add('BounceRate', {
      metric: serviceMetrics.reputation('Reputation.BounceRate'),
      threshold: BOUNCE_RATE_MAX,
      missingData,
    });
    this.#alarms.add('ComplaintRate', {
      metric: serviceMetrics.reputation('Reputation.ComplaintRate'),
      threshold: COMPLAINT_RATE_MAX,
      missingData,
    });
  }
}
