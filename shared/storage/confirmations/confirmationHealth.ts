import { randomUUID } from 'node:crypto';
import type { BrakeScope } from '../../contract/schemas/confirmations/confirmation.ts';
import { formatTime } from '../../contract/time.ts';
import { addAll, onlyIf, setAll, updateIf } from '../table/expressions.ts';
import { ifConditionHolds } from '../table/ifConditionHolds.ts';
import { type Lookup, readTogether } from '../table/lookup.ts';
import type { ItemKey } from '../table/partitions.ts';
import { readOr } from '../table/stored.ts';
import type { Item, TableAccess, TransactionWrite } from '../table/table.ts';
import type { WrittenFrom } from '../table/written.ts';
import {
  brakeOf,
  type CountsByHour,
  contributes,
  countedHours,
  type HourCounts,
  hourOf,
  isClean,
  type Returned,
  SharedHourCounts,
  SPREAD,
  totalOf,
  withCounted,
} from './confirmationBrakes.ts';
import { asRead, type EndpointLedger, endpointLedgerIn } from './confirmationCounts.ts';
import { confirmationHourKey, confirmationStopKey, endpointLedger, networkLedger } from './confirmationKeys.ts';
import { NETWORK_NAME, NETWORK_NAMES } from './waitingConfirmations.ts';

/** Attributes written when sent confirmations are counted. */
export const SENT_COUNT_ATTRIBUTES = ['sent', 'ttl'] as const;
/** Attributes written to count a returned confirmation: in ledgers, and in counts of workspace and service. */
export const RETURNED_ATTRIBUTES = [
  'endpointId',
  'hours',
  'returned',
  'stamp',
  'bounced',
  'complained',
  'spreadBounced',
  'spreadComplained',
  'ttl',
] as const;

const KEPT_S = 2 * 86_400;
/** Ids of returned confirmations that an endpoint's ledger keeps, so that a repeated report does not count. */
const RETURNED_IDS_MAX = 20;
/** Ends of brakes removed together: an expression of DynamoDB has at most 4 KB, and one with a workspace's id takes 80. */
const REMOVED_MAX = 50;
/** Attempts at counting a bounce while others are counted for the same endpoint, network or workspace. */
const RACES_MAX = 20;

/** The brake that delays confirmations, and its end in milliseconds since 1970. */
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

type HealthTable = Pick<TableAccess, 'get' | 'getAll' | 'update' | 'transact'>;

/** The service's name among the scopes of counts by hour. */
const ALL = 'all';

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
  const { ledger, workspace, service, ofNetwork } = await counted(table, returned, now);
  const { hours, workspaceId = '' } = ledger;
  const ends = {
    service: brakeOf('service', service, now),
    workspace: brakeOf('workspace', workspace, now),
    endpoint: brakeOf('endpoint', hours, now),
  };
  await stop(table, { until: ends.service, [workspaceId]: ends.workspace, [returned.network ?? '']: ofNetwork }, now);
  return (Object.keys(ends) as BrakeScope[]).find((scope) => ends[scope] !== undefined);
}

