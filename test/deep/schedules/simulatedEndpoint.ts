import { ApiError } from '../../../shared/contract/errors.ts';
import { buildIndex } from '../../../shared/pageIndex/buildIndex.ts';
import { type IndexChange, indexChanges } from '../../../shared/pageIndex/indexChanges.ts';
import type { IndexSizes } from '../../../shared/pageIndex/segments.ts';
import { StatisticsUpdater } from '../../../shared/pageIndex/statisticsUpdater.ts';
import { readHead } from '../../../shared/pageIndex/store.ts';
import { SubmissionListPages } from '../../../shared/pageIndex/submissionListPages.ts';
import { IndexUpdater } from '../../../shared/pageIndex/updater.ts';
import { removeItemsOf } from '../../../shared/removal/endpointRemoval.ts';
import { endpointExists } from '../../../shared/storage/endpoints/endpointExistence.ts';
import { onlyIf, PRESENT, setAll } from '../../../shared/storage/table/expressions.ts';
import {
  ENDPOINT_SORT_KEY,
  endpointKey,
  SORT_PREFIX,
  statisticsKey,
  submissionIdOf,
  submissionKey,
} from '../../../shared/storage/table/itemKeys.ts';
import { ConditionFailed, type Item } from '../../../shared/storage/table/table.ts';
import { MemoryTable } from '../../support/simulator/memoryTable.ts';
import type { Random } from '../../support/simulator/random.ts';
import { tableOf } from '../../support/simulator/rights.ts';
import type { Task } from '../../support/simulator/scheduler.ts';
import { checkShownPage, type Written, wordOf } from './checks.ts';
import type { Instance } from './consumer.ts';
import { SimulatedStream } from './simulatedStream.ts';
import { changesOf } from './streamChanges.ts';
import { newIds, shuffledALittle } from './submissionIds.ts';

export const ENDPOINT_ID = 'enp_01ARZ3NDEKTSV4RRFFQ69G5FAV';

const NARROW_PAGE_BYTES = 200;

export class SimulatedEndpoint extends SimulatedStream<IndexChange> {
  readonly sizes: IndexSizes;
  readonly written: Written = { acknowledged: new Set(), deleting: new Set(), known: new Set() };
  readonly #queue: string[] = [];
  readonly #staleness: () => number;
  readonly #pageBytes: number;
  readonly #deleteChance: number;
  protected readonly strikesWithin = 5;
  protected readonly changesOf = changesOf;

  constructor(random: Random) {
    super(random);
    this.sizes = {
      segment: random.pick([1, 2, 2, 3]),
      open: random.pick([1, 2, 2, 3]),
      page: random.pick([2, 4]),
      growth: 1,
    };
    this.#staleness = random.chance(0.3) ? () => random.below(4) : () => 0;
    this.#pageBytes = random.chance(0.3) ? NARROW_PAGE_BYTES : 1_000_000;
    this.#deleteChance = random.pick([0.1, 0.3, 0.8]);
    // As many numbers as when the suite's rare seeds were found.
    random.next();
  }

  get isRemoved(): boolean {
    return !this.items.state().has(`${endpointKey(ENDPOINT_ID).PK}\u0000${ENDPOINT_SORT_KEY}`);
  }

  get stored(): Item[] {
    return [...this.items.state().values()].filter(({ SK }) => String(SK).startsWith(SORT_PREFIX.submission));
  }

  get submissions(): string[] {
    return this.stored
      .map(({ SK }) => submissionIdOf({ SK: String(SK) }))
      .sort()
      .reverse();
  }

  get table(): MemoryTable {
    return new MemoryTable(this.items);
  }

  get narrowTable(): MemoryTable {
    return new MemoryTable(this.items, { pageBytes: NARROW_PAGE_BYTES });
  }

