import { randomUUID } from 'node:crypto';
import type { BrakeScope } from '../contract/schemas/confirmation.ts';
import { formatTime } from '../contract/time.ts';
import {
  brakeOf,
  type CountsByHour,
  contributes,
  countedHours,
  HourCounts,
  hourOf,
  isClean,
  type Returned,
  spreadOver,
  totalOf,
  withCounted,
} from './confirmationBrakes.ts';
import { asRead, type EndpointLedger, endpointLedgerIn } from './confirmationCounts.ts';
import {
  confirmationHourKey,
  confirmationStopKey,
  endpointLedger,
  networkLedger,
  workspaceOfHour,
} from './confirmationKeys.ts';
import { addAll, between, onlyIf, setAll, updateIf } from './expressions.ts';
import { ifConditionHolds } from './ifConditionHolds.ts';
import { LAST_PLACE } from './itemKeys.ts';
import type { Lookup } from './lookup.ts';
import { readParts } from './paging.ts';
import type { ItemKey } from './partitions.ts';
import { readEach } from './stored.ts';
import type { Item, TableAccess } from './table.ts';
import { NETWORK_NAME, NETWORK_NAMES } from './waitingConfirmations.ts';

export const CONFIRMATION_COUNT_ATTRIBUTES: readonly string[] = [...Object.keys(HourCounts.shape), 'ttl'];
/** Attributes of an endpoint's ledger that change with a returned confirmation. */
export const RETURNED_ATTRIBUTES: readonly string[] = ['endpointId', 'hours', 'returned', 'stamp', 'ttl'];

const KEPT_S = 2 * 86_400;
/** Ids of returned confirmations that an endpoint's ledger keeps, so that a repeated report does not count. */
const RETURNED_IDS_MAX = 20;
/** Ends of brakes removed together: an expression of DynamoDB has at most 4 KB, and one with a workspace's id takes 80. */
const REMOVED_MAX = 50;
/** Attempts at counting one while the endpoint's ledger changes. */
const RACES_MAX = 10;

/** What puts confirmations off, and its end in milliseconds since 1970. */
export interface Brake {
  scope: BrakeScope;
  until: number;
}

export interface ReturnedConfirmation {
  endpointId: string;
  deliveryId: string;
  how: Returned;
  network?: string | undefined;
}

type HealthTable = Pick<TableAccess, 'get' | 'update' | 'query' | 'transact'>;

/**
 * Counts a confirmation that bounced or was reported as spam, once, for its network, its endpoint and its workspace, and
 * puts off those of the network, the workspace or the service when too many of the last 24 hours did. Those of the
 * endpoint follow from its own counts.
 * @returns the widest brake that is on
 */
export async function addReturnedConfirmation(
  table: HealthTable,
  returned: ReturnedConfirmation,
  now = Date.now(),
): Promise<BrakeScope | undefined> {
  const { ledger, workspaces, service, ofNetwork } = await counted(table, returned, now);
  const { hours, workspaceId = '' } = ledger;
  const ends = {
    service: brakeOf('service', service, now),
    workspace: brakeOf('workspace', workspaces.get(workspaceId) ?? {}, now),
    endpoint: brakeOf('endpoint', hours, now),
  };
  await stop(table, { until: ends.service, [workspaceId]: ends.workspace, [returned.network ?? '']: ofNetwork }, now);
  return (Object.keys(ends) as BrakeScope[]).find((scope) => ends[scope] !== undefined);
}

/**
 * Counts it unless it was counted, or its network is put off already: one network alone puts nobody else off.
 * @returns the counts with it, and the end of its network's brake
 */
async function counted(
  table: HealthTable,
  { endpointId, deliveryId, how, network }: ReturnedConfirmation,
  now: number,
) {
  const id = `${how} ${deliveryId}`;
  const keys = [endpointLedger(endpointId), ...(network === undefined ? [] : [networkLedger(network)])];
  for (let attempt = 1; attempt <= RACES_MAX; attempt++) {
    const workspaces = await countsOfWorkspaces(table, now);
    const service = spreadOver(workspaces.values());
    const ledgers = await Promise.all(keys.map(async (key) => endpointLedgerIn(await table.get(key))));
    const [ledger, ofNetworkBefore] = ledgers as [EndpointLedger, EndpointLedger?];
    // How many were sent for a network is not counted: an even share stands for it.
    const sent = totalOf(service, 'sent', now) / NETWORK_NAMES;
    const ofNetwork = brakeOf('network', ofNetworkBefore?.hours ?? {}, now, sent);
    if (ofNetwork !== undefined || ledger.returned.includes(id)) return { ledger, workspaces, service, ofNetwork };
    const { workspaceId, returned } = ledger;
    const isSpread = workspaceId !== undefined && contributes(ledger.hours, how, now);
    const changes = { endpointId, returned: [...returned, id].slice(-RETURNED_IDS_MAX) };
    const write = (before: EndpointLedger, i: number) => ({
      Update: {
        Key: keys[i] as ItemKey,
        ...onlyIf(
          asRead(before),
          setAll({
            ...(i === 0 && changes),
            hours: withCounted(before.hours, how, now),
            stamp: randomUUID(),
            ttl: expiry(now),
          }),
        ),
      },
    });
    const spread = isSpread ? [{ Update: addition({ workspaceId, name: how, count: 1 }, now) }] : [];
    await ifConditionHolds(table.transact([...ledgers.map(write), ...spread]));
  }
  throw new Error(`the confirmations of ${endpointId} kept changing`);
}

