import { createHook } from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import { Clock } from './clock.ts';

interface VirtualTimer {
  dueAt: number;
  fire: () => void;
}

/** Turns of the event loop without progress, after which everything waits for a timer or a file. A batch needs several. */
const IDLE_TURNS = 12;
/** True if a file is being read: the SDK's clients read AWS's configuration at their first use. */
const isReadingFile = (): boolean => process.getActiveResourcesInfo().some((kind) => kind.startsWith('FSReq'));

const ASYNCHRONOUS = /^(?:PBKDF2|HMAC|SIGN|HASH|DERIVEBITS)REQUEST$/;

class CryptoWork {
  readonly #underWay = new Set<number>();
  readonly #hook = createHook({
    init: (id, type) => ASYNCHRONOUS.test(type) && this.#underWay.add(id),
    after: (id) => this.#underWay.delete(id),
  });

  get isUnderWay(): boolean {
    return this.#underWay.size > 0;
  }

  watch = () => void this.#hook.enable();
  ignore = () => void this.#hook.disable();
}

const realTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Fake timers whose clock jumps to the next timer once nothing else is pending. Unlike those of test frameworks, they
 * include `node:timers` in ES modules.
 */
export class VirtualTime {
  readonly clock: Clock;
  #timers: VirtualTimer[] = [];
  readonly #cryptoWork = new CryptoWork();
  readonly #idleTurns: number;

  constructor(clock = new Clock(Date.now()), idleTurns = IDLE_TURNS) {
    this.clock = clock;
    this.#idleTurns = idleTurns;
  }

  /**
   * Replaces the real time.
   * @returns a function that restores it
   */
  install(): () => void {
    const real = { Date, setTimeout, clearTimeout, wait: timersPromises.setTimeout };
    const isVirtual = (timer: unknown): boolean => this.#timers.includes(timer as VirtualTimer);
    const set = (fire: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => this.#set(() => fire(...args), ms);
    const clear = (timer: unknown): void => {
      if (!isVirtual(timer)) real.clearTimeout(timer as NodeJS.Timeout);
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
    const wait = (ms?: number, value?: unknown) => new Promise((resolve) => this.#set(() => resolve(value), ms));
    replace(this.#dateClass(), set as never, clear as never, wait as never);
    this.#cryptoWork.watch();
    return () => {
      replace(real.Date, real.setTimeout, real.clearTimeout, real.wait);
      this.#cryptoWork.ignore();
    };
  }

  /** Runs something to its end; nothing else may run meanwhile. Pending timers are discarded. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    let isDone = false;
    const result = work().finally(() => {
      isDone = true;
    });
    // Until it is awaited below, its rejection must not count as unhandled.
    result.catch(() => undefined);
    for (;;) {
      for (let turns = 0; turns < this.#idleTurns && !isDone; turns = this.#isWorking() ? 0 : turns + 1)
        await realTurn();
      if (isDone) break;
      this.#fireNext();
    }
    this.#timers = [];
    return result;
  }

  #isWorking(): boolean {
    return isReadingFile() || this.#cryptoWork.isUnderWay;
  }

  #set(fire: () => void, ms = 0): VirtualTimer & { ref(): unknown; unref(): unknown } {
    const timer = { dueAt: this.clock.now() + ms, fire, ref: () => timer, unref: () => timer };
    this.#timers.push(timer);
    return timer;
  }

  #fireNext(): void {
    const dueAt = Math.min(...this.#timers.map((timer) => timer.dueAt));
    const timer = this.#timers.find((one) => one.dueAt === dueAt);
    if (!timer) throw new Error('the code under test waits forever');
    this.#timers = this.#timers.filter((other) => other !== timer);
    this.clock.advanceTo(dueAt);
    timer.fire();
  }

  #dateClass(): DateConstructor {
    const { now } = this.clock;
    return class extends Date {
      constructor(...given: [number | string] | []) {
        super(given[0] ?? now());
      }
      static override now = now;
    } as unknown as DateConstructor;
  }
}

function replace(
  date: DateConstructor,
  set: typeof setTimeout,
  clear: typeof clearTimeout,
  wait: typeof timersPromises.setTimeout,
): void {
  globalThis.Date = date;
  for (const owner of [globalThis, timers]) Object.assign(owner, { setTimeout: set, clearTimeout: clear });
  timersPromises.setTimeout = wait;
  syncBuiltinESMExports();
}
