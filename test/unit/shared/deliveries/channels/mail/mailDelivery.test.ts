import { expect, test } from '@jest/globals';
import { mailEvent } from '../../../../../../shared/deliveries/channels/mail/mailDelivery.ts';
import { newId } from '../../../../../../shared/runtime/newId.ts';

test('a mail about a submission has the event of a created submission that is not spam', () => {
  const about = newId('submission', 1_000);
  expect(mailEvent({ about, endpointId: 'enp_1' })).toEqual({
    endpointId: 'enp_1',
    about,
    event: 'submission.created',
    at: 1_000,
    isOfSpam: false,
    hops: 0,
  });
});
