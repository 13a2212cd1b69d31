import { retrieveDeliveries } from '../../shared/contract/operations/submissions.ts';
import { digestAt } from '../../shared/deliveries/digestId.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { submittedAt } from '../../shared/storage/itemKeys.ts';
import { MailLog } from '../../shared/storage/mailLog.ts';
import { hasTooManyHops, submissionNotFound } from '../../shared/storage/submissions.ts';

export const createHandler = serve(
  retrieveDeliveries,
  async ({ params: { endpointId, id }, caller }, { endpoints, submissions, table }) => {
    const [endpoint, submission] = await Promise.all([
      endpoints.findOwned(endpointId, caller),
      submissions.find(endpointId, id),
    ]);
    if (!submission) throw submissionNotFound();
    const digest = digestAt(endpoint.id, submittedAt(id));
    const deliveries = await new MailLog(table).about(endpoint.id, id, digest.id);
    return hasTooManyHops(submission) ? { deliveries, webhooksSkippedReason: 'tooManyHops' } : { deliveries };
  },
);

export const handler = operationFromEnvironment(createHandler);
