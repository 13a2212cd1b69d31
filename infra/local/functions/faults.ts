import * as z from 'zod';

/** What is to go wrong with the next calls that fit. */
export const Fault = z.strictObject({
  /** `lambda` stands for the function itself: it is its invocation that fails. */
  service: z.enum(['dynamodb', 's3', 'ses', 'sqs', 'lambda']),
  /** Such as `PutItem`; any, if left out. */
  action: z.string().optional(),
  /** The calling function; any, if left out. */
  function: z.string().optional(),
  /** Text that the request, or the function's event, has in it as JSON; any, if left out. */
  containing: z.string().optional(),
  /**
   * - `unavailable`: 503, and nothing happened;
   * - `throttled`: the service's throttling error, and nothing happened;
   * - `lost`: it happened, and the connection breaks instead of the answer;
   * - `rejected`: the service refuses the call for good: SES the recipient, any other its parameters;
   * - `dies`: the function runs out of memory with the event;
   * - `hangs`: the function does nothing until its time limit.
   */
  kind: z.enum(['unavailable', 'throttled', 'lost', 'rejected', 'dies', 'hangs']),
  /** How many calls; all until the faults are set anew, if left out. */
  times: z.int().min(0).optional(),
});
export type Fault = z.output<typeof Fault>;

export interface FaultyCall {
  service: string;
  action: string;
  function: string;
  /** The request, or the event. */
  content: unknown;
}

/** The faults that are set: tests of whoever builds on the local cloud bring about with them what AWS does on bad days. */
export class Faults {
  #faults: Fault[] = [];

  set(faults: Fault[]): void {
    this.#faults = faults.map((fault) => ({ ...fault }));
  }

  /** The fault of this call, which it uses up. */
  take(call: FaultyCall): Fault['kind'] | undefined {
    const has = (text: string | undefined) => text === undefined || JSON.stringify(call.content).includes(text);
    const fault = this.#faults.find(
      ({ service, action = call.action, function: name = call.function, containing, times = 1 }) =>
        service === call.service && action === call.action && name === call.function && times > 0 && has(containing),
    );
    if (fault?.times !== undefined) fault.times--;
    return fault?.kind;
  }

  toJSON(): Fault[] {
    return this.#faults;
  }
}
