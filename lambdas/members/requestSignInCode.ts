import { createHmac } from 'node:crypto';
import { tooManyRequests } from '../../shared/contract/headers.ts';
import { SIGN_IN_CODES_MAX, SIGN_IN_CODES_PER_NETWORK_MAX } from '../../shared/contract/limits.ts';
import { requestSignInCode } from '../../shared/contract/operations/members.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { COUNTRY_HEADER } from '../../shared/http/middleware.ts';
import { serve } from '../../shared/http/serve.ts';
import { networkOf } from '../../shared/receiving/network.ts';
import { browserOf } from '../../shared/signIn/browserName.ts';
import { SignInQueue } from '../../shared/signIn/signInQueue.ts';
import { perQuarter, RateLimits, secondsToNextQuarter } from '../../shared/storage/counters/rateLimits.ts';
import { personOf } from '../../shared/storage/members/memberKeys.ts';
import { SignInCodes } from '../../shared/storage/members/signInCodes.ts';
import { DailySecrets } from '../../shared/storage/table/dailySecrets.ts';

interface Dependencies {
  siteUrl: string;
  rateLimits: Pick<RateLimits, 'count'>;
  dailySecrets: Pick<DailySecrets, 'find'>;
  codes: Pick<SignInCodes, 'open'>;
  signInQueue: Pick<SignInQueue, 'sendCode'>;
}

/** Does the same for members and strangers: only the function that sends mails knows who is a member. */
export const createHandler = serve(
  requestSignInCode,
  async (
    { body: { address, device }, headers, sourceIp },
    { rateLimits, dailySecrets, codes, signInQueue }: Dependencies,
  ) => {
    const now = Date.now();
    const network = createHmac('sha256', await dailySecrets.find(now))
      .update(networkOf(sourceIp))
      .digest('base64url');
    if (!(await rateLimits.count(perQuarter(network, 'signInCodes', SIGN_IN_CODES_PER_NETWORK_MAX, now)))) {
      const text = 'Too many codes were requested from your network: try again in a quarter of an hour.';
      throw tooManyRequests(text, secondsToNextQuarter(now));
    }
    const person = personOf(address);
    const handle = SignInCodes.newHandle();
    const whose = device === undefined ? person : personOf(device);
    if (await rateLimits.count(perQuarter(whose, 'signInCodes', SIGN_IN_CODES_MAX, now))) {
      await codes.open(handle, person, device);
      const origin = { country: headers[COUNTRY_HEADER], browser: browserOf(headers['user-agent']) };
      await signInQueue.sendCode({ handle, ...origin });
    }
    return { handle };
  },
);

export const handler = operationFromEnvironment(createHandler, {
  settings: ['signInQueueUrl'],
  make: ({ signInQueueUrl }, table) => ({
    rateLimits: new RateLimits(table),
    dailySecrets: new DailySecrets(table),
    codes: new SignInCodes(table),
    signInQueue: new SignInQueue(signInQueueUrl),
  }),
});
