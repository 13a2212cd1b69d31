import { ApiError } from '../../../shared/contract/errors.ts';
import { removeItemsOf } from '../../../shared/removal/endpointRemoval.ts';
import { FilterTrainer } from '../../../shared/spamFilter/filterTrainer.ts';
import { spamMarksOf } from '../../../shared/spamFilter/marks.ts';
import { LearnedFilters } from '../../../shared/storage/filter/learnedFilters.ts';
import type { Kind } from '../../../shared/storage/filter/learning.ts';
import { Submissions } from '../../../shared/storage/submissions/submissions.ts';
import { endpointKey, SORT_PREFIX, submissionKey } from '../../../shared/storage/table/itemKeys.ts';
import type { Item } from '../../../shared/storage/table/table.ts';
import type { StreamEvent } from '../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../support/simulator/memoryTable.ts';
import type { Random } from '../../support/simulator/random.ts';
import { tableOf } from '../../support/simulator/rights.ts';
import type { Task } from '../../support/simulator/scheduler.ts';
import type { Instance } from './consumer.ts';
import { checkFilter } from './filterChecks.ts';
import { ENDPOINT_ID } from './simulatedEndpoint.ts';
import { SimulatedStream } from './simulatedStream.ts';
import type { Simulation } from './simulation.ts';
import { newIds } from './submissionIds.ts';

const ENDPOINT = { id: ENDPOINT_ID, spamFilter: 'learn' } as const;
const WORDS = ['casino', 'bonus', 'invoice', 'meeting'];
const KINDS: readonly (Kind | undefined)[] = ['spam', 'ham', undefined];

export class SimulatedFilter extends SimulatedStream<Item> implements Simulation {
  readonly #trainerOptions: { lessonsPerWrite: number; wantedPerPeriod: number };
  protected readonly strikesWithin = 3;

  constructor(random: Random) {
    super(random);
    const [lessonsPerWrite, wantedPerPeriod] = random.pick([
      [1, 1],
      [1, 50],
      [2, 1],
      [25, 2],
    ] as const);
    this.#trainerOptions = { lessonsPerWrite, wantedPerPeriod };
  }

  async problemsAtEnd(): Promise<string[]> {
    try {
      await this.#run();
    } catch (error) {
      this.problems.push(String(error));
    }
    return [...this.problems, ...(await checkFilter(this.items, ENDPOINT_ID))];
  }

  async #run(): Promise<void> {
    const random = this.random;
    const ids = newIds(random, 1 + random.below(4));
    const isRemoved = random.chance(0.25);
    await this.#prepare(ids, random.chance(isRemoved ? 0.2 : 0.7));
    const people = 1 + random.below(2);
    for (let person = 0; person < people; person++) this.#startChange(`p${person}`, (task) => this.#mark(task, ids));
    this.startConsumers(0.5);
    if (random.chance(0.4)) this.#startChange('command', (task) => this.#command(task));
    if (isRemoved) this.#startChange('remove', (task) => this.#removeEndpoint(task));
    await this.scheduler.run();
  }

  async #prepare(ids: string[], isLearned: boolean): Promise<void> {
    const table = new MemoryTable(this.items);
    await table.put({ ...endpointKey(ENDPOINT_ID), ...ENDPOINT }, {});
    for (const id of ids) {
      const data = JSON.stringify({ message: this.random.pick(WORDS), id });
      const judgedAs = this.random.pick(KINDS);
      await table.put(
        { ...submissionKey(ENDPOINT_ID, id), data, location: 'Unknown', ...(judgedAs && { judgedAs }) },
        {},
      );
    }
    const submissions = new Submissions(table);
    const mark = async (id: string, spamFilter: 'off' | 'learn') => {
      // Marks from before the filter was switched on: only the command learns them.
      const isRead = spamFilter === 'off';
      await submissions.update({ id: ENDPOINT_ID, spamFilter }, id, { isSpam: this.random.chance(0.5), isRead });
    };
    for (const id of ids.filter(() => this.random.chance(0.3))) await mark(id, 'off');
    if (!isLearned) return;
    for (const id of ids.filter(() => this.random.chance(0.4))) await mark(id, 'learn');
    await new FilterTrainer(new LearnedFilters(table), this.#trainerOptions).train(
      ENDPOINT_ID,
      spamMarksOf(this.changes()),
    );
    this.changes().length = 0;
  }

  /** Starts a task that may add to the stream: until it ends, readers wait. */
  #startChange(name: string, run: (task: Task) => Promise<void>): void {
    this.changing++;
    this.start(name, async (task) => {
      for (let pause = this.random.below(12); pause > 0; pause--) await this.scheduler.point(task);
      await run(task);
      this.changing--;
    });
  }

  /** The table as a function or, by default, an operator uses it. */
  #tableOf(task: Task, name?: string): MemoryTable {
    const point = (kind: 'read' | 'write') => this.scheduler.call(task, kind);
    return tableOf(name, this.items, { point });
  }

  async #mark(task: Task, ids: string[]): Promise<void> {
    const marked = new Submissions(this.#tableOf(task, 'updateSubmission'));
    const removed = new Submissions(this.#tableOf(task, 'deleteSubmission'));
    for (let marks = 1 + this.random.below(4); marks > 0; marks--) {
      const id = this.random.pick(ids);
      const isRemoval = this.random.chance(0.15);
      this.count(isRemoval ? 'removals' : 'marks');
      try {
        if (isRemoval) await removed.delete(ENDPOINT_ID, id);
        else await marked.update(ENDPOINT, id, { isSpam: this.random.chance(0.5) });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
      }
    }
  }

  async #command(task: Task): Promise<void> {
    const filters = new LearnedFilters(this.#tableOf(task));
    const forgets = this.random.chance(0.6);
    this.count(forgets ? 'forgets' : 'commands');
    if (forgets) await filters.reset(ENDPOINT_ID);
    if (forgets && this.random.chance(0.4)) return;
    const marks = spamMarksOf([...this.items.state().values()]);
    await new FilterTrainer(filters, this.#trainerOptions).train(ENDPOINT_ID, marks);
  }

  async #removeEndpoint(task: Task): Promise<void> {
    this.count('endpointRemovals');
    await this.#tableOf(task).delete(endpointKey(ENDPOINT_ID));
    await removeItemsOf(this.#tableOf(task, 'purgeEndpoint'), ENDPOINT_ID, () => true);
  }

  protected newInstance(): Instance<Item> {
    const task = this.scheduler.newTask('i');
    const filters = new LearnedFilters(this.#tableOf(task, 'trainFilter'));
    const trainer = new FilterTrainer(filters, this.#trainerOptions);
    return { task, handle: (batch) => trainer.train(ENDPOINT_ID, spamMarksOf(batch)) };
  }

  protected changesOf({ eventName, SK, item }: StreamEvent): Item[] {
    return eventName === 'MODIFY' && SK.startsWith(SORT_PREFIX.submission) && item?.toLearn ? [item] : [];
  }
}
