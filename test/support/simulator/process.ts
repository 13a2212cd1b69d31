import type { Output, Perform, ServiceCall } from './calls.ts';
import { deferred } from './deferred.ts';
import type { FaultKind } from './faultKinds.ts';
import type { FaultPlan, PlannedCall } from './faultPlan.ts';

/** What a function has left of its time limit. */
const REMAINING_MS = 60_000;

const never = (): Promise<never> => new Promise(() => undefined);

/**
 * A function's process, whose calls meet the faults of a plan. After its death nothing that it asked for ever settles,
 * as in a process that is gone.
 */
export class SimulatedProcess {
  readonly plan: FaultPlan;
  isDead = false;
  /** Whether nearly all of the function's time is gone. */
  isLate = false;
  /** Whether it died, or a receiver's answer was lost: then it may not know of what was accepted. */
  wasCutOff = false;
  readonly #perform: Perform;
  readonly #death = deferred<'died'>();

  /** @param perform what the services do */
  constructor(plan: FaultPlan, perform: Perform) {
    this.plan = plan;
    this.#perform = perform;
  }

  /** What an invocation comes to: its result, or the death of its process. */
  outcomeOf<T>(result: Promise<T>): Promise<T | 'died'> {
    return Promise.race([result, this.#death.promise]);
  }

  /** Until the function's time limit. */
  remainingMs = (): number => (this.isLate ? 0 : REMAINING_MS);

  /** A call of which there is a single attempt. */
  call(call: ServiceCall): Promise<Output> {
    return this.isDead ? never() : this.attempt(this.plan.begin(call), call, 1);
  }

  /** An attempt, from 1, at a call. @throws the service's error, or the connection's */
  async attempt(planned: PlannedCall, call: ServiceCall, attempt: number): Promise<Output> {
    if (this.isDead) return never();
    const fault = await this.plan.faultOf(planned, attempt);
    if (fault === undefined) return this.#perform(call);
    if (fault.afterwards && attempt > 1) throw fault.afterwards(call);
    return this.#fail(fault, call);
  }

  async #fail(fault: FaultKind, call: ServiceCall): Promise<Output> {
    const { ending, takesEffect, late } = fault;
    if (ending === 'death') this.isDead = true;
    const effect = this.#effectOf(fault, call);
    if (late) this.isLate = true;
    if (ending === 'right') return effect;
    // Whatever the service answers does not arrive.
    await effect.catch(() => undefined);
    if (ending === 'death' || (['ses', 'webhook'].includes(call.service) && takesEffect !== false))
      this.wasCutOff = true;
    if (ending === 'death') this.#death.resolve('died');
    if (typeof ending === 'function') throw ending(call);
    return never();
  }

  async #effectOf({ takesEffect }: FaultKind, call: ServiceCall): Promise<Output> {
    if (takesEffect === false) return nothingOf(call);
    if (takesEffect === true) return this.#perform(call);
    const [first, ...rest] = call.input.Entries as { Id: string }[];
    const failed = nothingOf({ ...call, input: { ...call.input, Entries: [first] } });
    if (rest.length === 0) return failed;
    return { ...(await this.#perform({ ...call, input: { ...call.input, Entries: rest } })), ...failed };
  }
}

/** The answer when nothing of a batch was done; nothing for any other call. */
function nothingOf({ action, input }: ServiceCall): Output {
  if (action.startsWith('Batch')) return { Items: [], UnprocessedKeys: input.Keys };
  if (action !== 'SendMessageBatch') return {};
  const entries = input.Entries as { Id: string }[];
  return { Failed: entries.map(({ Id }) => ({ Id, Code: 'InternalError', SenderFault: false })) };
}
