import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { newId } from '../../../../../shared/runtime/newId.ts';
import { type CountsByHour, withCounted } from '../../../../../shared/storage/confirmations/confirmationBrakes.ts';
import { endpointLedgerIn } from '../../../../../shared/storage/confirmations/confirmationCounts.ts';
import {
  addReturnedConfirmation,
  addSentConfirmations,
  brakeOn,
  networkStoppedUntil,
} from '../../../../../shared/storage/confirmations/confirmationHealth.ts';
import {
  confirmationHourKey,
  confirmationStopKey,
  endpointLedger,
} from '../../../../../shared/storage/confirmations/confirmationKeys.ts';
import { MemoryItems } from '../../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../../support/simulator/memoryTable.ts';

const HOUR_MS = 3_600_000;
let now: number;
let table: MemoryTable;
let next = 0;

beforeEach(() => {
  now = Date.parse('2026-01-01T12:30:00Z');
  jest.spyOn(Date, 'now').mockImplementation(() => now);
  table = new MemoryTable(new MemoryItems());
});

const workspaceOf = (endpointId: string): string => `ws_${endpointId.split('.')[0]}`;

/** Sends from an endpoint, whose name starts with its workspace's. */
async function send(endpointId: string, count: number): Promise<void> {
  const { stamp: _stamp, ...ledger } = endpointLedgerIn(await table.get(endpointLedger(endpointId)));
  let { hours } = ledger as { hours: CountsByHour };
  for (let i = 0; i < count; i++) hours = withCounted(hours, 'sent', now);
  const changed = { ...ledger, hours, stamp: String(next++), workspaceId: workspaceOf(endpointId) };
  await table.put({ ...endpointLedger(endpointId), ...changed }, {});
  await addSentConfirmations(table, new Map([[workspaceOf(endpointId), count]]));
}

const bounce = (network: string, i: number) =>
  addReturnedConfirmation(table, { endpointId: 'a.1', deliveryId: `${network}${i}`, how: 'bounced', network });

async function returned(endpointId: string, how: 'bounced' | 'complained', times: number) {
  const scopes: (string | undefined)[] = [];
  for (let i = 0; i < times; i++)
    scopes.push(await addReturnedConfirmation(table, { endpointId, deliveryId: `sub_${next++}`, how }));
  return scopes;
}

async function brake(endpointId: string) {
  const { hours } = endpointLedgerIn(await table.get(endpointLedger(endpointId)));
  const stopped = await table.get(confirmationStopKey());
  return brakeOn({ workspaceId: workspaceOf(endpointId), hours, stopped }, now);
}
const stoppedUntil = async (network: string) => networkStoppedUntil(await table.get(confirmationStopKey()), network);
const scopeOn = async (endpointId: string) => (await brake(endpointId))?.scope;
const none = (times: number) => Array<undefined>(times).fill(undefined);

