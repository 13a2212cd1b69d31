import { expect, test } from '@jest/globals';
import { WaitingList } from '../../../../../../shared/deliveries/channels/confirmation/waitingList.ts';
import type { DeliveryMessage } from '../../../../../../shared/deliveries/messages.ts';
import { newId } from '../../../../../../shared/runtime/newId.ts';
import {
  WAITING_PER_NETWORK_MAX,
  type WaitingConfirmation,
  WaitingConfirmations,
} from '../../../../../../shared/storage/confirmations/waitingConfirmations.ts';
import { MemoryItems } from '../../../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../../../support/simulator/memoryTable.ts';

const HOUR_MS = 3_600_000;
const NOW = Date.parse('2026-01-01T00:00:00Z');
const ENDPOINT = { id: newId('endpoint', NOW), workspaceId: 'ws_1' };
const IN_AN_HOUR = { until: NOW + HOUR_MS, endsAt: NOW + 24 * HOUR_MS };

test('a confirmation that is held back again while it is being released stays on the list', async () => {
  const waiting = new WaitingConfirmations(new MemoryTable(new MemoryItems()));
  const deliveryId = newId('submission', NOW);
  const room = { network: '00', deliveryId, rank: 0 };
  // Another instance serves the message before the release ends, and cannot send yet.
  const send = async (_lane: string, { serve }: DeliveryMessage) => {
    if (serve) await list.add(ENDPOINT, (await list.roomAt(ENDPOINT.id)(room)) ?? room, IN_AN_HOUR);
  };
  const list = new WaitingList({ waiting, queues: { send }, now: () => NOW });
  await list.add(ENDPOINT, room, IN_AN_HOUR);
  await list.release(ENDPOINT, { free: 1, nextAt: NOW + HOUR_MS, isPutOff: () => false });
  expect(await waiting.list(ENDPOINT.id)).toMatchObject([{ deliveryId }]);
});

test('a confirmation that is due keeps its turn, even if its network already has the most waiting', async () => {
  const waiting = new WaitingConfirmations(new MemoryTable(new MemoryItems()));
  const list = new WaitingList({ waiting, queues: { send: async () => undefined }, now: () => NOW });
  const roomFor = list.roomAt(ENDPOINT.id);
  for (let i = 0; i <= WAITING_PER_NETWORK_MAX; i++) {
    const room = await roomFor({ network: '00', deliveryId: newId('submission', NOW) });
    if (room) await list.add(ENDPOINT, room, IN_AN_HOUR);
    else expect(i).toBe(WAITING_PER_NETWORK_MAX);
  }
  const released = { network: '00', deliveryId: newId('submission', NOW), hadTurn: true };
  expect(await list.roomAt(ENDPOINT.id)(released)).toMatchObject({ rank: 0 });
});

test('a postponed confirmation stays on the list without taking another’s turn', async () => {
  const waiting = new WaitingConfirmations(new MemoryTable(new MemoryItems()));
  const list = new WaitingList({ waiting, queues: { send: async () => undefined }, now: () => NOW });
  for (const [i, network] of ['00', '01'].entries())
    await list.add(ENDPOINT, { network, deliveryId: newId('submission', NOW + i), rank: 0 }, IN_AN_HOUR);
  const isPutOff = ({ network }: WaitingConfirmation) => network === '00';
  await list.release(ENDPOINT, { free: 1, nextAt: NOW + HOUR_MS, isPutOff });
  expect((await waiting.list(ENDPOINT.id)).map(({ network }) => network)).toEqual(['00']);
});
