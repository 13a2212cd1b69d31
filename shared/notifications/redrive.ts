import { log } from '../log.ts';
import type { StoredEndpoint } from '../repositories/endpoints.ts';
import type { SubmissionWithData } from '../schemas/submission.ts';
import { type Deliverer, deliveriesOf } from './deliverer.ts';
import type { FailedNote, Notes } from './notes.ts';
import { isOfService } from './notifier.ts';

export interface RedriveDependencies {
  endpoints: { find(id: string): Promise<StoredEndpoint | undefined> };
  submissions: { find(endpointId: string, id: string): Promise<SubmissionWithData | undefined> };
  notes: Notes;
  deliverer: Deliverer;
}

/** What became of a failed notification: `gone` when submission or endpoint are, `off` when its endpoint announces nothing. */
export type RedriveOutcome = 'sent' | 'failed' | 'again' | 'gone' | 'off';

/**
 * Sends what failed once more, from the stored submission: to its recipient, or to all that the endpoint has now if
 * that one was replaced. Who got it already does not get it again. It may be repeated and cut short at any point.
 */
export async function redrive(failed: FailedNote, dependencies: RedriveDependencies): Promise<RedriveOutcome> {
  try {
    return await sendAgain(failed, dependencies);
  } catch (error) {
    if (isOfService(error)) throw error;
    // A submission or endpoint that still cannot be read is no reason to leave out the rest of the list.
    log('error', 'a submission could not be read for its notification', { submissionId: failed.submissionId }, error);
    return 'failed';
  }
}

async function sendAgain(failed: FailedNote, dependencies: RedriveDependencies): Promise<RedriveOutcome> {
  const { endpoints, submissions, notes, deliverer } = dependencies;
  const [endpoint, submission] = await Promise.all([
    endpoints.find(failed.endpointId),
    submissions.find(failed.endpointId, failed.submissionId),
  ]);
  if (!endpoint || !submission) {
    await notes.forgetFailure(failed);
    return 'gone';
  }
  if (!endpoint.emailNotifications) return 'off';
  const all = deliveriesOf(endpoint, submission);
  const same = all.filter(({ recipient }) => recipient === failed.recipient);
  const outcomes = [];
  for (const delivery of same.length > 0 ? same : all)
    outcomes.push(await deliverer.deliver(delivery, { again: true }));
  if (outcomes.includes('again')) return 'again';
  const failedAgain = outcomes.includes('failed');
  // What failed again has an entry of its own, which for the same recipient is this one.
  if (!failedAgain || same.length === 0) await notes.forgetFailure(failed);
  return failedAgain ? 'failed' : 'sent';
}
