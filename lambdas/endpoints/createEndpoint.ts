import { createEndpoint } from '../../shared/contract/operations/endpoints.ts';
import { requireSoundRules } from '../../shared/fields/requireSoundRules.ts';
import { createOnce } from '../../shared/http/createOnce.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { requireFindable } from '../../shared/spamFilter/blockedTerms.ts';
import { type StoredEndpoint, shownEndpoint } from '../../shared/storage/endpoints/storedEndpoint.ts';

export const createHandler = serve(createEndpoint, async ({ body, authenticate, ...request }, dependencies) => {
  const { endpoints, siteUrl, table } = dependencies;
  requireFindable(body.blockedTerms);
  await requireSoundRules(body.fields);
  const { caller } = await authenticate();
  return createOnce(createEndpoint, request, { table, caller }, async (recordOf) => {
    const record = (endpoint: StoredEndpoint) => recordOf(shownEndpoint(endpoint, siteUrl));
    return shownEndpoint(await endpoints.create(caller.workspaceId, body, record), siteUrl);
  });
});

export const handler = operationFromEnvironment(createHandler);
