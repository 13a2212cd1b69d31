import { availableParallelism } from 'node:os';

/**
 * Concurrent instances of a function; each handles one event at a time. `sendWebhook` uses six by default, five for its
 * queues and one for its schedule.
 */
export const INSTANCES_MAX = Math.max(6, availableParallelism());

/**
 * Instances that keep all cores busy, beside the main thread and the engine. Each further one compiles the same code
 * again and raises a post's processor time by a tenth, so it only starts for a stuck event.
 */
export const INSTANCES_FOR_CORES = Math.max(2, availableParallelism());
/** Age of the longest waiting event if instances wait for slow calls rather than for the processor. */
const STUCK_AFTER_MS = 500;

/**
 * How long events wait before another instance starts. Most instances are free within milliseconds, and a start takes
 * 0.1 s of processor time.
 */
const STARTS_AFTER_MS = 50;
/** The same while the newest instance handles its first event, which takes longer, or waits for a receiver. */
const STARTS_NEXT_AFTER_MS = 250;

interface WaitingEvent<Instance> {
  since: number;
  resolve: (instance: Instance) => void;
}

export class Instances<Instance> {
  readonly #start: () => Instance;
  readonly #all = new Set<Instance>();
  readonly #idle: Instance[] = [];
  readonly #waiting: WaitingEvent<Instance>[] = [];
  /** The instance handling its first event. */
  #starting: Instance | undefined;
  #startTimer: NodeJS.Timeout | undefined;

  constructor(start: () => Instance) {
    this.#start = start;
  }

  [Symbol.iterator](): Iterator<Instance> {
    return this.#all.values();
  }

  take(): Instance | Promise<Instance> {
    const idle = this.#idle.pop();
    if (idle) return idle;
    if (this.#all.size === 0) return this.#new();
    return new Promise((resolve) => {
      this.#waiting.push({ since: performance.now(), resolve });
      this.#startAnotherIfNeeded();
    });
  }

  giveBack(instance: Instance): void {
    this.#endStart(instance);
    const next = this.#waiting.shift();
    if (next) next.resolve(instance);
    else this.#idle.push(instance);
    this.#startAnotherIfNeeded();
  }

  /** Forgets an instance that has ended. */
  discard(instance: Instance): void {
    if (!this.#all.delete(instance)) return;
    this.#endStart(instance);
    const at = this.#idle.indexOf(instance);
    if (at !== -1) this.#idle.splice(at, 1);
    this.#startForNext();
    this.#startAnotherIfNeeded();
  }

  #new(): Instance {
    const instance = this.#start();
    this.#all.add(instance);
    this.#starting = instance;
    return instance;
  }

  #endStart(instance: Instance): void {
    if (instance !== this.#starting) return;
    this.#starting = undefined;
    this.#cancelStart();
  }

  #startAnotherIfNeeded(): void {
    if (this.#waiting.length === 0) this.#cancelStart();
    if (this.#waiting.length === 0 || this.#all.size >= INSTANCES_MAX) return;
    const afterMs = this.#starting ? STARTS_NEXT_AFTER_MS : STARTS_AFTER_MS;
    this.#startTimer ??= setTimeout(() => {
      this.#startTimer = undefined;
      if (this.#all.size < INSTANCES_FOR_CORES || this.#isStuck()) this.#startForNext();
      this.#startAnotherIfNeeded();
    }, afterMs);
  }

  #startForNext(): void {
    const next = this.#waiting.shift();
    if (next) next.resolve(this.#new());
  }

  #isStuck(): boolean {
    const [first] = this.#waiting;
    return first !== undefined && performance.now() - first.since >= STUCK_AFTER_MS;
  }

  #cancelStart(): void {
    clearTimeout(this.#startTimer);
    this.#startTimer = undefined;
  }
}
