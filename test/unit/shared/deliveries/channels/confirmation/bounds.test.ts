import { expect, test } from '@jest/globals';
import { Bounds } from '../../../../../../shared/deliveries/channels/confirmation/bounds.ts';
import {
  CONFIRMATION_DAY_MS,
  CONFIRMATION_HOUR_MS,
  CONFIRMATION_RELEASE_MS,
} from '../../../../../../shared/deliveries/channels/confirmation/confirmationTiming.ts';
import { newId } from '../../../../../../shared/runtime/newId.ts';
import type { CountedConfirmation, Ledger } from '../../../../../../shared/storage/confirmations/confirmationCounts.ts';
import type { StoredEndpoint } from '../../../../../../shared/storage/endpoints/storedEndpoint.ts';
import type { Item } from '../../../../../../shared/storage/table/table.ts';

const NOW = Date.UTC(2026, 0, 1);
const SAME = { deliveryId: 'con_1', mailbox: 'a' };

const counted = (agoMs: number, endpointId = 'enp_1', deliveryId = 'con_2'): CountedConfirmation => ({
  deliveryId,
  endpointId,
  at: NOW - agoMs,
});

interface Circumstances {
  ofMailbox?: CountedConfirmation[];
  ofEndpoint?: CountedConfirmation[];
  settings?: Partial<StoredEndpoint>;
  isNew?: boolean;
  stopped?: Item;
}

function boundsWith({
  ofMailbox = [],
  ofEndpoint = [],
  settings = { allowedOrigins: ['https://a.example'] },
  stopped,
}: Circumstances) {
  const ledger: Ledger = { counted: ofMailbox };
  const state = {
    endpoint: { counted: ofEndpoint, hours: {}, returned: [] },
    mailboxes: new Map([['a', { ledger, isUnsubscribed: false }]]),
    stopped,
  };
  const endpoint = { id: 'enp_1', ...settings } as StoredEndpoint;
  const counts = { replace: async () => Promise.reject(new Error('not counted')) };
  return new Bounds(counts, { endpoint, state, perHourMax: 10 }, () => NOW);
}

const many = (count: number, deliveryId?: string, agoMs = 1) =>
  Array.from({ length: count }, () => counted(agoMs, 'enp_1', deliveryId));

const HOUR_AGO = many(10, undefined, CONFIRMATION_HOUR_MS + CONFIRMATION_RELEASE_MS - 1);

test.each<[string, Circumstances, string | undefined]>([
  ['nothing was sent', {}, undefined],
  ['this endpoint sent one within the hour', { ofMailbox: [counted(CONFIRMATION_HOUR_MS - 1)] }, 'addressPerHour'],
  ['this endpoint sent one an hour ago', { ofMailbox: [counted(CONFIRMATION_HOUR_MS)] }, undefined],
  ['another endpoint sent one', { ofMailbox: [counted(1, 'enp_2')] }, undefined],
  ['this same one was tried', { ofMailbox: [counted(1, 'enp_1', 'con_1')] }, undefined],
  [
    'others sent three within the day',
    { ofMailbox: ['enp_2', 'enp_3', 'enp_4'].map((id) => counted(CONFIRMATION_DAY_MS - 1, id)) },
    'addressPerDay',
  ],
  [
    'others sent two within the day and one before',
    { ofMailbox: [counted(1, 'enp_2'), counted(1, 'enp_3'), counted(CONFIRMATION_DAY_MS, 'enp_4')] },
    undefined,
  ],
  ['the endpoint sent nine', { ofEndpoint: many(9) }, undefined],
  ['the endpoint sent ten', { ofEndpoint: many(10) }, 'endpointPerHour'],
  ['a new one within the minutes that belong to waiting ones', { ofEndpoint: HOUR_AGO }, 'endpointPerHour'],
  ['a waiting one in these minutes', { ofEndpoint: HOUR_AGO, isNew: false }, undefined],
  ['the endpoint sent nine, and tried this one', { ofEndpoint: [...many(9), ...many(1, 'con_1')] }, undefined],
  ['an endpoint open to any script sent four', { ofEndpoint: many(4), settings: {} }, undefined],
  ['an endpoint open to any script sent five', { ofEndpoint: many(5), settings: {} }, 'endpointPerHour'],
])('bounds confirmations to an address: %s', (_what, { isNew = true, ...circumstances }, reason) => {
  expect(boundsWith(circumstances).obstacleTo(SAME, isNew)?.reason).toBe(reason);
});

test('confirmations of a stopped network go out over an hour, so that new bounces hold back the rest', () => {
  const until = NOW + CONFIRMATION_DAY_MS;
  const ends = Array.from({ length: 100 }, () => {
    const bounds = boundsWith({ settings: { id: newId('endpoint') }, stopped: { aa: until } });
    return bounds.putOffUntil('aa', newId('submission', NOW)) ?? 0;
  });
  expect(Math.min(...ends)).toBeGreaterThanOrEqual(until);
  expect(Math.max(...ends)).toBeLessThanOrEqual(until + CONFIRMATION_HOUR_MS);
  expect(Math.max(...ends) - Math.min(...ends)).toBeGreaterThan(CONFIRMATION_HOUR_MS / 2);
});
