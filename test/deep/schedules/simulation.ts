import type { Intercept } from '../../support/simulator/calls.ts';
import type { MemoryItems } from '../../support/simulator/memoryItems.ts';
import type { Random } from '../../support/simulator/random.ts';
import type { Scheduler } from '../../support/simulator/scheduler.ts';

/** What an instance of a consumer does wrong with its calls; made for each instance. */
export type ScheduleMutant = () => Intercept;

/** One schedule: tasks on the same items, in an order of its own. */
export interface Simulation {
  scheduler: Scheduler;
  items: MemoryItems;
  /** How often each thing happened. */
  counts: Partial<Record<string, number>>;
  /** Runs it to its end. @returns what is wrong then */
  problemsAtEnd(): Promise<string[]>;
}

/** What is explored, and what would have to be found. */
export interface Suite {
  simulate: (random: Random, mutant?: ScheduleMutant) => Simulation;
  /** Each makes some schedule end wrong. */
  mutants: Record<string, ScheduleMutant>;
  /** Seeds of schedules that show mutants which hardly another one shows: they come first, so that few show every mutant. */
  rareSeeds: number[];
}
