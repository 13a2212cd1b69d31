import { ApiError } from '../../shared/contract/errors.ts';
import { retrieveChallenge } from '../../shared/contract/operations/submissions.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { newChallenge } from '../../shared/intake/altcha.ts';
import { endpointNotFound } from '../../shared/storage/endpoints.ts';

export const createHandler = serve(retrieveChallenge, async ({ params }, { endpoints }) => {
  const found = await endpoints.findCaptcha(params.endpointId);
  if (!found) throw endpointNotFound();
  const { captcha, captchaSecret } = found;
  if (captcha?.provider !== 'altcha' || captchaSecret === undefined)
    throw new ApiError('NOT_FOUND', 'This endpoint asks for no ALTCHA: there is no challenge.');
  return newChallenge(captchaSecret, Date.now());
});

export const handler = operationFromEnvironment(createHandler);
