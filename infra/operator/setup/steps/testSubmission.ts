import * as z from 'zod';
import type { MailDelivery } from '../../../../shared/contract/schemas/deliveries.ts';
import { formatTime } from '../../../../shared/contract/time.ts';
import { digestsWith } from '../../../../shared/deliveries/channels/mail/budget/noMail.ts';
import { DELIVERIES_KEPT_MS } from '../../../../shared/storage/deliveries/deliveryRecords.ts';
import { mailsAbout } from '../../../../shared/storage/deliveries/mailLog.ts';
import { Endpoints } from '../../../../shared/storage/endpoints/endpoints.ts';
import { submittedAt } from '../../../../shared/storage/table/itemKeys.ts';
import type { Table } from '../../../../shared/storage/table/table.ts';
import { parseJson } from '../../../tools/parseJson.ts';
import { findService } from '../deployedStack.ts';
import type { Setup } from '../setup.ts';
import { done, type Finding, type Step, StepBlocked, waiting } from '../step.ts';

const ANSWER_TIMEOUT_MS = 35_000;
/** Characters shown of a response that is not the service's own. */
const SHOWN_MAX = 200;

const SubmissionAnswer = z.object({
  id: z.string().optional(),
  message: z.string().optional(),
  requestId: z.string().optional(),
});

/** Submits a form like a visitor and follows it until SES has accepted its mail. */
export const testSubmission: Step = {
  name: 'test-submission',
  title: 'Test submission',
  needs: ['sender', 'recipients'],
  find: async (setup): Promise<Finding> => {
    const { testSubmissionId: id, endpointId } = await setup.remembered();
    const service = await findService(setup);
    if (!id || !endpointId || !service) return todo(setup, 'No test was sent.');
    const digests = digestsWith(service.table, endpointId, { id });
    const { mails: deliveries } = await mailsAbout(service.table, endpointId, id, digests);
    if (deliveries.length === 0) {
      const isSilent = await sendsNoMail(service.table, endpointId);
      if (isSilent) return done(`${id} was stored; ${isSilent}.`);
      if (Date.now() - submittedAt(id) > DELIVERIES_KEPT_MS) {
        return done(`${id} was sent on ${formatTime(new Date(submittedAt(id)))}; the record of its mail has expired.`);
      }
      return waiting(`${id} is stored.`, 'The notification starts within seconds.');
    }
    const [failed] = deliveries.filter(({ state }) => state === 'failed');
    // One attempt per run of setup: the cause may be gone.
    if (failed) return todo(setup, `The mail to ${failed.recipient} failed: ${failed.reason}`);
    if (deliveries.some(({ state }) => state === 'sending')) {
      return waiting(`SES has not accepted the mail of ${id} yet.`, 'SES accepts it.');
    }
    return done(`SES accepted the mail of ${id}: ${deliveries.map(describe).join(', ')}.`);
  },
};

/** The reason that an endpoint sends no mail about a test submission; undefined if it sends one. */
async function sendsNoMail(table: Table, endpointId: string): Promise<string | undefined> {
  const endpoint = await new Endpoints(table).find(endpointId);
  if (endpoint?.confirmation?.verify) return 'its endpoint waits for the confirmation of the sender';
  const isMailed = endpoint?.emailNotifications && endpoint.targetEmails.length > 0;
  return isMailed ? undefined : 'its endpoint mails nobody';
}

const describe = ({ recipient, sentAt }: MailDelivery): string => `${recipient} at ${sentAt}`;

const todo = (setup: Setup, found: string): Finding => ({
  state: 'todo',
  found,
  plan: 'Send a test submission and follow it to its mail.',
  costs: 'a mail for each recipient',
  act: async () => {
    const { endpointId } = await setup.remembered();
    const service = await findService(setup);
    if (!service || !endpointId) throw new Error('There is no endpoint to post to.');
    await setup.remember({ testSubmissionId: await post(`${service.apiUrl}/v1/f/${endpointId}`) });
  },
});

/** @returns the submission's id */
async function post(url: string): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ message: 'This is the test that "npm run setup" sent.' }),
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  });
  const text = await response.text();
  const answer = SubmissionAnswer.safeParse(parseJson(text)).data ?? {};
  if (response.ok && answer.id) return answer.id;
  throw new StepBlocked(
    `The form was rejected with ${response.status}: ${answer.message ?? text.slice(0, SHOWN_MAX)}`,
    `Look for the request ${answer.requestId ?? 'at this time'} in the logs; see docs/operations.md.`,
  );
}
