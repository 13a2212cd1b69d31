import { parseArgs } from 'node:util';
import { Deliverer } from '../../shared/notifications/deliverer.ts';
import { createMailClient, Mailer } from '../../shared/notifications/mailer.ts';
import { NotificationMetrics } from '../../shared/notifications/metrics.ts';
import { type FailedNote, Notes } from '../../shared/notifications/notes.ts';
import { redrive } from '../../shared/notifications/redrive.ts';
import { Endpoints } from '../../shared/repositories/endpoints.ts';
import { Submissions } from '../../shared/repositories/submissions.ts';
import { runCommand, UsageError } from './command.ts';
import { openService, TARGET_OPTIONS } from './openService.ts';

const USAGE = `Usage: npm run notifications -- failed [--stack NAME | --data DIR]
       npm run notifications -- redrive [--submission sub_…] [--stack NAME | --data DIR]`;

await runCommand(USAGE, async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { submission: { type: 'string' }, ...TARGET_OPTIONS },
  });
  const [command, ...others] = positionals;
  if (others.length > 0 || (command !== 'failed' && command !== 'redrive')) throw new UsageError(USAGE);
  const { table, mail } = await openService(values);
  const notes = new Notes(table);
  const failures = await collect(notes, values.submission);
  if (command === 'failed') return { failed: failures };
  const mailer = new Mailer(createMailClient(mail.client), mail.settings);
  const deliverer = new Deliverer({ notes, mailer, metrics: new NotificationMetrics() });
  const dependencies = { endpoints: new Endpoints(table), submissions: new Submissions(table), notes, deliverer };
  const outcomes: Record<string, number> = {};
  for (const [i, failed] of failures.entries()) {
    const outcome = await redrive(failed, dependencies);
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    console.error(`${i + 1} of ${failures.length}: ${failed.submissionId} to ${failed.recipient}: ${outcome}`);
  }
  return { redriven: failures.length, ...outcomes };
});

async function collect(notes: Notes, submissionId: string | undefined): Promise<FailedNote[]> {
  const failures: FailedNote[] = [];
  for await (const failed of notes.failures()) {
    if (submissionId === undefined || failed.submissionId === submissionId) failures.push(failed);
  }
  return failures;
}
