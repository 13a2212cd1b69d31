import { asciiAddress } from '../../shared/contract/emailAddress.ts';
import { ApiError, invalidInput } from '../../shared/contract/errors.ts';
import { preferredLanguage } from '../../shared/contract/formLanguages.ts';
import { tooManyRequests } from '../../shared/contract/headers.ts';
import { CONFIRMATION_TESTS_PER_HOUR_MAX } from '../../shared/contract/limits.ts';
import { testConfirmation } from '../../shared/contract/operations/confirmations.ts';
import { composeTest } from '../../shared/deliveries/channels/confirmation/confirmationMessage.ts';
import { createMailClient, Mailer, TEST_CHANNEL } from '../../shared/deliveries/channels/mail/sending/mailer.ts';
import { MailSender } from '../../shared/deliveries/channels/mail/sending/mailSender.ts';
import { type Dependencies, operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { newId } from '../../shared/runtime/newId.ts';
import { confirmationBrake, shownBrake } from '../../shared/storage/confirmations/confirmationHealth.ts';
import { perHour, RateLimits, secondsToNextHour } from '../../shared/storage/counters/rateLimits.ts';
import { ownedEndpoint, requireOwnReplyTo } from '../../shared/storage/endpoints/endpoints.ts';

interface TestDependencies extends Dependencies {
  rateLimits: Pick<RateLimits, 'count'>;
  sender: Pick<MailSender, 'send'>;
}

export const createHandler = serve(
  testConfirmation,
  async ({ params, body, headers, authenticate }, { siteUrl, rateLimits, sender }: TestDependencies) => {
    const { endpoint, brake } = await authenticate({
      endpoint: ownedEndpoint(params.endpointId),
      brake: confirmationBrake(params.endpointId, Date.now()),
    });
    const confirmation = body.confirmation ?? endpoint.confirmation;
    if (!confirmation)
      throw new ApiError('BAD_REQUEST', 'This endpoint has no confirmation: save one, or send it with the request.');
    const tested = { ...endpoint, confirmation };
    requireOwnReplyTo(tested);
    const { recipient } = body;
    if (!endpoint.targetEmails.includes(recipient))
      throw invalidInput('body', ['recipient must be one of targetEmails']);
    if (brake) return { isSent: false, recipient, reason: 'stopped', ...shownBrake(brake) };
    await count(endpoint.id, rateLimits);
    const sample = { id: newId('submission'), language: preferredLanguage(headers['accept-language']) };
    const result = await sender.send(
      { about: sample.id, endpointId: endpoint.id },
      asciiAddress(recipient) ?? recipient,
      () => composeTest(tested, sample, siteUrl),
    );
    return { isSent: result.state === 'sent', recipient, ...(result.state !== 'sent' && { reason: result.reason }) };
  },
);

export const handler = operationFromEnvironment(createHandler, {
  settings: ['confirmationAddress', 'confirmationSet'],
  make: ({ confirmationAddress: senderAddress, confirmationSet: configurationSet }, table) => ({
    rateLimits: new RateLimits(table),
    sender: new MailSender(new Mailer(createMailClient(), { senderAddress, configurationSet, channel: TEST_CHANNEL }), {
      isAtMostOnce: true,
    }),
  }),
});

/** Counts before sending, so that no crash leaves a mail uncounted. */
async function count(endpointId: string, rateLimits: TestDependencies['rateLimits']): Promise<void> {
  const now = Date.now();
  const max = CONFIRMATION_TESTS_PER_HOUR_MAX;
  if (await rateLimits.count(perHour(endpointId, 'confirmationTests', max, now))) return;
  const seconds = secondsToNextHour(now);
  const text = `${max} tests of this endpoint were sent in this hour: try again in ${Math.ceil(seconds / 60)} minutes.`;
  throw tooManyRequests(text, seconds);
}
