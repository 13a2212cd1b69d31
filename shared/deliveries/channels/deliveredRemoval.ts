import * as z from 'zod/mini';
import { TRANSACTION_ITEMS_MAX } from '../../runtime/awsLimits.ts';
import {
  confirmationKey,
  deliveryIdsBetween,
  mailKey,
  webhookDeliveryKey,
} from '../../storage/deliveries/deliveryKeys.ts';
import { countRemoved, KEEPING_ATTRIBUTES, keepingUnchanged } from '../../storage/endpoints/keeping.ts';
import { StoredEndpoint } from '../../storage/endpoints/storedEndpoint.ts';
import { between, hasValues, inPartition, selectingNamed } from '../../storage/table/expressions.ts';
import { ifConditionHolds } from '../../storage/table/ifConditionHolds.ts';
import {
  endpointKey,
  placeAtTime,
  submissionIdOf,
  submissionKey,
  submissionSortKeysWithin,
  submittedAt,
} from '../../storage/table/itemKeys.ts';
import { joined, readParts } from '../../storage/table/paging.ts';
import type { ItemKey } from '../../storage/table/partitions.ts';
import { readEach, readStored } from '../../storage/table/stored.ts';
import type { Item, TableAccess, TransactionWrite } from '../../storage/table/table.ts';
import { StoredWebhook } from '../../storage/webhooks/storedWebhook.ts';
import { WEBHOOK_SORT_PREFIX, webhookKey } from '../../storage/webhooks/webhookKeys.ts';
import { recipientsOf } from './mail/recipients.ts';
import { deliveryIdFor } from './webhook/deliveryId.ts';

/** Removes submissions of endpoints with `keep: untilDelivered` before they are due, once their deliveries have ended. */

const HOUR_MS = 3_600_000;
/**
 * Hours after its hour of arrival in which a submission is looked at. Not sooner, since the mail budget and duplicates
 * depend on the submissions of the last hour; ever more rarely, so that each costs at most six looks.
 */
const LOOKS_H = [3, 5, 9, 17, 33, 65];
/** Submissions looked at per message, which takes seconds: then another endpoint gets its turn. */
const LOOKED_AT_MAX = 500;
const PER_PAGE = 50;
/**
 * Writes of a transaction besides the endpoint's condition and the count. A submission's fit: its removal, and conditions
 * on 50 mails, 10 webhook events and its confirmations. One with more, after changes of recipients, waits until it is
 * due. At least half of the writes are conditions, so the largest submissions stay within DynamoDB's 4 MB.
 */
const WRITES_MAX = TRANSACTION_ITEMS_MAX - 2;

const TARGETS = { emailNotifications: true, targetEmails: true, confirmation: true, keep: true } as const;
const Targets = z.pick(StoredEndpoint, TARGETS);
const Webhook = z.pick(StoredWebhook, { id: true, isEnabled: true, events: true });

/** Attributes read to learn whether deliveries have ended. */
export const TARGET_ATTRIBUTES = [...new Set([...Object.keys(TARGETS), ...KEEPING_ATTRIBUTES])];
export const WEBHOOK_TARGET_ATTRIBUTES = Object.keys(Webhook.shape);
export const ENDING_ATTRIBUTES = ['about', 'state'] as const;

/** A range of sort keys of submissions. */
export type LookedAt = readonly [from: string, to: string];

/** The submissions to look at in an hour, by their hours of arrival. */
export function looksAt(nowMs: number): LookedAt[] {
  const hourMs = nowMs - (nowMs % HOUR_MS);
  return LOOKS_H.map((hours) => {
    const fromMs = hourMs - hours * HOUR_MS;
    return submissionSortKeysWithin(placeAtTime(fromMs), placeAtTime(fromMs + HOUR_MS));
  });
}

/**
 * Removes the submissions of a range whose deliveries have ended. Each is removed and counted in a transaction that
 * requires these ends: a replay that starts meanwhile keeps it. Repeatable; may be interrupted.
 * @returns how many, and the rest of the range
 */
export async function removeDelivered(
  table: TableAccess,
  endpointId: string,
  range: LookedAt,
  mayContinue: () => boolean,
  now: () => number = Date.now,
): Promise<{ removed: number; rest?: LookedAt }> {
  const Key = endpointKey(endpointId);
  const endpoint = await table.get(Key, ['PK', ...TARGET_ATTRIBUTES]);
  if (endpoint?.keep !== 'untilDelivered') return { removed: 0 };
  const targets = await targetsOf(table, endpointId, endpoint);
  const unchanged = keepingUnchanged(endpointId, endpoint);
  const remove = async (some: TransactionWrite[][]): Promise<number> => {
    if (some.length === 0) return 0;
    const counted = countRemoved(endpointId, now(), some.length);
    if (await ifConditionHolds(table.transact([unchanged, counted, ...some.flat()]))) return some.length;
    // One that changed since it was read does not keep the others.
    const half = some.length >> 1;
    return half === 0 ? 0 : (await remove(some.slice(0, half))) + (await remove(some.slice(half)));
  };
  const page = selectHeld({ ...between(Key.PK, range), Limit: PER_PAGE, ConsistentRead: false });
  let [removed, looked] = [0, 0];
  for await (const { items, next } of readParts((continuation) => table.query({ ...page, ...continuation }))) {
    const ids = items.filter(({ isHeld }) => isHeld !== true).map((item) => submissionIdOf(item as ItemKey));
    for (const some of inTransactions(await endedOf(table, targets, ids))) removed += await remove(some);
    looked += items.length;
    if (next && (looked >= LOOKED_AT_MAX || !mayContinue())) return { removed, rest: [`${next.SK}!`, range[1]] };
  }
  return { removed };
}