async function countsOfWorkspaces(table: Pick<TableAccess, 'query'>, now: number): Promise<Map<string, CountsByHour>> {
  const [from, to] = countedHours(now);
  const { PK, SK: last } = confirmationHourKey(to, LAST_PLACE);
  const query = between(PK, [confirmationHourKey(from, '').SK, last]);
  const found = new Map<string, Record<string, HourCounts>>();
  for await (const { items } of readParts((continuation) => table.query({ ...query, ...continuation }))) {
    const { read } = readEach(items, ({ SK, ...item }) => ({
      ...workspaceOfHour(String(SK)),
      of: HourCounts.parse(item),
    }));
    for (const { hour, workspaceId, of } of read) found.set(workspaceId, { ...found.get(workspaceId), [hour]: of });
  }
  return found;
}

/** Sets ends of brakes by name, and removes those that are over. */
async function stop(table: HealthTable, ends: Record<string, number | undefined>, now: number): Promise<void> {
  const Key = confirmationStopKey();
  const set = Object.fromEntries(Object.entries(ends).filter(([name, end]) => name !== '' && end !== undefined));
  if (Object.keys(set).length === 0) return;
  const after = await table.update({ Key, ...setAll({ ...set, ttl: expiry(now) }), ReturnValues: 'ALL_NEW' });
  const { PK: _PK, SK: _SK, ttl: _ttl, ...all } = after ?? {};
  const isOver = ([, end]: [string, unknown]) => Number(end) <= now;
  const over = Object.fromEntries(Object.entries(all).filter(isOver).slice(0, REMOVED_MAX));
  const removed = Object.fromEntries(Object.keys(over).map((name) => [name, null]));
  if (Object.keys(over).length > 0) await ifConditionHolds(table.update(updateIf(Key, over, removed)));
}

/** When the confirmations of a network are sent again, in milliseconds since 1970; 0 if nothing puts them off. */
export const networkStoppedUntil = (stopped: Item | undefined, network: string | undefined): number =>
  Number((network && stopped?.[network]) || 0);

/** The brake that puts an endpoint's confirmations off for longest. One for the service spares endpoints without any. */
export function brakeOn(
  { workspaceId, hours, stopped = {} }: { workspaceId: string; hours: CountsByHour; stopped: Item | undefined },
  now: number,
): Brake | undefined {
  const ends: Record<BrakeScope, unknown> = {
    endpoint: brakeOf('endpoint', hours, now),
    workspace: stopped[workspaceId],
    service: isClean(hours, now) ? 0 : stopped.until,
  };
  return (Object.entries(ends) as [BrakeScope, unknown][])
    .map(([scope, until]) => ({ scope, until: Number(until ?? 0) }))
    .filter(({ until }) => until > now)
    .sort((a, b) => b.until - a.until)[0];
}

export const confirmationBrake = (endpointId: string, now: number): Lookup<Brake | undefined> => ({
  keys: [confirmationStopKey(), endpointLedger(endpointId)],
  from: ([stopped, ledger], { workspaceId }) =>
    brakeOn({ workspaceId, stopped, hours: endpointLedgerIn(ledger).hours }, now),
});

/** How many networks' confirmations are put off at all endpoints; undefined for none. */
export const stoppedNetworks = (now: number): Lookup<number | undefined> => ({
  keys: [confirmationStopKey()],
  from: ([stopped = {}]) =>
    Object.keys(stopped).filter((name) => NETWORK_NAME.test(name) && networkStoppedUntil(stopped, name) > now).length ||
    undefined,
});

export const shownBrake = (brake: Brake | undefined) =>
  brake && { stoppedBy: brake.scope, stoppedUntil: formatTime(new Date(brake.until)) };

export const addSentConfirmations = async (
  table: Pick<TableAccess, 'update'>,
  workspaceId: string,
  count: number,
): Promise<void> => {
  await table.update({ ...addition({ workspaceId, name: 'sent', count }, Date.now()), ReturnValues: 'NONE' });
};

const addition = (
  { workspaceId, name, count }: { workspaceId: string; name: keyof HourCounts; count: number },
  now: number,
) => ({ Key: confirmationHourKey(hourOf(now), workspaceId), ...addAll({ [name]: count }, { ttl: expiry(now) }) });

const expiry = (now: number): number => Math.floor(now / 1_000) + KEPT_S;
