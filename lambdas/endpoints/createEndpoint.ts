import { createEndpoint } from '../../shared/contract/operations/endpoints.ts';
import { requireSoundRules } from '../../shared/fields/requireSoundRules.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { requireFindable } from '../../shared/intake/blockedTerms.ts';
import { shownEndpoint } from '../../shared/storage/endpoints.ts';

export const createHandler = serve(createEndpoint, async ({ body, authenticate }, { endpoints, siteUrl }) => {
  requireFindable(body.blockedTerms);
  await requireSoundRules(body.fields);
  const { caller } = await authenticate();
  return shownEndpoint(await endpoints.create(caller.workspaceId, body), siteUrl);
});

export const handler = operationFromEnvironment(createHandler);
