import { MemoryItems, type StreamEvent } from '../../support/simulator/memoryItems.ts';
import type { Random } from '../../support/simulator/random.ts';
import { Scheduler, type Task } from '../../support/simulator/scheduler.ts';
import { consumeStream, type Instance } from './consumer.ts';

/** A table in memory with tasks that change it, and consumers of its stream. */
export abstract class SimulatedStream<Change> {
  readonly items = new MemoryItems();
  readonly scheduler: Scheduler;
  readonly counts: Partial<Record<string, number>> = {};
  readonly problems: string[] = [];
  /** Tasks that may add to the stream: until they end, consumers wait. */
  protected changing = 0;
  protected readonly random: Random;
  readonly #stream: Change[] = [];
  #eventsSeen = 0;

  constructor(random: Random) {
    this.random = random;
    this.scheduler = new Scheduler(random);
  }

  protected abstract changesOf(event: StreamEvent): Change[];
  protected abstract newInstance(): Instance<Change>;
  protected abstract readonly strikesWithin: number;

  protected count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }

  protected start(name: string, run: (task: Task) => Promise<void>): void {
    const task = this.scheduler.newTask(name);
    run(task).catch((error) => this.problems.push(`${name} failed: ${error?.stack ?? error}`));
  }

  /** Starts one consumer, and sometimes a second one. */
  protected startConsumers(secondChance: number): void {
    this.start('A', (task) => this.#consume(task));
    if (!this.random.chance(secondChance)) return;
    this.count('secondConsumers');
    this.start('B', (task) => this.#consume(task));
  }

  #consume(task: Task): Promise<void> {
    return consumeStream(task, {
      scheduler: this.scheduler,
      random: this.random,
      changes: () => this.changes(),
      isOpen: () => this.changing > 0,
      newInstance: () => this.newInstance(),
      strikesWithin: this.strikesWithin,
      count: (what) => this.count(what),
    });
  }

  /** The records so far that pass the stream's filter. */
  protected changes(): Change[] {
    const { events } = this.items;
    for (; this.#eventsSeen < events.length; this.#eventsSeen++) {
      this.#stream.push(...this.changesOf(events[this.#eventsSeen] as StreamEvent));
    }
    return this.#stream;
  }
}
