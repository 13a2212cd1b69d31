import type { Intercept } from '../../support/simulator/calls.ts';
import type { MemoryItems } from '../../support/simulator/memoryItems.ts';
import type { Random } from '../../support/simulator/random.ts';
import type { Scheduler } from '../../support/simulator/scheduler.ts';

export type ScheduleMutant = () => Intercept;

export interface Simulation {
  scheduler: Scheduler;
  items: MemoryItems;
  counts: Partial<Record<string, number>>;
  /**
   * Runs it to its end.
   * @returns the violations
   */
  problemsAtEnd(): Promise<string[]>;
}

export interface Suite {
  simulate: (random: Random, mutant?: ScheduleMutant) => Simulation;
  mutants: Record<string, ScheduleMutant>;
  /** Seeds that detect rare mutants: they come first, so that few schedules detect every mutant. */
  rareSeeds: number[];
}
