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
  withCounted,
} from './confirmationBrakes.ts';
import { asRead, type EndpointLedger, endpointLedgerIn } from './confirmationCounts.ts';
import { confirmationHourKey, confirmationStopKey, endpointLedger, workspaceOfHour } from './confirmationKeys.ts';
import { addAll, between, onlyIf, setAll } from './expressions.ts';
import { ifConditionHolds } from './ifConditionHolds.ts';
import { LAST_PLACE } from './itemKeys.ts';
import type { Lookup } from './lookup.ts';
import { readParts } from './paging.ts';
import { readEach } from './stored.ts';
import type { Item, TableAccess } from './table.ts';

export const CONFIRMATION_COUNT_ATTRIBUTES: readonly string[] = [...Object.keys(HourCounts.shape), 'ttl'];
/** Attributes of an endpoint's ledger that change with a returned confirmation. */
export const RETURNED_ATTRIBUTES: readonly string[] = ['endpointId', 'hours', 'returned', 'stamp', 'ttl'];

const KEPT_S = 2 * 86_400;
/** Ids of returned confirmations that an endpoint's ledger keeps, so that a repeated report does not count. */
const RETURNED_IDS_MAX = 20;
/** Attempts at counting one while the endpoint's ledger changes. */
const RACES_MAX = 10;

/** What puts confirmations off, and its end in milliseconds since 1970. */
export interface Brake {
  scope: BrakeScope;
  until: number;
}

/** A confirmation that was returned. */
export interface ReturnedConfirmation {
  endpointId: string;
  deliveryId: string;
  how: Returned;
}

type HealthTable = Pick<TableAccess, 'get' | 'update' | 'query' | 'transact'>;

/**
 * Counts a confirmation that bounced or was reported as spam, once, for its endpoint and its workspace, and puts off
 * those of the workspace or the service when too many of the last 24 hours did. Those of the endpoint follow from its
 * own counts.
 * @returns the widest brake that is on
 */
export async function addReturnedConfirmation(
  table: HealthTable,
  returned: ReturnedConfirmation,
  now = Date.now(),
): Promise<BrakeScope | undefined> {
  const { hours, workspaceId } = await counted(table, returned, now);
  const workspaces = await countsOfWorkspaces(table, now);
  const ofEndpoint = brakeOf('endpoint', hours, now);
  const ofWorkspace = brakeOf('workspace', workspaces.get(workspaceId ?? '') ?? {}, now);
  const ofService = brakeOf('service', spreadOver(workspaces.values()), now);
  const ends = {
    ...(workspaceId && ofWorkspace && { [workspaceId]: ofWorkspace }),
    ...(ofService && { until: ofService }),
  };
  await stop(table, ends, now);
  if (ofService !== undefined) return 'service';
  return ofWorkspace !== undefined ? 'workspace' : ofEndpoint !== undefined ? 'endpoint' : undefined;
}

/** Counts it unless it was counted. @returns the endpoint's ledger with it */
async function counted(table: HealthTable, { endpointId, deliveryId, how }: ReturnedConfirmation, now: number) {
  const id = `${how} ${deliveryId}`;
  for (let attempt = 1; attempt <= RACES_MAX; attempt++) {
    const before = endpointLedgerIn(await table.get(endpointLedger(endpointId)));
    if (before.returned.includes(id)) return before;
    const after: EndpointLedger = {
      ...before,
      hours: withCounted(before.hours, how, now),
      returned: [...before.returned, id].slice(-RETURNED_IDS_MAX),
    };
    const { hours, returned, workspaceId } = after;
    const changes = { endpointId, hours, returned, stamp: randomUUID(), ttl: expiry(now) };
    const isSpread = workspaceId !== undefined && contributes(before.hours, how, now);
    const isCounted = await ifConditionHolds(
      table.transact([
        {
          Update: {
            Key: endpointLedger(endpointId),
            ...onlyIf(asRead(before), setAll(changes)),
          },
        },
        ...(isSpread ? [{ Update: addition({ workspaceId, name: how, count: 1 }, now) }] : []),
      ]),
    );
    if (isCounted) return after;
  }
  throw new Error(`the confirmations of ${endpointId} kept changing`);
}

/** The counts of the last 24 hours, by workspace. */
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

/** Sets ends of brakes: a workspace's, by its id, and the service's. */
async function stop(table: Pick<TableAccess, 'update'>, ends: Item, now: number): Promise<void> {
  if (Object.keys(ends).length === 0) return;
  await table.update({ Key: confirmationStopKey(), ...setAll({ ...ends, ttl: expiry(now) }), ReturnValues: 'NONE' });
}

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

/** The brake on an endpoint of the caller's workspace. */
export const confirmationBrake = (endpointId: string, now: number): Lookup<Brake | undefined> => ({
  keys: [confirmationStopKey(), endpointLedger(endpointId)],
  from: ([stopped, ledger], { workspaceId }) =>
    brakeOn({ workspaceId, stopped, hours: endpointLedgerIn(ledger).hours }, now),
});

/** A brake in responses. */
export const shownBrake = (brake: Brake | undefined) =>
  brake && { stoppedBy: brake.scope, stoppedUntil: formatTime(new Date(brake.until)) };

export const addSentConfirmations = async (
  table: Pick<TableAccess, 'update'>,
  workspaceId: string,
  count: number,
): Promise<void> => {
  await table.update({ ...addition({ workspaceId, name: 'sent', count }, Date.now()), ReturnValues: 'NONE' });
};

function addition(
  { workspaceId, name, count }: { workspaceId: string; name: keyof HourCounts; count: number },
  now: number,
) {
  const added = addAll({ [name]: count });
  const expiring = setAll({ ttl: expiry(now) });
  return {
    Key: confirmationHourKey(hourOf(now), workspaceId),
    UpdateExpression: `${added.UpdateExpression} ${expiring.UpdateExpression}`,
    ExpressionAttributeNames: { ...added.ExpressionAttributeNames, ...expiring.ExpressionAttributeNames },
    ExpressionAttributeValues: { ...added.ExpressionAttributeValues, ...expiring.ExpressionAttributeValues },
  };
}

const expiry = (now: number): number => Math.floor(now / 1_000) + KEPT_S;
