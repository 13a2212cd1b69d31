import { retrieveDeliveries } from '../../shared/contract/operations/submissions.ts';
import { digestsWith, whyNoMail } from '../../shared/deliveries/channels/mail/budget/noMail.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { confirmationOf } from '../../shared/storage/confirmations/confirmationLog.ts';
import { mailsAbout } from '../../shared/storage/deliveries/mailLog.ts';
import { ownedEndpoint } from '../../shared/storage/endpoints/endpoints.ts';
import { hasTooManyHops } from '../../shared/storage/submissions/storedSubmission.ts';
import { submissionOf } from '../../shared/storage/submissions/submissions.ts';

export const createHandler = serve(
  retrieveDeliveries,
  async ({ params: { endpointId, id }, authenticate }, { table }) => {
    const { endpoint, submission } = await authenticate({
      endpoint: ownedEndpoint(endpointId),
      submission: submissionOf(endpointId, id),
    });
    const digests = digestsWith(table, endpoint.id, submission);
    const [{ mails, unreadable }, confirmation] = await Promise.all([
      mailsAbout(table, endpoint.id, id, digests),
      confirmationOf(table, endpoint.id, submission),
    ]);
    return {
      deliveries: mails,
      ...(mails.length === 0 && unreadable === 0 && whyNoMail(endpoint, submission, await digests)),
      ...(confirmation && { confirmation }),
      ...(hasTooManyHops(submission) && { webhooksSkippedReason: 'tooManyHops' }),
      ...(unreadable > 0 && { unreadable }),
    };
  },
);

export const handler = operationFromEnvironment(createHandler);
