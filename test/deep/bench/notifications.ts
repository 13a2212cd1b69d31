import '../../../infra/quietSdk.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FunctionUsage } from '../../../infra/local/functions/usage.ts';
import type { Outputs } from '../../../infra/local/outputs.ts';
import { newDataFolder, removeFolder, startCloud, UNPACED } from '../../support/cloudProcess.ts';
import { countByRecord, givenEndpoint, inboxOf } from '../../support/notifications.ts';
import { postAll, postingFigures } from './posting.ts';
import { rounded } from './stats.ts';

/**
 * Load: posts submissions as fast as a fresh local cloud takes them and waits until the last mail is there. It prints
 * figures as JSON, and fails unless every notification arrived once.
 */
const SUBMISSIONS = 2_000;
const RECIPIENTS = ['one@example.com', 'two@example.com', 'three@example.com'];
const CONNECTIONS = 32;
const LAST_MAIL_TIMEOUT_MS = 300_000;

const data = newDataFolder();
// Neither pace nor budget is to hold up a mail.
const cloud = await startCloud(data, '--ephemeral', ...UNPACED);
try {
  await run(cloud.outputs);
} finally {
  await cloud.end('SIGTERM');
  removeFolder(data);
}

async function run(outputs: Outputs): Promise<void> {
  const endpointId = await givenEndpoint(outputs, ...RECIPIENTS);
  await fetch(outputs.usageUrl, { method: 'DELETE' });
  const startedAt = performance.now();
  const posts = await postAll(outputs, endpointId, { submissions: SUBMISSIONS, connections: CONNECTIONS });
  const postedMs = performance.now() - startedAt;
  const notes = posts.flatMap(({ id }) => RECIPIENTS.map((recipient) => `${id} to ${recipient}`));
  const counts = await countWhenComplete(outputs, notes.length);
  const mailedMs = performance.now() - startedAt;
  const missing = notes.filter((note) => !counts.has(note)).length;
  const double = [...counts.values()].filter((times) => times > 1).length;
  const figures = {
    submissions: posts.length,
    mails: notes.length,
    ...postingFigures(posts, postedMs),
    lastMailAfterS: rounded(mailedMs / 1_000),
    mailsPerSecond: rounded((notes.length / mailedMs) * 1_000),
    ...(await unitsPerMail(outputs, notes.length)),
    missing,
    double,
  };
  console.log(JSON.stringify(figures, null, 2));
  if (missing > 0 || double > 0 || counts.size !== notes.length) process.exitCode = 1;
}

/** How often each notification arrived, when as many mails are there as are due, or time is up. */
async function countWhenComplete(outputs: Outputs, due: number): Promise<Map<string, number>> {
  for (const startedAt = performance.now(); ; await sleep(500)) {
    const mails = await inboxOf(outputs);
    const isLate = performance.now() - startedAt > LAST_MAIL_TIMEOUT_MS;
    if (mails.length >= due || isLate) return countByRecord(mails);
  }
}

/** DynamoDB capacity of the notification function. */
async function unitsPerMail({ usageUrl }: Outputs, mails: number) {
  const usage = (await (await fetch(usageUrl)).json()) as Record<string, FunctionUsage>;
  const { writeUnits = 0, readUnits = 0, invocations = 0 } = usage.notifySubmission ?? {};
  return {
    writeUnitsPerMail: rounded(writeUnits / mails),
    readUnitsPerMail: rounded(readUnits / mails),
    invocations,
  };
}
