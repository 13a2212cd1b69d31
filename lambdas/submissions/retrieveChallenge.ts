import { ApiError } from '../../shared/contract/errors.ts';
import { retrieveChallenge } from '../../shared/contract/operations/submissions.ts';
import { type Dependencies, operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { newChallenge } from '../../shared/receiving/captcha/altcha.ts';
import { countInShare, SHARED, type Shared } from '../../shared/receiving/throttle.ts';
import { endpointNotFound } from '../../shared/storage/endpoints/endpoints.ts';

export const createHandler = serve(
  retrieveChallenge,
  async ({ params: { endpointId } }, { endpoints, ...shared }: Dependencies & Shared) => {
    const found = await endpoints.findCaptcha(endpointId);
    if (!found) throw endpointNotFound();
    const { captcha, captchaSecret } = found;
    if (captcha?.provider !== 'altcha' || captchaSecret === undefined)
      throw new ApiError('NOT_FOUND', 'This endpoint does not use ALTCHA: it has no challenge.');
    await countInShare('challenges', endpointId, shared);
    return newChallenge(captchaSecret, Date.now());
  },
);

export const handler = operationFromEnvironment(createHandler, SHARED);
