import { Option } from '@commander-js/extra-typings';
import { ANY_RECIPIENT } from '../../../shared/deliveries/channels/mail/mailDelivery.ts';
import { type RedriveOutcome, redrive } from '../../../shared/deliveries/channels/mail/redrive.ts';
import { DeliveryQueues } from '../../../shared/deliveries/deliveryQueues.ts';
import { DeliveryRecords } from '../../../shared/storage/deliveries/deliveryRecords.ts';
import { DueMessages } from '../../../shared/storage/deliveries/dueMessages.ts';
import { type FailedDelivery, failedDeliveries } from '../../../shared/storage/deliveries/failedDeliveries.ts';
import { Endpoints } from '../../../shared/storage/endpoints/endpoints.ts';
import { newProgram, print, runProgram } from '../../tools/program.ts';
import { type FailedRecords, openService, type Service } from '../openService.ts';
import { DATA, STACK } from '../target.ts';
import { failedBatches } from './failedBatches.ts';
import { whyNotMailed } from './notMailed.ts';
import { redriveChanges } from './redriveChanges.ts';

const SUBMISSION = new Option('--submission <id>', 'only this submission, sub_…');
const ENDPOINT = new Option('--endpoint <id>', 'its endpoint, enp_…: says why it is not mailed');

const program = newProgram(
  'npm run notifications --',
  'Lists failed mails, and resends them. Also redrives failed stream records.',
  [
    'failed --stack Forms',
    'failed --submission sub_… --endpoint enp_…',
    'redrive --stack Forms',
    'redrive --submission sub_…',
  ],
);
const commandOf = (name: string, description: string) =>
  program.command(name).description(description).addOption(SUBMISSION).addOption(STACK).addOption(DATA);
commandOf('failed', 'List failed mails, or say why a submission is not mailed.')
  .addOption(ENDPOINT)
  .action(async ({ submission, endpoint, ...target }) => {
    const service = await openService(target);
    const records = await service.failedRecords();
    const { failures, unreadable } = await failuresIn(records, submission);
    const failed = [...(await listedFailures(service, submission)), ...failures];
    const notMailed =
      endpoint && submission && failed.length === 0
        ? await whyNotMailed(service.table, endpoint, submission)
        : undefined;
    print({ failed, ...(notMailed && { notMailed }), ...(unreadable > 0 && { unreadable }) });
    if (unreadable > 0) process.exitCode = 1;
  });
commandOf('redrive', 'Resend failed mails within a minute.').action(async ({ submission, ...target }) => {
  const service = await openService(target);
  const mails = await redriveAll(service, await listedFailures(service, submission));
  const failedRecords = await service.failedRecords();
  const counts = await redriveChanges({ ...service, failedRecords }, submission);
  print({ ...mails, ...Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)) });
  if (counts.stillFailing + counts.unreadable > 0) process.exitCode = 1;
});
await runProgram(program);

async function listedFailures({ table }: Service, submissionId: string | undefined): Promise<FailedDelivery[]> {
  const failures: FailedDelivery[] = [];
  for await (const failed of failedDeliveries(table)) failures.push(failed);
  return failures.filter(({ about }) => submissionId === undefined || about === submissionId);
}

/** Submissions in the bucket of failed stream records, whose mails and webhook deliveries may not exist. */
async function failuresIn({ store, notifierArn }: FailedRecords, submissionId: string | undefined) {
  const failures: FailedDelivery[] = [];
  let unreadable = 0;
  for await (const batch of failedBatches(store, notifierArn)) {
    if (!batch) unreadable++;
    for (const { submissionId: about, endpointId } of batch?.submissions ?? []) {
      const reason = 'its stream record could not be processed';
      if (submissionId !== undefined && about !== submissionId) continue;
      failures.push({ about, endpointId, recipient: ANY_RECIPIENT, reason, failedAt: batch?.failedAt ?? '' });
    }
  }
  return { failures, unreadable };
}

async function redriveAll({ table }: Service, failures: FailedDelivery[]) {
  const dependencies = {
    endpoints: new Endpoints(table),
    records: new DeliveryRecords(table),
    table,
    queues: new DeliveryQueues({ lanes: {}, due: new DueMessages(table) }),
  };
  const counts: Record<RedriveOutcome, number> = { redriven: 0, gone: 0, off: 0 };
  for (const [i, failed] of failures.entries()) {
    const outcome = await redrive(failed, dependencies);
    counts[outcome]++;
    console.error(`${i + 1} of ${failures.length}: ${failed.about} to ${failed.recipient}: ${outcome}`);
  }
  const { redriven, gone, off } = counts;
  return { redriven, ...(gone > 0 && { gone }), ...(off > 0 && { off }) };
}
