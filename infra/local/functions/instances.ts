import { availableParallelism } from 'node:os';

/**
 * Instances of one function at work at the same time; each handles one event at a time, as in AWS. There are more than
 * cores, because an instance mostly waits for its calls: with two, forms that come fast wait for each other.
 */
export const INSTANCES_MAX = Math.max(4, availableParallelism());

/**
 * Events wait so long for the instances there are before another one is started: most are free again within
 * milliseconds, and a start takes a tenth of a second of processor time.
 */
const STARTS_AFTER_MS = 50;
/** So long while the last instance has not handled its first event, which takes longer. */
const STARTS_NEXT_AFTER_MS = 1_000;

/** The instances of one function: who is free, and who waits. */
export class Instances<Instance> {
  readonly #start: () => Instance;
  readonly #all = new Set<Instance>();
  readonly #idle: Instance[] = [];
  readonly #waiting: ((instance: Instance) => void)[] = [];
  /** Is at its first event. */
  #starting: Instance | undefined;
  #startTimer: NodeJS.Timeout | undefined;

  constructor(start: () => Instance) {
    this.#start = start;
  }

  [Symbol.iterator](): Iterator<Instance> {
    return this.#all.values();
  }

  /** An instance for one event. */
  take(): Instance | Promise<Instance> {
    const idle = this.#idle.pop();
    if (idle) return idle;
    if (this.#all.size === 0) return this.#new();
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#startAnotherIfNeeded();
    });
  }

  /** Has handled its event. */
  giveBack(instance: Instance): void {
    this.#endStart(instance);
    const next = this.#waiting.shift();
    if (next) next(instance);
    else this.#idle.push(instance);
    this.#startAnotherIfNeeded();
  }

  /** Handles no other event. */
  discard(instance: Instance): void {
    this.#endStart(instance);
    this.#all.delete(instance);
    const next = this.#waiting.shift();
    if (next) next(this.#new());
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

  /** Starts another instance when events go on waiting for those that there are. */
  #startAnotherIfNeeded(): void {
    if (this.#waiting.length === 0) this.#cancelStart();
    if (this.#waiting.length === 0 || this.#all.size >= INSTANCES_MAX) return;
    const afterMs = this.#starting ? STARTS_NEXT_AFTER_MS : STARTS_AFTER_MS;
    this.#startTimer ??= setTimeout(() => {
      this.#startTimer = undefined;
      const next = this.#waiting.shift();
      if (next) next(this.#new());
      this.#startAnotherIfNeeded();
    }, afterMs);
  }

  #cancelStart(): void {
    clearTimeout(this.#startTimer);
    this.#startTimer = undefined;
  }
}
