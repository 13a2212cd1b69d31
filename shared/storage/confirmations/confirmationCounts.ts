import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { hasValues } from '../table/expressions.ts';
import { ifConditionHolds } from '../table/ifConditionHolds.ts';
import { readTogether } from '../table/lookup.ts';
import type { ItemKey } from '../table/partitions.ts';
import { readOr, readStored } from '../table/stored.ts';
import type { Item, TableAccess, TransactionWrite } from '../table/table.ts';
import { type CountsByHour, HourCounts } from './confirmationBrakes.ts';
import { confirmationStopKey, endpointLedger, mailboxLedgerKey, unsubscribedKey } from './confirmationKeys.ts';

const CountedConfirmation = z.object({
  deliveryId: z.string(),
  endpointId: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
});
export type CountedConfirmation = z.output<typeof CountedConfirmation>;

const StoredLedger = z.object({
  counted: z.array(CountedConfirmation),
  /** Different after each write. */
  stamp: z.string(),
});

/** Recently counted confirmations, with the stamp of the last write; none before the first write. */
export interface Ledger {
  counted: CountedConfirmation[];
  stamp?: unknown;
}

/** Further attributes of an endpoint's ledger. */
const StoredHealth = z.object({
  counted: z._default(z.array(CountedConfirmation), []),
  stamp: z.string(),
  workspaceId: z.optional(z.string()),
  /** Its confirmations of the last 24 hours, with recent bounces. */
  hours: z._default(z.record(z.string(), HourCounts), {}),
  returned: z._default(z.array(z.string()), []),
});

export interface EndpointLedger extends Ledger {
  workspaceId?: string | undefined;
  hours: CountsByHour;
  returned: string[];
}

export interface ConfirmationLedgers {
  endpoint: EndpointLedger;
  mailboxes: ReadonlyMap<string, { ledger: Ledger; isUnsubscribed: boolean }>;
  /** When those of the service, and of workspaces, are sent again. */
  stopped: Item | undefined;
}

/** A confirmation counts for at most a day. */
const KEPT_S = 2 * 86_400;

export class ConfirmationCounts {
  readonly #table: Pick<TableAccess, 'get' | 'getAll' | 'transact'>;
  readonly #now: () => number;

  constructor(table: Pick<TableAccess, 'get' | 'getAll' | 'transact'>, now: () => number = Date.now) {
    this.#table = table;
    this.#now = now;
  }

  async readMailbox(mailbox: string): Promise<{ ledger: Ledger; isUnsubscribed: boolean }> {
    const itemAt = await readTogether(this.#table, [mailboxLedgerKey(mailbox), unsubscribedKey(mailbox)]);
    return mailboxIn(itemAt, mailbox);
  }

  /** One call for up to 49 mailboxes. */
  async read(endpointId: string, mailboxes: readonly string[]): Promise<ConfirmationLedgers> {
    const names = [...new Set(mailboxes)];
    const keysOfMailboxes = names.flatMap((name) => [mailboxLedgerKey(name), unsubscribedKey(name)]);
    const keys = [endpointLedger(endpointId), confirmationStopKey(), ...keysOfMailboxes];
    const itemAt = await readTogether(this.#table, keys);
    return {
      endpoint: endpointLedgerIn(itemAt(endpointLedger(endpointId))),
      mailboxes: new Map(names.map((name) => [name, mailboxIn(itemAt, name)])),
      stopped: itemAt(confirmationStopKey()),
    };
  }

  /**
   * Replaces the ledgers of an endpoint and a mailbox, both or neither.
   * @returns the new ledgers
   * @throws ConditionFailed if either changed since it was read
   */
  async replace(
    { endpointId, mailbox }: { endpointId: string; mailbox: string },
    before: { endpoint: EndpointLedger; mailbox: Ledger },
    after: { endpoint: EndpointLedger; mailbox: CountedConfirmation[] },
  ): Promise<{ endpoint: EndpointLedger; mailbox: Ledger }> {
    const stamp = randomUUID();
    const ttl = Math.floor(this.#now() / 1_000) + KEPT_S;
    const write = (key: ItemKey, ledger: Ledger, changed: object): TransactionWrite => ({
      Put: { Item: { ...key, ...changed, stamp, ttl }, ...asRead(ledger) },
    });
    await this.#table.transact([
      write(endpointLedger(endpointId), before.endpoint, { ...after.endpoint, endpointId }),
      write(mailboxLedgerKey(mailbox), before.mailbox, { counted: after.mailbox }),
    ]);
    return { endpoint: { ...after.endpoint, stamp }, mailbox: { counted: after.mailbox, stamp } };
  }
}

/** Removes what was counted for a mailbox at these endpoints. Repeatable. */
export async function forgetCounted(
  table: Pick<TableAccess, 'get' | 'put' | 'delete'>,
  mailbox: string,
  endpointIds: ReadonlySet<string>,
): Promise<void> {
  const key = mailboxLedgerKey(mailbox);
  const item = await table.get(key);
  const ledger = ledgerIn(item);
  const counted = ledger.counted.filter(({ endpointId }) => !endpointIds.has(endpointId));
  if (item === undefined || counted.length === ledger.counted.length) return;
  const kept = { ...item, counted, stamp: randomUUID() };
  const write = counted.length > 0 ? table.put(kept, asRead(ledger)) : table.delete(key, asRead(ledger));
  // A function has counted meanwhile.
  if (!(await ifConditionHolds(write))) await forgetCounted(table, mailbox, endpointIds);
}

/** Requires that a ledger was not written since it was read; it may be missing. */
export const asRead = ({ stamp }: Ledger) =>
  stamp === undefined ? { ConditionExpression: 'attribute_not_exists(stamp)' } : hasValues({ stamp });

/** One that cannot be read counts as empty, and the next write replaces it. */
export function endpointLedgerIn(item: Item | undefined): EndpointLedger {
  const none = { counted: [], hours: {}, returned: [] };
  if (item === undefined) return none;
  return readOr(() => readStored(StoredHealth, item), item as ItemKey) ?? { ...none, stamp: item.stamp };
}

const mailboxIn = (itemAt: (key: ItemKey) => Item | undefined, mailbox: string) => ({
  ledger: ledgerIn(itemAt(mailboxLedgerKey(mailbox))),
  isUnsubscribed: itemAt(unsubscribedKey(mailbox)) !== undefined,
});

function ledgerIn(item: Item | undefined): Ledger {
  if (item === undefined) return { counted: [] };
  return readOr(() => readStored(StoredLedger, item), item as ItemKey) ?? { counted: [], stamp: item.stamp };
}