const selectHeld = selectingNamed(['SK', 'isHeld']);

interface Targets {
  endpointId: string;
  webhookIds: string[];
  /** Records without which a submission's deliveries have not all been planned. */
  neededOf(submissionId: string): ItemKey[];
}

async function targetsOf(table: TableAccess, endpointId: string, endpoint: Item): Promise<Targets> {
  const targets = readStored(Targets, endpoint);
  const query = selectWebhook(inPartition(webhookKey(endpointId, '').PK, WEBHOOK_SORT_PREFIX));
  const { items } = await joined(readParts((continuation) => table.query({ ...query, ...continuation })));
  const webhooks = readEach(items, (item) => readStored(Webhook, item)).read;
  const wanting = webhooks.filter(({ isEnabled, events }) => isEnabled && events.includes('submission.created'));
  const recipients = targets.emailNotifications ? recipientsOf(targets) : [];
  const neededOf = (submissionId: string): ItemKey[] => [
    ...recipients.map((recipient) => mailKey(endpointId, submissionId, recipient)),
    ...wanting.map(({ id: webhookId }) => {
      const source = { webhookId, submissionId, event: 'submission.created', at: submittedAt(submissionId) } as const;
      return webhookDeliveryKey(webhookId, deliveryIdFor(source));
    }),
    ...(targets.confirmation ? [confirmationKey(endpointId, submissionId)] : []),
  ];
  return { endpointId, webhookIds: items.map(({ id }) => String(id)), neededOf };
}

const selectWebhook = selectingNamed(WEBHOOK_TARGET_ATTRIBUTES);

/**
 * For each submission whose deliveries have all ended, the writes that remove it. Also counts deliveries to addresses
 * and webhooks that get no more new ones. One that nobody but its sender was notified of is not delivered.
 */
async function endedOf(table: TableAccess, targets: Targets, ids: readonly string[]): Promise<TransactionWrite[][]> {
  const [first, last] = [ids[0], ids.at(-1)];
  if (first === undefined || last === undefined) return [];
  const { endpointId, webhookIds, neededOf } = targets;
  // '$' follows '#', so these include all of the last submission.
  const byId = [first, `${last}$`] as const;
  const byTime = deliveryIdsBetween(submittedAt(first), submittedAt(last) + 1);
  const confirmations = confirmationKey(endpointId, '').PK;
  const records = (
    await Promise.all([
      recordsIn(table, mailKey(endpointId, '', '').PK, byId),
      recordsIn(table, confirmations, byId),
      ...webhookIds.map((id) => recordsIn(table, webhookDeliveryKey(id, '').PK, byTime)),
    ])
  ).flat();
  return ids.flatMap((id) => {
    const about = records.filter((record) => record.about === id);
    const names = new Set(about.map(nameOf));
    const isNotified = about.some(({ PK }) => PK !== confirmations);
    if (!isNotified || !neededOf(id).every((key) => names.has(nameOf(key)))) return [];
    if (about.some(({ state }) => !ENDED.has(state)) || about.length >= WRITES_MAX) return [];
    const Key = submissionKey(endpointId, id);
    return [
      [
        { Delete: { Key, ...hasValues({ PK: Key.PK, isHeld: undefined }) } },
        ...about.map(({ PK, SK, state }) => ({ ConditionCheck: { Key: { PK, SK }, ...hasValues({ state }) } })),
      ],
    ];
  });
}

const ENDED: ReadonlySet<unknown> = new Set(['sent', 'failed', 'skipped']);

const nameOf = ({ PK, SK }: ItemKey): string => `${PK} ${SK}`;

const selectEnding = selectingNamed(['PK', 'SK', ...ENDING_ATTRIBUTES]);

/** Records of deliveries in a range of ids. Eventually consistent, as the transaction requires the same states. */
async function recordsIn(table: TableAccess, PK: string, range: readonly [from: string, to: string]) {
  const query = selectEnding({ ...between(PK, range), ConsistentRead: false });
  const { items } = await joined(readParts((continuation) => table.query({ ...query, ...continuation })));
  return items as (ItemKey & Item)[];
}

/** Groups submissions' writes so that each group fits into a transaction. */
function inTransactions(writes: readonly TransactionWrite[][]): TransactionWrite[][][] {
  const groups: TransactionWrite[][][] = [];
  let room = 0;
  for (const each of writes) {
    if (each.length > room) {
      groups.push([]);
      room = WRITES_MAX;
    }
    groups.at(-1)?.push(each);
    room -= each.length;
  }
  return groups;
}
