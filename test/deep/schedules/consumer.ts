import type { Random } from '../../support/simulator/random.ts';
import type { Scheduler, Task } from '../../support/simulator/scheduler.ts';

const FAULTS = ['crash', 'zombie', 'duplicate', 'rewind'] as const;
export type Fault = (typeof FAULTS)[number];
const FAULTS_MAX = 3;

export interface Instance<Change> {
  task: Task;
  handle: (batch: Change[]) => Promise<unknown>;
}

export interface Consumed<Change> {
  scheduler: Scheduler;
  random: Random;
  /** The records so far that pass the stream's filter. */
  changes: () => Change[];
  isOpen: () => boolean;
  newInstance: () => Instance<Change>;
  strikesWithin: number;
  count: (what: Fault | 'deliveries') => void;
}

/** Delivers the stream's records in order and in batches, until each is handled, with a few faults. */
export async function consumeStream<Change>(task: Task, consumed: Consumed<Change>): Promise<void> {
  const { scheduler, random, changes, isOpen, newInstance } = consumed;
  let instance = newInstance();
  let faultsLeft = random.below(FAULTS_MAX + 1);
  for (let position = 0; ; ) {
    await scheduler.point(task, () => changes().length > position || !isOpen());
    const batch = changes().slice(position, position + 1 + random.below(4));
    if (batch.length === 0) return;
    const fault = faultsLeft > 0 && random.chance(0.5) ? random.pick(FAULTS) : undefined;
    if (fault) faultsLeft--;
    const isHandled = await deliver(task, { instance, batch, fault }, consumed);
    if (!isHandled) instance = newInstance();
    else if (fault === 'rewind') position = random.below(position + 1);
    else if (fault !== 'duplicate') position += batch.length;
  }
}

interface Delivery<Change> {
  instance: Instance<Change>;
  batch: Change[];
  fault: Fault | undefined;
}

/** @returns whether the batch is known to be handled */
async function deliver<Change>(
  task: Task,
  { instance, batch, fault }: Delivery<Change>,
  { scheduler, random, strikesWithin, count }: Consumed<Change>,
): Promise<boolean> {
  count(fault ?? 'deliveries');
  let result: boolean | undefined;
  instance.handle(batch).then(
    () => {
      result = true;
    },
    () => {
      result = false;
    },
  );
  const { task: own } = instance;
  // A crash or timeout strikes after some of the handler's steps; a zombie continues afterwards.
  const limit = fault === 'crash' || fault === 'zombie' ? 1 + random.below(strikesWithin) : Number.POSITIVE_INFINITY;
  const start = own.steps;
  own.stallsAtWrite = fault === 'zombie' && random.chance(0.7);
  const hasStruck = () => scheduler.isStalled(own) || (!own.stallsAtWrite && own.steps - start >= limit);
  await scheduler.point(task, () => result !== undefined || hasStruck());
  if (result === undefined && fault === 'crash') scheduler.kill(own);
  if (result === undefined && fault === 'zombie' && !scheduler.isStalled(own)) scheduler.stall(own);
  return result ?? false;
}
