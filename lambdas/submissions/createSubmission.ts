import { ApiError } from '../../shared/contract/errors.ts';
import { createSubmission } from '../../shared/contract/operations/submissions.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { locationOf } from '../../shared/http/location.ts';
import { Reply } from '../../shared/http/middleware.ts';
import { serve } from '../../shared/http/serve.ts';
import { endpointNotFound, shownEndpoint } from '../../shared/storage/endpoints.ts';

/** Set by the edge location of an edge-optimised API; what a sender puts there is overwritten. */
const COUNTRY_HEADER = 'cloudfront-viewer-country';

export const createHandler = serve(
  createSubmission,
  async ({ params, body, headers }, { endpoints, submissions, siteUrl }) => {
    const endpoint = await endpoints.find(params.endpointId);
    if (!endpoint) throw endpointNotFound();
    if (!endpoint.isEnabled) throw new ApiError('DISABLED', 'This endpoint is disabled and receives no submissions.');
    const submission = await submissions.create(endpoint.id, body, locationOf(headers[COUNTRY_HEADER]));
    return new Reply(submission, { redirectUrl: shownEndpoint(endpoint, siteUrl).redirectUrl });
  },
);

export const handler = operationFromEnvironment(createHandler);
