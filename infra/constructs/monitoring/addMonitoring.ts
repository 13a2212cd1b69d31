import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { RELEASED_GRADUALLY } from '../../access/index.ts';
import type { Settings } from '../../settings.ts';
import type { FormsApi } from '../api/formsApi.ts';
import type { DeliveryQueues } from '../background/deliveryQueues.ts';
import type { IndexAndRemoval } from '../background/indexAndRemoval.ts';
import type { Notifications } from '../background/notifications.ts';
import type { Webhooks } from '../background/webhooks.ts';
import { CanaryDeployment } from '../functions/canaryDeployment.ts';
import type { GuardedFunction } from '../functions/serviceFunction.ts';
import type { ServiceFunctions } from '../functions/serviceFunctions.ts';
import type { FormProbe } from './formProbe.ts';
import { Monitoring } from './monitoring.ts';
import { MonthlyBudget } from './monthlyBudget.ts';

/** The parts of the stack that alarms, dashboard and canary deployments need. */
export interface ServiceParts {
  api: FormsApi;
  table: ITable;
  functions: ServiceFunctions;
  receiver: GuardedFunction;
  probe: FormProbe | undefined;
  notifications: Notifications;
  indexAndRemoval: IndexAndRemoval;
  queues: DeliveryQueues;
  webhooks: Webhooks;
  /** Events and mails that could not be processed. */
  deadLetters: IQueue;
}

/** Adds alarms and a dashboard and, depending on the settings, canary deployments and a budget. */
export function addMonitoring(scope: Construct, settings: Settings, parts: ServiceParts): Monitoring {
  const { api, receiver, probe, notifications, indexAndRemoval, queues, webhooks, deadLetters } = parts;
  const monitoring = new Monitoring(scope, 'Monitoring', {
    settings,
    undelivered: deadLetters,
    api: api.api,
    accessLog: api.accessLog,
    receiver,
    probe: probe?.isScheduled ? probe.function : undefined,
    table: parts.table,
    functions: parts.functions.all,
    notifier: notifications.notifier,
    recorder: notifications.recorder,
    mailQueue: queues.mail,
    removalQueue: indexAndRemoval.queue,
    webhookSender: webhooks.sender,
    webhookQueue: queues.webhook,
    readers: new Map([
      ['notifySubmission', notifications.reader],
      ['indexSubmissions', indexAndRemoval.reader],
    ]),
    deadLetters: new Map([
      ['events', deadLetters],
      ['messages', queues.failed],
    ]),
  });
  const { alarmAddress, monthlyBudgetUsd, canary } = settings;
  if (canary && probe) {
    const props = { alias: receiver.alias, alarms: monitoring.ofNewVersion, check: probe.function };
    new CanaryDeployment(scope, 'Canary', { name: RELEASED_GRADUALLY, ...props });
  }
  if (alarmAddress && monthlyBudgetUsd) new MonthlyBudget(scope, 'Budget', { alarmAddress, monthlyBudgetUsd });
  return monitoring;
}
