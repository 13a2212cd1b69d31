import { ConfirmationCounts } from '../../storage/confirmations/confirmationCounts.ts';
import { ConfirmationSecret } from '../../storage/confirmations/confirmationSecret.ts';
import { PendingSubmissions } from '../../storage/confirmations/pendingSubmissions.ts';
import { WaitingConfirmations } from '../../storage/confirmations/waitingConfirmations.ts';
import { MinuteCountsStore } from '../../storage/counters/minuteCounts.ts';
import { ownMails } from '../../storage/deliveries/mailLog.ts';
import { RecentSubmissions } from '../../storage/submissions/recentSubmissions.ts';
import { Submissions } from '../../storage/submissions/submissions.ts';
import { Consumer } from '../consumer.ts';
import { createEngine, type EngineParts } from '../createEngine.ts';
import { ConfirmationChannel } from './confirmation/confirmationChannel.ts';
import { WaitingList } from './confirmation/waitingList.ts';
import { MailBudget } from './mail/budget/mailBudget.ts';
import { Digests } from './mail/digests/digests.ts';
import { MailChannel } from './mail/mailChannel.ts';
import { type Mailing, MailSender } from './mail/sending/mailSender.ts';
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
