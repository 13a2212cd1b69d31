import { ApiError } from '../../shared/contract/errors.ts';
import { updateEndpoint } from '../../shared/contract/operations/endpoints.ts';
import { requireSoundRules } from '../../shared/fields/requireSoundRules.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { requireFindable } from '../../shared/spamFilter/blockedTerms.ts';
import { ownedEndpoint } from '../../shared/storage/endpoints/endpoints.ts';
import { shownEndpoint } from '../../shared/storage/endpoints/storedEndpoint.ts';

export const createHandler = serve(updateEndpoint, async ({ params, body, authenticate }, { endpoints, siteUrl }) => {
  requireFindable(body.blockedTerms);
  await requireSoundRules(body.fields);
  const { endpoint, caller } = await authenticate({ endpoint: ownedEndpoint(params.id) });
  // An error for a taken slug would show that another endpoint exists.
  if (caller.narrowing?.endpointIds && body.slug !== undefined && body.slug !== endpoint.slug)
    throw new ApiError('FORBIDDEN', 'This key is limited to some endpoints: it cannot change a slug.');
  return shownEndpoint(await endpoints.update(endpoint, body), siteUrl);
});

export const handler = operationFromEnvironment(createHandler);
