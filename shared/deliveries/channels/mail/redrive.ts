import type { SubmissionWithData } from '../../../contract/schemas/submission.ts';
import { log } from '../../../runtime/log.ts';
import type { StoredEndpoint } from '../../../storage/endpoints.ts';
import { isUnreadable } from '../../../storage/failures.ts';
import type { NotificationId, NotificationRecords } from '../../../storage/notificationRecords.ts';
import { deliveriesOf } from './announcer.ts';
import type { Deliverer, Delivery, SentUnmarked } from './deliverer.ts';
import { parseDigestId } from './digestId.ts';
import type { DigestMessages } from './digestMessages.ts';
import { parseSwitchOffId } from './switchOffId.ts';
import type { SwitchOffMessages } from './switchOffMessages.ts';

export interface RedriveDependencies {
  endpoints: { find(id: string): Promise<StoredEndpoint | undefined> };
  submissions: { find(endpointId: string, id: string): Promise<SubmissionWithData | undefined> };
  digestMessages: DigestMessages;
  switchOffMessages: SwitchOffMessages;
  records: NotificationRecords;
  deliverer: Deliverer;
}

/** What became of a failed notification: `gone` when submission or endpoint are, `off` when its endpoint announces nothing. */
export type RedriveOutcome = 'sent' | 'failed' | 'later' | 'gone' | 'off';

/**
 * Sends what failed once more, from the stored submission: to its recipient, or to all that the endpoint has now if
 * that one was replaced. Who got it already does not get it again. It may be repeated and cut short at any point.
 */
export async function redrive(failed: NotificationId, dependencies: RedriveDependencies): Promise<RedriveOutcome> {
  const { about, endpointId, recipient } = failed;
  const { endpoints, records, deliverer } = dependencies;
  try {
    const endpoint = await endpoints.find(endpointId);
    if (endpoint && !endpoint.emailNotifications) return 'off';
    const all = endpoint && (await deliveriesAbout(about, endpoint, dependencies));
    if (!all) {
      await records.forgetFailure(failed);
      return 'gone';
    }
    const same = all.filter((delivery) => delivery.recipient === recipient);
    const outcomes = [];
    for (const delivery of same.length > 0 ? same : all) {
      const outcome = await deliverer.deliver(delivery, { retryFailed: true });
      outcomes.push(
        typeof outcome === 'object' && outcome.sent ? await markAgain(delivery, outcome.sent, records) : outcome,
      );
    }
    if (outcomes.some((outcome) => typeof outcome === 'object')) return 'later';
    const failedAgain = outcomes.includes('failed');
    // What failed again has an entry of its own, which for the same recipient is this one.
    if (!failedAgain || same.length === 0) await records.forgetFailure(failed);
    return failedAgain ? 'failed' : 'sent';
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    // A submission or endpoint that still cannot be read is no reason to leave out the rest; it stays on the list.
    log('error', 'a submission could not be read for its notification', { about }, error);
    await records.recordFailure(failed, `unreadable: ${error instanceof Error ? error.name : 'unknown'}`);
    return 'failed';
  }
}

/** What was sent and could not be marked is marked by a second attempt, and is sent in any case. */
async function markAgain(
  delivery: Delivery,
  { attempt, messageId }: SentUnmarked,
  records: NotificationRecords,
): Promise<'sent' | 'failed'> {
  try {
    return await records.markSent({ ...delivery, attempt }, messageId);
  } catch (error) {
    log('error', 'a notification was sent but could not be marked', { about: delivery.about, messageId }, error);
    return 'sent';
  }
}

/** What is to be sent about a submission or a digest; undefined when it is gone. */
async function deliveriesAbout(
  about: string,
  endpoint: StoredEndpoint,
  { submissions, digestMessages, switchOffMessages }: RedriveDependencies,
): Promise<Delivery[] | undefined> {
  if (parseSwitchOffId(about)) return switchOffMessages.deliveries(endpoint, about);
  const digest = parseDigestId(about);
  if (digest) return (await digestMessages.write(endpoint, digest))?.deliveries;
  const submission = await submissions.find(endpoint.id, about);
  return submission && deliveriesOf(endpoint, [submission]);
}
