import { ApiError } from '../../shared/contract/errors.ts';
import { retrieveChallenge } from '../../shared/contract/operations/submissions.ts';
import { type Dependencies, operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { newChallenge } from '../../shared/receiving/captcha/altcha.ts';
import { limitsOf, tooManyToForm } from '../../shared/receiving/throttle.ts';
import { RateLimits } from '../../shared/storage/counters/rateLimits.ts';
import { endpointNotFound } from '../../shared/storage/endpoints/endpoints.ts';

interface ChallengeDependencies extends Dependencies {
  rateLimits: Pick<RateLimits, 'count'>;
  requestsPerSecond: number;
}

export const createHandler = serve(
  retrieveChallenge,
  async ({ params: { endpointId } }, { endpoints, rateLimits, requestsPerSecond }: ChallengeDependencies) => {
    const found = await endpoints.findCaptcha(endpointId);
    if (!found) throw endpointNotFound();
    const { captcha, captchaSecret } = found;
    if (captcha?.provider !== 'altcha' || captchaSecret === undefined)
      throw new ApiError('NOT_FOUND', 'This endpoint does not use ALTCHA: it has no challenge.');
    const now = Date.now();
    // The gateway limits all endpoints together.
    const { own } = limitsOf('challenges', endpointId, requestsPerSecond, now);
    if (!(await rateLimits.count(own))) throw tooManyToForm(now);
    return newChallenge(captchaSecret, now);
  },
);

export const handler = operationFromEnvironment(createHandler, {
  settings: ['requestsPerSecond'],
  make: ({ requestsPerSecond }, table) => ({ rateLimits: new RateLimits(table), requestsPerSecond }),
});
