import { Option } from '@commander-js/extra-typings';
import { Deliverer } from '../../../shared/deliveries/channels/mail/deliverer.ts';
import { DigestMessages } from '../../../shared/deliveries/channels/mail/digestMessages.ts';
import { MailCounter } from '../../../shared/deliveries/channels/mail/mailCounter.ts';
import { createMailClient, Mailer } from '../../../shared/deliveries/channels/mail/mailer.ts';
import { NotificationMetrics } from '../../../shared/deliveries/channels/mail/metrics.ts';
import {
  type RedriveDependencies,
  type RedriveOutcome,
  redrive,
} from '../../../shared/deliveries/channels/mail/redrive.ts';
import { SwitchOffMessages } from '../../../shared/deliveries/channels/mail/switchOffMessages.ts';
import { Endpoints } from '../../../shared/storage/endpoints.ts';
import {
  ANY_RECIPIENT,
  type FailedNotification,
  NotificationRecords,
} from '../../../shared/storage/notificationRecords.ts';
import { RecentSubmissions } from '../../../shared/storage/recentSubmissions.ts';
import { Submissions } from '../../../shared/storage/submissions.ts';
import { newProgram, print, runProgram } from '../../program.ts';
import { DATA, openService, type Service, STACK } from '../openService.ts';
import { type FailedBatch, failedBatches, failedSubmissionOf } from './failedRecords.ts';
import { redriveChanges } from './redriveChanges.ts';

const SUBMISSION = new Option('--submission <id>', 'only those of this submission, sub_…');

const program = newProgram(
  'npm run notifications --',
  'Lists mails that could not be sent, and sends them again. Also handles stream records again that were put aside.',
  ['failed --stack Forms', 'redrive --stack Forms', 'redrive --submission sub_…'],
);
program
  .command('failed')
  .description('List what failed for good.')
  .addOption(SUBMISSION)
  .addOption(STACK)
  .addOption(DATA)
  .action(async ({ submission, ...target }) => {
    const failures = await collectFailures(await openService(target), submission);
    print({ failed: failures.map(({ batch: _, ...failure }) => failure) });
  });
program
  .command('redrive')
  .description('Send again what failed for good.')
  .addOption(SUBMISSION)
  .addOption(STACK)
  .addOption(DATA)
  .action(async ({ submission, ...target }) => {
    const service = await openService(target);
    const mails = await redriveAll(service, await collectFailures(service, submission));
    const { changes, stillFailing } = await redriveChanges(service, submission);
    print({ ...mails, ...(changes > 0 && { changes }), ...(stillFailing > 0 && { stillFailing }) });
  });
await runProgram(program);

/** A failed notification, and the batch of stream records that it stands in, if it does. */
interface Failure extends FailedNotification {
  batch?: FailedBatch;
}

/** The list in the table, then what lies in the bucket of failed stream records. */
async function collectFailures(
  { table, failedRecords }: Service,
  submissionId: string | undefined,
): Promise<Failure[]> {
  const failures: Failure[] = [];
  for await (const failed of new NotificationRecords(table).failures()) failures.push(failed);
  for await (const batch of failedBatches(failedRecords.store, failedRecords.notifierArn)) {
    if (!batch.isNotifiers) continue;
    for (const { submissionId: about, endpointId } of batch.records.map(failedSubmissionOf)) {
      const reason = 'its stream record could not be handled';
      failures.push({ about, endpointId, recipient: ANY_RECIPIENT, reason, failedAt: batch.failedAt, batch });
    }
  }
  return failures.filter(({ about }) => submissionId === undefined || about === submissionId);
}

/** What was redriven goes from the list at once, and from the bucket when nothing of its batch is left to be done. */
async function redriveAll({ table, mail, siteUrl, failedRecords }: Service, failures: Failure[]) {
  const records = new NotificationRecords(table);
  const metrics = new NotificationMetrics();
  const mailer = new Mailer(createMailClient(mail.client), mail.settings);
  const dependencies: RedriveDependencies = {
    endpoints: new Endpoints(table),
    submissions: new Submissions(table),
    digestMessages: new DigestMessages(new RecentSubmissions(table)),
    switchOffMessages: new SwitchOffMessages(table),
    records,
    deliverer: new Deliverer({ records, mailer, metrics, siteUrl }),
  };
  const counts: Partial<Record<RedriveOutcome, number>> = {};
  const done = new Map<FailedBatch, number>();
  for (const [i, { batch, ...failed }] of failures.entries()) {
    const outcome = await redrive(failed, dependencies);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
    console.error(`${i + 1} of ${failures.length}: ${failed.about} to ${failed.recipient}: ${outcome}`);
    // What failed again is on the list in the table now; what is off may be switched on.
    if (!batch || outcome === 'later' || outcome === 'off') continue;
    done.set(batch, (done.get(batch) ?? 0) + 1);
    if (done.get(batch) === batch.records.length) await failedRecords.store.remove(batch.name);
  }
  await new MailCounter(table).add(metrics.take(), Number.POSITIVE_INFINITY);
  return { redriven: failures.length, ...counts };
}
