import { loggedId } from '../../../contract/ids.ts';
import { formatTime } from '../../../contract/time.ts';
import { inParallel } from '../../../runtime/inParallel.ts';
import { log } from '../../../runtime/log.ts';
import type { DueDeliveries } from '../../../storage/dueDeliveries.ts';
import type { DeliveryTurn, WebhookDeliveries } from '../../../storage/webhookDeliveries.ts';
import { isDeliveryId } from './deliveryId.ts';
import type { TurnQueue, WaitQueue } from './webhookQueue.ts';

/** Writes to the table at the same time. */
const PARALLEL_WRITES = 10;

/** Hands turns to the queue. Those that it does not take are due in the table, where the clock finds them within a minute. */
export async function planTurns(
  all: readonly DeliveryTurn[],
  { turns, deliveries, now }: { turns: TurnQueue; deliveries: WebhookDeliveries; now: () => number },
): Promise<void> {
  const left = await turns.sendAll(all);
  if (left.length === 0) return;
  log('warn', 'the queue of webhooks took no turns: they wait in the table', { turns: left.length });
  await putDueNow(left, { deliveries, now });
}

/** Has the clock find turns. */
export async function putDueNow(
  turns: readonly DeliveryTurn[],
  { deliveries, now }: { deliveries: WebhookDeliveries; now: () => number },
): Promise<void> {
  const dueAt = now();
  await inParallel(turns, PARALLEL_WRITES, (turn) => deliveries.putDue(turn, dueAt, formatTime(new Date(dueAt))));
}

/** What is due that one look hands over at the most; another look follows at once. */
const ROUNDS_MAX = 10;

/**
 * Hands turns that are due to the queue. It may be cut short at any point: a turn that was handed over and is still noted
 * is handed over once more, which the queue or the turn's claim finds out.
 * @returns how many
 */
export async function handOverDue(
  due: DueDeliveries,
  { turns, waits, now }: { turns: TurnQueue; waits: Pick<WaitQueue, 'look'>; now: () => number },
): Promise<number> {
  let handedOver = 0;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const { found, unreadable, isEnd } = await due.first(formatTime(new Date(now())));
    for (const { SK } of unreadable) log('error', 'a due delivery could not be read', loggedIdsOf(SK));
    const failed = await turns.sendAll(found);
    if (failed.length > 0) throw new Error('the queue of webhooks could not be reached');
    await due.forget([...found, ...unreadable]);
    handedOver += found.length;
    if (isEnd) return handedOver;
  }
  await waits.look();
  return handedOver;
}

/** The ids in the sort key of a due delivery, whose record stays as it is. */
function loggedIdsOf(SK: string) {
  const [, webhookId = '', deliveryId = ''] = SK.split('#');
  return { webhookId: loggedId('webhook', webhookId), deliveryId: isDeliveryId(deliveryId) ? deliveryId : 'malformed' };
}
