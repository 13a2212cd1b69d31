import { eachEndpoint } from '../../../shared/changes/eachEndpoint.ts';
import { type IndexChange, indexChanges } from '../../../shared/pageIndex/indexChanges.ts';
import type { IndexSizes } from '../../../shared/pageIndex/segments.ts';
import { StatisticsUpdater } from '../../../shared/pageIndex/statisticsUpdater.ts';
import { IndexUpdater } from '../../../shared/pageIndex/updater.ts';
import { endpointExists } from '../../../shared/storage/endpointExistence.ts';
import { StorageUnavailable } from '../../../shared/storage/failures.ts';
import type { Intercept } from '../../support/simulator/calls.ts';
import { deferred } from '../../support/simulator/deferred.ts';
import type { MemoryItems } from '../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../support/simulator/memoryTable.ts';
import type { Random } from '../../support/simulator/random.ts';
import type { ScheduleMutant } from '../schedules/simulation.ts';

/** What may become of one of a consumer's calls to the table. */
const MISHAPS = ['death before', 'death after', 'refused', 'answer lost', 'zombie'] as const;
export type Mishap = (typeof MISHAPS)[number];

const MISHAP_CHANCE = 0.2;
/** Calls that a batch may take: a mishap strikes one of them. */
const CALLS_MAX = 12;
/** Before a batch, for each process that is stalled. */
const GOES_ON_CHANCE = 0.3;

const never = (): Promise<never> => new Promise(() => undefined);

export interface ConsumerSurroundings {
  random: Random;
  items: MemoryItems;
  sizes: IndexSizes;
  now: () => number;
  /** What others do while the consumer waits for the table. */
  meanwhile: () => Promise<void>;
  /** What each of its processes does wrong with its calls. */
  mutant?: ScheduleMutant | undefined;
}

/** The stream's consumer, whose processes die, stall or lose the table in the middle of a batch. */
export class UnreliableConsumer {
  readonly mishaps: Partial<Record<Mishap, number>> = {};
  readonly #surroundings: ConsumerSurroundings;
  /** Processes that are over their time limit, and will go on as if they were not. */
  readonly #zombies: { goOn: () => void; ended: () => Promise<unknown> }[] = [];

  constructor(surroundings: ConsumerSurroundings) {
    this.#surroundings = surroundings;
  }

  /** Handles a batch. @returns whether the stream is told that it was handled */
  async handle(batch: IndexChange[]): Promise<boolean> {
    const { random, items, sizes, now } = this.#surroundings;
    if (random.chance(GOES_ON_CHANCE)) await this.#releaseOne();
    const lost = deferred<false>();
    const stalled = deferred<void>();
    const stall = () => {
      this.#zombies.push({ goOn: stalled.resolve, ended: () => handled });
      lost.resolve(false);
      return stalled.promise;
    };
    const table = new MemoryTable(items, { intercept: this.#intercept(() => lost.resolve(false), stall) });
    const updater = new IndexUpdater(table, sizes, now);
    const statistics = new StatisticsUpdater(table);
    const exists = (endpointId: string) => endpointExists(table, endpointId);
    const startRemoval = async () => undefined;
    const dependencies = { updater, statistics, startRemoval, endpointExists: exists };
    const work = (endpointId: string, some: IndexChange[]) => indexChanges(endpointId, some, dependencies);
    const handled = eachEndpoint(batch, work).then((outcomes) => {
      const failures = outcomes.map(({ error }) => error).filter((error) => error !== undefined);
      for (const error of failures) if (!(error instanceof StorageUnavailable)) throw error;
      return failures.length === 0;
    });
    return Promise.race([handled, lost.promise]);
  }

  async #releaseOne(): Promise<void> {
    const zombie = this.#zombies.shift();
    zombie?.goOn();
    await zombie?.ended();
  }

  /** One process, of which at most one call meets a mishap. */
  #intercept(die: () => void, stall: () => Promise<void>): Intercept {
    const { random, meanwhile, mutant } = this.#surroundings;
    const through: Intercept = mutant?.() ?? ((call, perform) => perform(call));
    const mishap = random.chance(MISHAP_CHANCE) ? random.pick(MISHAPS) : undefined;
    let callsLeft = 1 + random.below(CALLS_MAX);
    let isDead = false;
    return async (call, perform) => {
      if (isDead) return never();
      await meanwhile();
      if (mishap === undefined || --callsLeft !== 0) return through(call, perform);
      this.mishaps[mishap] = (this.mishaps[mishap] ?? 0) + 1;
      if (mishap === 'zombie') {
        await stall();
        return through(call, perform);
      }
      isDead = mishap.startsWith('death');
      if (mishap === 'death after' || mishap === 'answer lost') await through(call, perform).catch(() => undefined);
      if (!isDead) throw new StorageUnavailable(new Error(mishap));
      die();
      return never();
    };
  }
}
