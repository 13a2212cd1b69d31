import type { ServiceCall } from './calls.ts';
import { deferred } from './deferred.ts';
import { type FaultKind, type FaultName, faultKind, isUnclear } from './faultKinds.ts';

/** A call that a plan counted: one `send` of a client, with all of the client's attempts at it. */
export interface PlannedCall extends ServiceCall {
  /** From 1, over all invocations of a scenario. */
  number: number;
  /** Whether it only records when a key was last used, which is to fail no request. */
  isAccessNote: boolean;
}

/** A fault, or what decides on it when the call is due: until then the call waits. */
export type Fault = FaultName | (() => Promise<FaultName | undefined>);

/** A fault that is decided on by whoever runs the scenario: the call waits until it is released. */
export function heldCall() {
  const reached = deferred<void>();
  const released = deferred<FaultName | undefined>();
  const fault: Fault = () => {
    reached.resolve();
    return released.promise;
  };
  return { fault, reached: reached.promise, release: released.resolve };
}

/** The faults of a scenario by the number of the call, and what they struck. */
export class FaultPlan {
  readonly calls: PlannedCall[] = [];
  /** Calls that a fault struck. */
  struck = 0;
  /** Those of them on which an answer depends. */
  spoiled = 0;
  readonly #faults: ReadonlyMap<number, Fault>;

  constructor(faults: Iterable<readonly [number, Fault]> = []) {
    this.#faults = new Map(faults);
  }

  /** Whether a fault struck after which nobody could know that SES had accepted a mail: a death, or its answer lost. */
  get excusesDoubles(): boolean {
    return this.calls.some(({ number, service }) => {
      const name = this.#faults.get(number);
      if (typeof name !== 'string' || !isUnclear(name)) return false;
      return service === 'ses' || faultKind(name).ending === 'death';
    });
  }

  begin(call: ServiceCall): PlannedCall {
    const isAccessNote = String(call.input.UpdateExpression).includes('lastAccess');
    const planned = { ...call, number: this.calls.length + 1, isAccessNote };
    this.calls.push(planned);
    const fault = this.#faults.get(planned.number);
    if (fault === undefined) return planned;
    this.struck++;
    if (!isAccessNote || (typeof fault === 'string' && faultKind(fault).ending === 'death')) this.spoiled++;
    return planned;
  }

  /** The fault of an attempt at a call, from 1, if it has one. */
  async faultOf({ number }: PlannedCall, attempt: number): Promise<FaultKind | undefined> {
    const fault = this.#faults.get(number);
    const name = typeof fault === 'function' ? await fault() : fault;
    if (name === undefined) return undefined;
    const kind = faultKind(name);
    return kind.once && attempt > 1 ? undefined : kind;
  }
}