  async run(): Promise<void> {
    const random = this.random;
    // Short schedules make late changes to a settled index; long ones let it grow. Each finds faults of its own.
    const isSettled = random.chance(0.5);
    const ids = newIds(random, isSettled ? 3 + random.below(5) : 5 + random.below(10));
    const isBefore = isSettled ? () => random.chance(0.7) : (i: number) => i < oldest;
    const oldest = random.chance(0.25) ? random.below(6) : 0;
    const before = ids.filter((_, i) => isBefore(i));
    await this.#prepare(before, isSettled);
    const later = ids.filter((id) => !before.includes(id));
    this.#startWriters(shuffledALittle(random, later), before);
    this.startConsumers(isSettled ? 0.25 : 0.5);
    const builds = isSettled ? random.chance(0.2) : before.length > 0 || random.chance(0.1);
    if (builds) this.start('build', (task) => this.#build(task));
    if (random.chance(0.5)) this.start('read', (task) => this.#read(task));
    if (random.chance(isSettled ? 0.05 : 0.25)) this.start('remove', (task) => this.#removeEndpoint(task));
    await this.scheduler.run();
    while (this.#queue.length > 0) {
      this.start('removal', (task) => this.#remove(task));
      await this.scheduler.run();
    }
  }

  /** Submissions from before the schedule, which have left the stream. */
  async #prepare(before: string[], isIndexed: boolean): Promise<void> {
    await this.table.put(
      { ...endpointKey(ENDPOINT_ID), id: ENDPOINT_ID },
      { ConditionExpression: 'attribute_not_exists(PK)' },
    );
    // Submissions that are indexed one by one fill index pages; the recount handles equal sort ids.
    const growing = isIndexed && this.random.chance(0.5) ? new IndexUpdater(this.table, this.sizes) : undefined;
    for (const id of before) {
      await this.table.put(newItem(id), { ConditionExpression: 'attribute_not_exists(PK)' });
      await growing?.grow(ENDPOINT_ID);
    }
    if (isIndexed) await buildIndex(this.table, ENDPOINT_ID, { ...this.#building, recount: growing !== undefined });
    if (isIndexed && this.random.chance(0.15)) await this.table.delete(statisticsKey(ENDPOINT_ID));
    const isNew = before.length === 0 && this.random.chance(0.5);
    this.items.events.length = isNew ? 1 : 0;
  }

  get #building() {
    return { sizes: this.sizes, onPart: () => undefined };
  }

  /** The table as a function or, by default, an operator uses it. */
  #tableOf(task: Task, name?: string): MemoryTable {
    return tableOf(name, this.items, {
      point: (kind) => this.scheduler.call(task, kind),
      staleness: this.#staleness,
      pageBytes: this.#pageBytes,
    });
  }

  #startWriters(ids: string[], before: string[]): void {
    const writers = 1 + this.random.below(3);
    for (const id of [...ids, ...before]) this.written.known.add(id);
    for (let writer = 0; writer < writers; writer++) {
      const own = ids.filter((_, i) => i % writers === writer);
      this.changing++;
      this.start(`w${writer}`, (task) => this.#write(task, own, writer === 0 ? before : []));
    }
  }

  async #write(task: Task, ids: string[], deletable: string[]): Promise<void> {
    const table = this.#tableOf(task);
    const { acknowledged, deleting } = this.written;
    const mine = [...deletable];
    for (const id of ids) {
      await table.put(newItem(id), { ConditionExpression: 'attribute_not_exists(PK)' });
      if ([...acknowledged].some((other) => other > id)) this.count('lateInserts');
      acknowledged.add(id);
      mine.push(id);
      if (this.random.chance(0.5)) await this.#mark(table, this.random.pick(mine));
      if (!this.random.chance(this.#deleteChance)) continue;
      const [removed] = mine.splice(this.random.chance(0.5) ? -1 : this.random.below(mine.length), 1);
      if (removed === undefined) continue;
      this.count('removals');
      deleting.add(removed);
      await table.delete(submissionKey(ENDPOINT_ID, removed));
    }
    this.changing--;
  }

  async #mark(table: MemoryTable, id: string): Promise<void> {
    const isTakenBack = this.random.chance(0.6);
    const name = this.random.pick(['isRead', 'isSpam']);
    for (const value of isTakenBack ? [true, false] : [true]) {
      this.count('marks');
      const reason = name === 'isSpam' ? { spamReason: value ? 'honeypot' : null } : {};
      const update = { Key: submissionKey(ENDPOINT_ID, id), ...setAll({ [name]: value, ...reason }) };
      await table.update(onlyIf(PRESENT, update)).catch((error) => {
        if (!(error instanceof ConditionFailed)) throw error;
      });
    }
  }

  protected newInstance(): Instance<IndexChange> {
    const task = this.scheduler.newTask('i');
    const table = this.#tableOf(task, 'indexSubmissions');
    const dependencies = {
      updater: new IndexUpdater(table, this.sizes),
      statistics: new StatisticsUpdater(table),
      endpointExists: (endpointId: string) => endpointExists(table, endpointId),
      startRemoval: async (endpointId: string) => void this.#queue.push(endpointId),
    };
    return { task, handle: (batch) => indexChanges(ENDPOINT_ID, batch, dependencies) };
  }

  async #build(task: Task): Promise<void> {
    this.count('builds');
    const recount = this.random.chance(0.5);
    await buildIndex(this.#tableOf(task), ENDPOINT_ID, { ...this.#building, recount });
  }

  async #read(task: Task): Promise<void> {
    const table = this.#tableOf(task, 'listSubmissions');
    const pages = new SubmissionListPages(table);
    for (let reads = 1 + this.random.below(3); reads > 0; reads--) {
      this.count('reads');
      const query = { page: this.random.pick([1, 1, 2, 3, 5]), limit: 1 + this.random.below(4) };
      const acknowledged = [...this.written.acknowledged];
      try {
        const page = await pages.read(ENDPOINT_ID, query, await readHead(table, ENDPOINT_ID));
        const isRemoved = this.isRemoved;
        this.problems.push(...checkShownPage(page, query, isRemoved ? [] : acknowledged, this.written));
      } catch (error) {
        if (!(error instanceof ApiError) || query.page === 1) throw error;
      }
    }
  }

  async #removeEndpoint(task: Task): Promise<void> {
    this.count('endpointRemovals');
    this.changing++;
    for (let pause = this.random.below(20); pause > 0; pause--) await this.scheduler.point(task);
    await this.#tableOf(task).delete(endpointKey(ENDPOINT_ID));
    this.changing--;
    this.start('removal', (remover) => this.#remove(remover));
  }

  /** Removes the remains piece by piece; interrupted pieces are retried. */
  async #remove(task: Task): Promise<void> {
    await this.scheduler.point(task, () => this.#queue.length > 0 || this.changing === 0);
    for (let endpointId = this.#queue.pop(); endpointId !== undefined; endpointId = this.#queue.pop()) {
      let pieces = 1 + this.random.below(3);
      const { left } = await removeItemsOf(this.#tableOf(task, 'purgeEndpoint'), endpointId, () => pieces-- > 0);
      if (left) this.#queue.push(endpointId);
    }
  }
}

const newItem = (id: string) => ({
  ...submissionKey(ENDPOINT_ID, id),
  data: JSON.stringify({ word: wordOf(id) }),
  location: 'Unknown',
});
