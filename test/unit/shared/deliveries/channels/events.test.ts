import { expect, test } from '@jest/globals';
import { HOPS_MAX } from '../../../../../shared/contract/limits.ts';
import { CHANNEL_EVENTS } from '../../../../../shared/deliveries/channels/channelEvents.ts';
import { ASKED, RELEASE } from '../../../../../shared/deliveries/channels/confirmation/confirmationEvents.ts';
import { digestAt } from '../../../../../shared/deliveries/channels/mail/digests/digestId.ts';
import { switchOffId } from '../../../../../shared/deliveries/channels/mail/switchOff/switchOffId.ts';
import type { DeliveryEvent } from '../../../../../shared/deliveries/events.ts';
import { newId } from '../../../../../shared/runtime/newId.ts';
import { CHANNELS } from '../../../../../shared/storage/table/partitions.ts';

const ENDPOINT = newId('endpoint');
const DIGEST = digestAt(ENDPOINT, 0).id;
const TIME = '2026-01-01 00:00:00.000000';
const SWITCH_OFF = switchOffId(newId('webhook'), { createdAt: TIME, disabledAt: TIME });

const channelsOf = (event: DeliveryEvent['event'], fields: Partial<DeliveryEvent> = {}) => {
  const whole = { event, endpointId: ENDPOINT, about: newId('submission'), at: 0, isOfSpam: false, hops: 0, ...fields };
  return CHANNELS.filter((channel) => CHANNEL_EVENTS[channel].isAbout(whole)).sort();
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
  ['a digest', channelsOf('digest.due', { about: DIGEST }), ['mail']],
  ['a disabled webhook', channelsOf('webhook.disabled', { about: SWITCH_OFF }), ['mail']],
  ['a sender who is asked to confirm', channelsOf(ASKED), ['confirmation']],
  ['the end of a wait', channelsOf(RELEASE, { about: ENDPOINT }), ['confirmation']],
  ['a submission with a malformed id', channelsOf('submission.created', { about: DIGEST }), []],
  ['a deletion with a malformed id', channelsOf('submission.deleted', { about: 'sub' }), []],
  ['a digest with a malformed id', channelsOf('digest.due'), []],
  ['a disabled webhook with a malformed id', channelsOf('webhook.disabled', { about: DIGEST }), []],
  ['a question with a malformed id', channelsOf(ASKED, { about: ENDPOINT }), []],
  ['the end of a wait with a malformed id', channelsOf(RELEASE), []],
  ['an unknown event', channelsOf('submission.printed'), []],
])('%s is delivered by its channels only', (_what, channels, expected) => {
  expect(channels).toEqual(expected);
});
