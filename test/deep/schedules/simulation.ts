import type { MemoryItems } from '../../support/simulator/memoryItems.ts';
import type { Random } from '../../support/simulator/random.ts';
import type { Scheduler } from '../../support/simulator/scheduler.ts';

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
  simulate: (random: Random) => Simulation;
  /** Seeds whose schedules are rare and once revealed a defect: they come first. */
  rareSeeds: number[];
}
