import type { Intercept } from '../../support/simulator/calls.ts';
import type { MemoryItems } from '../../support/simulator/memoryItems.ts';
import type { Random } from '../../support/simulator/random.ts';
import type { Scheduler } from '../../support/simulator/scheduler.ts';

/** A defect of a consumer's calls; created for each instance. */
export type ScheduleMutant = () => Intercept;

/** One schedule: tasks on shared items, in a random order. */
export interface Simulation {
  scheduler: Scheduler;
  items: MemoryItems;
  /** How often each event happened. */
  counts: Partial<Record<string, number>>;
  /**
   * Runs it to its end.
   * @returns the violations
   */
  problemsAtEnd(): Promise<string[]>;
}

/** A subject of exploration, with the defects that it must detect. */
export interface Suite {
  simulate: (random: Random, mutant?: ScheduleMutant) => Simulation;
  /** Each makes some schedule end wrong. */
  mutants: Record<string, ScheduleMutant>;
  /** Seeds that detect rare mutants: they come first, so that few schedules detect every mutant. */
  rareSeeds: number[];
}
