import { DeliveryRecords } from '../../../storage/deliveryRecords.ts';
import { DueMessages } from '../../../storage/dueMessages.ts';
import { EndpointReader } from '../../../storage/endpointTargets.ts';
import { RecentSubmissions } from '../../../storage/recentSubmissions.ts';
import { Submissions } from '../../../storage/submissions.ts';
import type { TableAccess } from '../../../storage/table.ts';
import type { Channel } from '../../channel.ts';
import { Consumer } from '../../consumer.ts';
import { DeliveryQueues, type LaneQueues } from '../../deliveryQueues.ts';
import { DeliveryEngine } from '../../engine.ts';
import { DeliveryMetrics } from '../../metrics.ts';
import { DigestMessages } from './digestMessages.ts';
import { Digests } from './digests.ts';
import { MailBudget } from './mailBudget.ts';
import { MailChannel } from './mailChannel.ts';
import { MailCounter } from './mailCounter.ts';
import { type Mailing, MailSender } from './mailSender.ts';
import { SwitchOffMessages } from './switchOffMessages.ts';

export interface MailParts {
  table: TableAccess;
  lanes: LaneQueues;
  mailer: Mailing;
  /** An endpoint's hourly mails about single submissions; beyond that it sends digests. */
  mailsPerHour: number;
  siteUrl: string;
  now?: () => number;
  random?: () => number;
}

/** The engine with the channels of the mail lane. */
export function createMailDeliveries({
  table,
  lanes,
  mailer,
  mailsPerHour,
  siteUrl,
  now = Date.now,
  ...parts
}: MailParts) {
  const records = new DeliveryRecords(table, now);
  const queues = new DeliveryQueues({ lanes, due: new DueMessages(table), now });
  const metrics = new DeliveryMetrics();
  const endpoints = new EndpointReader(table);
  const recent = new RecentSubmissions(table);
  const engine = new DeliveryEngine({ table, records, queues, metrics, now, ...parts });
  const channel = new MailChannel({
    endpoints,
    submissions: new Submissions(table),
    records,
    budget: new MailBudget(recent, mailsPerHour),
    digests: new Digests({ table, queues, now }),
    digestMessages: new DigestMessages(recent),
    switchOffMessages: new SwitchOffMessages(table),
    sender: new MailSender(mailer, now),
    metrics,
    siteUrl,
  });
  const channels: Channel[] = [channel];
  const consumer = new Consumer({ channels, engine, queues, now });
  return { channels, engine, queues, metrics, endpoints, records, consumer, mailCounter: new MailCounter(table) };
}
