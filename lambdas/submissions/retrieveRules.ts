import { retrieveRules } from '../../shared/contract/operations/submissions.ts';
import { type Dependencies, operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { disabled, isClosed } from '../../shared/receiving/requireReceiving.ts';
import { countInShare, SHARED, type Shared } from '../../shared/receiving/throttle.ts';
import { endpointNotFound } from '../../shared/storage/endpoints/endpoints.ts';

export const createHandler = serve(
  retrieveRules,
  async ({ params: { endpointId } }, { endpoints, ...shared }: Dependencies & Shared) => {
    const found = await endpoints.findRules(endpointId);
    if (!found) throw endpointNotFound();
    await countInShare('rules', endpointId, shared);
    if (isClosed(found)) throw disabled(found);
    const { fields = [], files, captcha } = found;
    return { fields, files, captcha: captcha?.provider };
  },
);

export const handler = operationFromEnvironment(createHandler, SHARED);
