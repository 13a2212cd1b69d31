import { SESv2ServiceException, TooManyRequestsException } from '@aws-sdk/client-sesv2';
import { TIME_LIMIT_S } from '../../../../shared/notifications/timing.ts';
import { StorageUnavailable } from '../../../../shared/storage/failures.ts';

/** What may go wrong with a call. Only a death, an answer lost and a slow one let it take effect or go on. */
export const FAULT_KINDS = [
  'dies before',
  'dies after',
  'answer lost',
  'throttled',
  'unavailable',
  'timed out',
  'slow',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** A fault, or what decides on it when the call is due: until then the call waits. */
export type Fault = FaultKind | 'none' | (() => Promise<FaultKind | 'none'>);

/** A fault that is decided by whoever runs the scenario: the call waits until told to go on. */
export function waiting() {
  const reached = promised<void>();
  const released = promised<FaultKind | 'none'>();
  const wait = () => {
    reached.resolve();
    return released.promise;
  };
  return { wait, reached: reached.promise, goOn: released.resolve };
}

export type Target = 'table' | 'ses' | 'queue';

/** The faults of a scenario by the number of the call, counted over all of its invocations. */
export class FaultPlan {
  /** Calls so far. */
  calls = 0;
  readonly #faults: ReadonlyMap<number, Fault>;

  constructor(faults: Iterable<readonly [number, Fault]> = []) {
    this.#faults = new Map(faults);
  }

  async next(): Promise<FaultKind | 'none'> {
    const fault = this.#faults.get(++this.calls) ?? 'none';
    return typeof fault === 'string' ? fault : fault();
  }
}

const never = (): Promise<never> => new Promise(() => undefined);

/** A promise, and what resolves it. */
function promised<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/**
 * One invocation of the function. Its calls come one at a time, in the order they were asked for, so that each has
 * the same number in every run. After its death nothing that it asked for ever settles, as in a process that is gone.
 */
export class Invocation {
  readonly #plan: FaultPlan;
  readonly #death = promised<'died'>();
  /** Whether it died, or SES's answer was lost. */
  wasCutOff = false;
  #slow = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(plan: FaultPlan) {
    this.#plan = plan;
  }

  /** What the invocation comes to: its result, or its death. */
  outcomeOf<T>(result: Promise<T>): Promise<T | 'died'> {
    return Promise.race([result, this.#death.promise]);
  }

  /** Until the function's time limit. */
  remainingMs = (): number => (this.#slow ? 0 : TIME_LIMIT_S * 1_000);

  call<T>(target: Target, perform: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(() => this.#perform(target, perform));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #perform<T>(target: Target, perform: () => Promise<T>): Promise<T> {
    const fault = await this.#plan.next();
    if (fault === 'dies before') return this.#die();
    if (fault === 'slow') this.#slow = true;
    if (fault in FAILURES[target]) throw FAILURES[target][fault as keyof Failures]();
    const result = await perform();
    if (fault === 'dies after') return this.#die();
    if (fault === 'answer lost') {
      this.wasCutOff ||= target === 'ses';
      throw LOST[target]();
    }
    return result;
  }

  #die(): Promise<never> {
    this.wasCutOff = true;
    this.#death.resolve('died');
    return never();
  }
}

interface Failures {
  throttled: () => Error;
  unavailable: () => Error;
  'timed out': () => Error;
}

const named = (name: string, more: object = {}): Error => Object.assign(new Error(name), { name, ...more });

/** What is thrown when nothing happened: from the table as its class throws it, from SES and SQS as the SDK does. */
const FAILURES: Record<Target, Failures> = {
  queue: {
    throttled: () => named('RequestThrottled', { $metadata: { httpStatusCode: 400 } }),
    unavailable: () => named('ServiceUnavailable', { $metadata: { httpStatusCode: 503 } }),
    'timed out': () => named('TimeoutError', { $metadata: {} }),
  },
  table: {
    throttled: () => new StorageUnavailable(named('ThrottlingException')),
    unavailable: () => named('UnrecognizedClientException', { $metadata: { httpStatusCode: 400 } }),
    'timed out': () => new StorageUnavailable(named('TimeoutError')),
  },
  ses: {
    throttled: () => new TooManyRequestsException({ message: 'slow down', $metadata: { httpStatusCode: 429 } }),
    unavailable: () =>
      new SESv2ServiceException({
        name: 'ServiceUnavailable',
        $fault: 'server',
        $metadata: { httpStatusCode: 503 },
      }),
    'timed out': () => named('TimeoutError', { $metadata: {} }),
  },
};

/** What is thrown when it happened and nobody said so. */
const LOST: Record<Target, () => Error> = {
  queue: () => named('Error', { code: 'ECONNRESET', $metadata: {} }),
  table: () => new StorageUnavailable(named('Error', { code: 'ECONNRESET' })),
  ses: () => named('Error', { code: 'ECONNRESET', $metadata: { attempts: 1 } }),
};
