import { expect, test } from '@jest/globals';
import { HOPS_MAX } from '../../../../shared/contract/limits.ts';
import { ASKED, type DeliveryEvent, IS_FOR } from '../../../../shared/deliveries/events.ts';
import { CHANNELS } from '../../../../shared/storage/partitions.ts';

const channelsOf = (event: DeliveryEvent['event'], fields: Partial<DeliveryEvent> = {}) => {
  const whole = { event, endpointId: 'enp', about: 'sub', at: 0, isOfSpam: false, hops: 0, ...fields };
  return CHANNELS.filter((channel) => IS_FOR[channel](whole)).sort();
};

test.each<[string, ReturnType<typeof channelsOf>, string[]]>([
  ['a submission', channelsOf('submission.created'), ['confirmation', 'mail', 'webhook']],
  ['a submission held as spam', channelsOf('submission.created', { isOfSpam: true }), ['webhook']],
  [
    'a submission that may be part of a loop',
    channelsOf('submission.created', { hops: HOPS_MAX }),
    ['confirmation', 'mail'],
  ],
  ['the last submission of a chain', channelsOf('submission.created', { hops: HOPS_MAX - 1 }), [...CHANNELS].sort()],
  ['a change', channelsOf('submission.updated'), ['webhook']],
  ['a change in a loop', channelsOf('submission.updated', { hops: HOPS_MAX }), []],
  ['a deletion', channelsOf('submission.deleted'), ['webhook']],
  ['a digest', channelsOf('digest.due'), ['mail']],
  ['a disabled webhook', channelsOf('webhook.disabled'), ['mail']],
  ['a sender who is asked to confirm', channelsOf(ASKED), ['confirmation']],
])('%s is delivered by its channels only', (_what, channels, expected) => {
  expect(channels).toEqual(expected);
});