describe('Confirmations', () => {
  test.each([
    ['bounced', 140, 6],
    ['bounced', 4, 4],
    ['complained', 3_000, 2],
    ['complained', 10, 1],
  ] as const)(
    'of an endpoint that %s are postponed beyond a share and a minimum: of %d, after more than %d',
    async (how, sent, allowed) => {
      await send('a.1', sent);
      await send('a.2', 10_000);
      expect(await returned('a.1', how, allowed + 1)).toEqual([...none(allowed), 'endpoint']);
      expect(await brake('a.1')).toEqual({ scope: 'endpoint', until: Date.parse('2026-01-02T12:00:00Z') });
      expect(await scopeOn('a.2')).toBeUndefined();
      now = Date.parse('2026-01-02T12:00:00Z');
      expect(await scopeOn('a.1')).toBeUndefined();
    },
  );

  test('bounces of one endpoint count towards its workspace up to a limit: two endpoints stop it', async () => {
    await send('a.1', 50);
    await send('a.2', 50);
    await send('b.1', 1_000);
    await returned('a.1', 'bounced', 40);
    expect(await scopeOn('a.2')).toBeUndefined();
    expect((await returned('a.2', 'bounced', 5)).at(-1)).toBe('workspace');
    await send('a.3', 1);
    expect([await scopeOn('a.3'), await scopeOn('b.1')]).toEqual(['workspace', undefined]);
  });

  test('bounces of one workspace count towards the service up to a limit: three stop it, except for endpoints without bounces', async () => {
    for (const workspace of ['a', 'b', 'c', 'd']) for (const form of [1, 2, 3]) await send(`${workspace}.${form}`, 40);
    await returned('d.1', 'bounced', 1);
    for (const form of ['a.1', 'a.2', 'a.3', 'b.1', 'b.2', 'b.3']) await returned(form, 'bounced', 30);
    expect(await scopeOn('d.1')).toBeUndefined();
    for (const form of ['c.1', 'c.2']) await returned(form, 'bounced', 5);
    expect([await scopeOn('d.1'), await scopeOn('d.2')]).toEqual(['service', undefined]);
    expect((await returned('d.2', 'bounced', 1))[0]).toBe('service');
    expect(await scopeOn('d.2')).toBe('service');
  });

  test('of other workspaces are still stopped if the counts of one cannot be read', async () => {
    jest.spyOn(console, 'error').mockReturnValue(undefined);
    const hour = new Date(now).toISOString().slice(0, 13);
    await table.put({ ...confirmationHourKey(hour, 'ws_broken'), sent: { is: 'broken' } }, {});
    for (const form of ['a.1', 'a.2', 'a.3']) await send(form, 20);
    for (const form of ['a.1', 'a.2', 'a.3']) await returned(form, 'bounced', 5);
    expect(await scopeOn('a.4')).toBe('workspace');
  });

  test.each([
    ['bounced', 4],
    ['complained', 1],
  ] as const)(
    'of one network that %s count up to a limit of %d for all others, and are put off beyond it',
    async (how, max) => {
      for (const workspace of ['a', 'b', 'c', 'd']) for (const form of [1, 2, 3]) await send(`${workspace}.${form}`, 1);
      for (let i = 0; i < 99; i++) {
        const endpointId = `${['a', 'b', 'c', 'd'][i % 4]}.${(i % 3) + 1}`;
        const report = { endpointId, deliveryId: `sub_${i}`, how, network: 'aa' };
        expect(await addReturnedConfirmation(table, report)).toBeUndefined();
        expect((await stoppedUntil('aa')) > now).toBe(i >= max - 1);
      }
      for (const form of ['a.1', 'b.2', 'c.3']) expect(await scopeOn(form)).toBeUndefined();
      expect(await stoppedUntil('ab')).toBe(0);
      now += 24 * HOUR_MS;
      expect(await stoppedUntil('aa')).toBeLessThan(now);
    },
  );

  test('of one network count up to its limit, however many are reported at once', async () => {
    await send('a.1', 1);
    await Promise.all(Array.from({ length: 30 }, (_, i) => bounce('aa', i)));
    expect(endpointLedgerIn(await table.get(endpointLedger('a.1'))).returned).toHaveLength(4);
  });

  test('of a network are not postponed for fewer bounces than its even share of all mails allows', async () => {
    await addSentConfirmations(table, new Map([['ws_a', 1_024 * 200]]));
    for (let i = 0; i < 10; i++) {
      expect(await stoppedUntil('aa')).toBe(0);
      await bounce('aa', i);
    }
    expect(await stoppedUntil('aa')).toBeGreaterThan(now);
  });

  test('clear many expired brakes in expressions within DynamoDB’s 4 KB', async () => {
    const over = Array.from({ length: 2 * 50 }, () => [newId('workspace'), now - 1]);
    await table.put({ ...confirmationStopKey(), ...Object.fromEntries(over) }, {});
    const updates = jest.spyOn(table, 'update');
    for (let i = 0; i < 5; i++) await bounce('aa', i);
    expect(Object.keys((await table.get(confirmationStopKey())) ?? {}).toSorted()).toEqual(['PK', 'SK', 'aa', 'ttl']);
    const expressions = updates.mock.calls.flatMap(([input]) =>
      Object.entries(input).flatMap(([name, value]) => (name.endsWith('Expression') ? [String(value)] : [])),
    );
    expect(Math.max(...expressions.map(({ length }) => length))).toBeLessThanOrEqual(4_096);
  });

  test('are judged by a bounded number of reads, however many workspaces send', async () => {
    for (let i = 0; i < 200; i++) await send(`${i}.1`, 1);
    const read = jest.spyOn(table, 'getAll');
    await returned('0.1', 'bounced', 1);
    expect(Math.max(...read.mock.calls.map(([keys]) => keys.length))).toBe(48);
    expect(read.mock.calls).toHaveLength(2);
    expect(jest.spyOn(table, 'query')).not.toHaveBeenCalled();
  });

  test('of one workspace count for the service up to its share, however many are reported at once', async () => {
    const forms = Array.from({ length: 12 }, (_, i) => `a.${i}`);
    for (const form of forms) await send(form, 1);
    await Promise.all(forms.map((form) => returned(form, 'bounced', 1)));
    const service = await table.get(confirmationHourKey('2026-01-01T12', 'all'));
    expect(service).toMatchObject({ sent: 12, bounced: 10 });
  });

  test('of a workspace that sends many are not postponed for a share below the limit', async () => {
    await send('a.3', 1_000);
    for (const form of ['a.1', 'a.2', 'a.4']) await returned(form, 'bounced', 4);
    expect(await scopeOn('a.3')).toBeUndefined();
  });

  test('are counted once, however often their bounce is reported, despite any crash', async () => {
    await send('a.1', 10);
    const report = { endpointId: 'a.1', deliveryId: 'sub_same', how: 'bounced' } as const;
    const dying = { ...bound(table), getAll: async () => Promise.reject(new Error('died')) };
    await expect(addReturnedConfirmation(dying, report)).rejects.toThrow('died');
    for (let i = 0; i < 9; i++) expect(await addReturnedConfirmation(table, report)).toBeUndefined();
    expect((await returned('a.1', 'bounced', 4)).at(-1)).toBe('endpoint');
  });

  test('are counted without an endpoint’s ledger, and kept for two days', async () => {
    expect((await returned('a.1', 'bounced', 5)).at(-1)).toBe('endpoint');
    expect((await table.get(endpointLedger('a.1')))?.ttl).toBe(now / 1_000 + 2 * 86_400);
  });

  test('are judged by the last 24 hours', async () => {
    await send('a.1', 10);
    await returned('a.1', 'bounced', 4);
    now += 26 * HOUR_MS;
    expect(await returned('a.1', 'bounced', 4)).toEqual(none(4));
  });
});

const bound = (of: MemoryTable) => ({
  get: of.get.bind(of),
  update: of.update.bind(of),
  getAll: of.getAll.bind(of),
  transact: of.transact.bind(of),
});
