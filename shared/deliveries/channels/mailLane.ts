import { ConfirmationCounts } from '../../storage/confirmationCounts.ts';
import { ConfirmationSecret } from '../../storage/confirmationSecret.ts';
import { ownMails } from '../../storage/mailLog.ts';
import { MinuteCountsStore } from '../../storage/minuteCounts.ts';
import { PendingSubmissions } from '../../storage/pendingSubmissions.ts';
import { RecentSubmissions } from '../../storage/recentSubmissions.ts';
import { Submissions } from '../../storage/submissions.ts';
import { WaitingConfirmations } from '../../storage/waitingConfirmations.ts';
import { Consumer } from '../consumer.ts';
import { createEngine, type EngineParts } from '../createEngine.ts';
import { ConfirmationChannel } from './confirmation/confirmationChannel.ts';
import { WaitingList } from './confirmation/waitingList.ts';
import { Digests } from './mail/digests.ts';
import { MailBudget } from './mail/mailBudget.ts';
import { MailChannel } from './mail/mailChannel.ts';
import { type Mailing, MailSender } from './mail/mailSender.ts';
import { newMailMetrics } from './metrics.ts';

export interface MailParts extends EngineParts {
  mailer: Mailing;
  /** An endpoint's hourly mails about single submissions; beyond that it sends digests. */
  mailsPerHour: number;
  confirmationMailer: Mailing;
  confirmationsPerHour: number;
  senders: readonly string[];
  siteUrl: string;
  apiUrl: string;
}

export function createMailDeliveries({
  mailer,
  mailsPerHour,
  confirmationMailer,
  confirmationsPerHour,
  senders,
  siteUrl,
  apiUrl,
  ...parts
}: MailParts) {
  const { table, now = Date.now } = parts;
  const created = createEngine(parts, newMailMetrics());
  const { engine, records, queues, metrics, endpoints } = created;
  const recent = new RecentSubmissions(table);
  const submissions = new Submissions(table);
  const channel = new MailChannel({
    endpoints,
    submissions,
    records,
    budget: new MailBudget({
      recent,
      counts: new MinuteCountsStore(table),
      ownMails: (...of) => ownMails(table, ...of),
      mailsPerHour,
      now,
    }),
    digests: new Digests({ table, queues, now }),
    recent,
    sender: new MailSender(mailer, { now }),
    metrics,
    table,
    siteUrl,
  });
  const confirmations = new ConfirmationChannel({
    endpoints,
    submissions,
    pending: new PendingSubmissions(table, now),
    counts: new ConfirmationCounts(table, now),
    secret: new ConfirmationSecret(table),
    waitingList: new WaitingList({ waiting: new WaitingConfirmations(table), queues, now }),
    sender: new MailSender(confirmationMailer, { isAtMostOnce: true, now }),
    settings: { confirmationsPerHour, senders, siteUrl, apiUrl },
    now,
  });
  const channels = { mail: channel, confirmation: confirmations };
  const consumer = new Consumer({ channels, engine, queues, metrics, now });
  return { ...created, table, channels, consumer };
}
