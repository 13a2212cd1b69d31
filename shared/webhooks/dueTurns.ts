import { formatTime } from '../contract/time.ts';
import type { DueDeliveries } from '../storage/dueDeliveries.ts';
import type { TurnQueue, WaitQueue } from './webhookQueue.ts';

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
    const { found, isEnd } = await due.first(formatTime(new Date(now())));
    const failed = await turns.sendAll(found);
    if (failed.length > 0) throw new Error('the queue of webhooks could not be reached');
    await due.forget(found);
    handedOver += found.length;
    if (isEnd) return handedOver;
  }
  await waits.look();
  return handedOver;
}
