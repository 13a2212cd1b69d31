import type { ServiceCall } from './calls.ts';
import { deferred } from './deferred.ts';
import { type FaultKind, type FaultName, faultKind, isUnclear } from './faultKinds.ts';

/** A counted call: one `send` of a client with all its attempts. */
export interface PlannedCall extends ServiceCall {
  /** From 1, over all invocations of a scenario. */
  number: number;
  /** True if it only records a key's last use, whose failure must not affect the request. */
  isAccessNote: boolean;
}

/** A fault, or a function that decides on it when the call is due; the call waits for it. */
export type Fault = FaultName | (() => Promise<FaultName | undefined>);

/** A fault chosen by the scenario: the call waits until it is released. */
export function heldCall() {
  const reached = deferred<void>();
  const released = deferred<FaultName | undefined>();
  const fault: Fault = () => {
    reached.resolve();
    return released.promise;
  };
  return { fault, reached: reached.promise, release: released.resolve };
}

export class FaultPlan {
  readonly calls: PlannedCall[] = [];
  struck = 0;
  /** Faults of the response. */
  spoiled = 0;
  readonly #faults: ReadonlyMap<number, Fault>;

  constructor(faults: Iterable<readonly [number, Fault]> = []) {
    this.#faults = new Map(faults);
  }

  /** True if a fault hid SES's acceptance of a mail: a crash, or a lost response. */
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

  async faultOf({ number }: PlannedCall, attempt: number): Promise<FaultKind | undefined> {
    const fault = this.#faults.get(number);
    const name = typeof fault === 'function' ? await fault() : fault;
    if (name === undefined) return undefined;
    const kind = faultKind(name);
    return kind.once && attempt > 1 ? undefined : kind;
  }
}
