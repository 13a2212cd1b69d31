import { retrieveRules } from '../../shared/contract/operations/submissions.ts';
import { type Dependencies, operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { disabled, isClosed } from '../../shared/receiving/requireReceiving.ts';
import { limitsOf, tooManyToForm } from '../../shared/receiving/throttle.ts';
import { RateLimits } from '../../shared/storage/counters/rateLimits.ts';
import { endpointNotFound } from '../../shared/storage/endpoints/endpoints.ts';

interface RulesDependencies extends Dependencies {
  rateLimits: Pick<RateLimits, 'count'>;
  requestsPerSecond: number;
}

export const createHandler = serve(
  retrieveRules,
  async ({ params: { endpointId } }, { endpoints, rateLimits, requestsPerSecond }: RulesDependencies) => {
    const found = await endpoints.findRules(endpointId);
    if (!found) throw endpointNotFound();
    const now = Date.now();
    if (!(await rateLimits.count(limitsOf('rules', endpointId, requestsPerSecond, now).own))) throw tooManyToForm(now);
    if (isClosed(found)) throw disabled(found);
    const { fields = [], files, captcha } = found;
    return { fields, files, captcha: captcha?.provider };
  },
);

export const handler = operationFromEnvironment(createHandler, {
  settings: ['requestsPerSecond'],
  make: ({ requestsPerSecond }, table) => ({ rateLimits: new RateLimits(table), requestsPerSecond }),
});