/**
 * Counts a bounce once, and not if its network is already postponed: a single network cannot stop others.
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
    const ledgers = await Promise.all(keys.map(async (key) => endpointLedgerIn(await table.get(key))));
    const [ledger, ofNetworkBefore] = ledgers as [EndpointLedger, EndpointLedger?];
    const { workspaceId, returned } = ledger;
    const { workspace, spread, service } = await readHours(table, workspaceId, now);
    // Confirmations per network are not counted: assumes an even share.
    const sent = totalOf(service, 'sent', now) / NETWORK_NAMES;
    const ofNetwork = brakeOf('network', ofNetworkBefore?.hours ?? {}, now, sent);
    if (ofNetwork !== undefined || ledger.returned.includes(id)) return { ledger, workspace, service, ofNetwork };
    const isSpread = workspaceId !== undefined && contributes('endpoint', ledger.hours, how, now);
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
          } satisfies WrittenFrom<typeof RETURNED_ATTRIBUTES>),
        ),
      },
    });
    const additions = isSpread ? returnedTo(workspaceId, how, spread, now) : [];
    await ifConditionHolds(table.transact([...ledgers.map(write), ...additions]));
  }
  throw new Error(`the confirmations of ${endpointId} kept changing`);
}

/** Counts a bounce for its workspace, and for the service unless the workspace has contributed its share. */
function returnedTo(workspaceId: string, how: Returned, spread: CountsByHour, now: number): TransactionWrite[] {
  if (!contributes('workspace', spread, how, now)) return [{ Update: addition(workspaceId, { [how]: 1 }, now) }];
  const before = spread[hourOf(now)]?.[how] ?? 0;
  // The second of two concurrent ones reads again: together they could exceed the share.
  const unchanged = {
    ConditionExpression: before > 0 ? '#spread = :spread' : 'attribute_not_exists(#spread)',
    ExpressionAttributeNames: { '#spread': SPREAD[how] },
    ...(before > 0 && { ExpressionAttributeValues: { ':spread': before } }),
  };
  return [
    { Update: onlyIf(unchanged, addition(workspaceId, { [how]: 1, [SPREAD[how]]: 1 }, now)) },
    { Update: addition(ALL, { [how]: 1 }, now) },
  ];
}

/**
 * Reads the counts of the last 24 hours, at most 48 items of less than 200 bytes.
 * @returns those of the workspace, how many of its returned ones count for the service, and those of the service
 */
async function readHours(table: Pick<HealthTable, 'get' | 'getAll'>, workspaceId: string | undefined, now: number) {
  const hours = countedHours(now);
  const scopes = [ALL, ...(workspaceId === undefined ? [] : [workspaceId])];
  const keys = scopes.flatMap((scope) => hours.map((hour) => confirmationHourKey(hour, scope)));
  const itemAt = await readTogether(table, keys);
  const countsOf = (scope: string | undefined) =>
    hours.flatMap((hour) => {
      const key = confirmationHourKey(hour, scope ?? '');
      const item = itemAt(key);
      const counts = item && readOr(() => SharedHourCounts.parse(item), key);
      return counts ? [[hour, counts] as const] : [];
    });
  const ofWorkspace = countsOf(workspaceId);
  const spread = ofWorkspace.map(
    ([hour, { spreadBounced: bounced, spreadComplained: complained }]) =>
      [hour, { sent: 0, bounced, complained }] as const,
  );
  return {
    workspace: Object.fromEntries<HourCounts>(ofWorkspace),
    spread: Object.fromEntries<HourCounts>(spread),
    service: Object.fromEntries<HourCounts>(countsOf(ALL)),
  };
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

/** The number of networks with confirmations deferred at all endpoints; undefined for none. */
export const stoppedNetworks = (now: number): Lookup<number | undefined> => ({
  keys: [confirmationStopKey()],
  from: ([stopped = {}]) =>
    Object.keys(stopped).filter((name) => NETWORK_NAME.test(name) && networkStoppedUntil(stopped, name) > now).length ||
    undefined,
});

export const shownBrake = (brake: Brake | undefined) =>
  brake && { stoppedBy: brake.scope, stoppedUntil: formatTime(new Date(brake.until)) };

/** Counts sent confirmations of each workspace, and of the service. */
export async function addSentConfirmations(
  table: Pick<TableAccess, 'update'>,
  sent: ReadonlyMap<string, number>,
): Promise<void> {
  const now = Date.now();
  const all = [...sent.values()].reduce((sum, count) => sum + count, 0);
  if (all === 0) return;
  const counts = [...sent, [ALL, all] as const];
  await Promise.all(
    counts.map(([scope, count]) => table.update({ ...addition(scope, { sent: count }, now), ReturnValues: 'NONE' })),
  );
}

const addition = (scope: string, counts: Record<string, number>, now: number) => ({
  Key: confirmationHourKey(hourOf(now), scope),
  ...addAll(counts, { ttl: expiry(now) }),
});

const expiry = (now: number): number => Math.floor(now / 1_000) + KEPT_S;
