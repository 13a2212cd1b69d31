import type { Perform, ServiceCall, ServiceOutput } from './calls.ts';
import { deferred } from './deferred.ts';
import { type InvocationOutcome, NOTIFIER } from './eventSources.ts';
import type { FaultKind } from './faultKinds.ts';
import type { FaultPlan, PlannedCall } from './faultPlan.ts';

const REMAINING_MS = 60_000;

const never = (): Promise<never> => new Promise(() => undefined);

export type Handler = (event: unknown, context: unknown) => Promise<unknown>;

/** A function's process, whose calls meet the planned faults. After its crash none of its calls settles. */
export class SimulatedProcess {
  readonly plan: FaultPlan;
  isDead = false;
  isLate = false;
  /** True if it crashed or a response was lost, so that it may not know what was accepted. */
  wasCutOff = false;
  readonly #perform: Perform;
  readonly #death = deferred<'died'>();

  constructor(plan: FaultPlan, perform: Perform) {
    this.plan = plan;
    this.#perform = perform;
  }

  outcomeOf<T>(result: Promise<T>): Promise<T | 'died'> {
    return Promise.race([result, this.#death.promise]);
  }

  /** The function's result or error, or its crash. */
  invoke(handler: Handler, event: unknown): Promise<InvocationOutcome> {
    const getRemainingTimeInMillis = () => (this.isLate ? 0 : REMAINING_MS);
    const ended = handler(event, { getRemainingTimeInMillis, invokedFunctionArn: NOTIFIER }).then(
      (value): InvocationOutcome => ({ value }),
      (error: unknown) => ({ error }),
    );
    return this.outcomeOf(ended);
  }

  call(call: ServiceCall): Promise<ServiceOutput> {
    return this.isDead ? never() : this.attempt(this.plan.begin(call), call, 1);
  }

  /**
   * An attempt (from 1) at a call.
   * @throws the service's or the connection's error
   */
  async attempt(planned: PlannedCall, call: ServiceCall, attempt: number): Promise<ServiceOutput> {
    if (this.isDead) return never();
    const fault = await this.plan.faultOf(planned, attempt);
    if (fault === undefined) return this.#perform(call);
    if (fault.afterwards && attempt > 1) throw fault.afterwards(call);
    return this.#fail(fault, call);
  }

  async #fail(fault: FaultKind, call: ServiceCall): Promise<ServiceOutput> {
    const { ending, takesEffect, late } = fault;
    if (ending === 'death') this.isDead = true;
    const effect = takesEffect ? this.#perform(call) : Promise.resolve(nothingOf(call));
    if (late) this.isLate = true;
    if (ending === 'right') return effect;
    await effect.catch(() => undefined);
    if (ending === 'death' || (['ses', 'webhook'].includes(call.service) && takesEffect)) this.wasCutOff = true;
    if (ending === 'death') this.#death.resolve('died');
    if (typeof ending === 'function') throw ending(call);
    return never();
  }
}

/** The response to a batch of which nothing was done; empty for other calls. */
const nothingOf = ({ action, input }: ServiceCall): ServiceOutput =>
  action.startsWith('Batch') ? { Items: [], UnprocessedKeys: input.Keys } : {};
