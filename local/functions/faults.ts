import * as z from 'zod';

/** A fault for the next matching calls. */
export const Fault = z.strictObject({
  /** `lambda` is the function itself: its invocation fails. */
  service: z.enum(['dynamodb', 's3', 'ses', 'sqs', 'lambda']),
  /** Such as `PutItem`; default: every action. */
  action: z.string().optional(),
  /** The calling function; default: every function. */
  function: z.string().optional(),
  /** Text in the request or the function's event, as JSON; without it, every call matches. */
  containing: z.string().optional(),
  /**
   * - `unavailable`: 503 without an effect;
   * - `throttled`: the service's throttling error without an effect;
   * - `lost`: takes effect, but the connection breaks before the response;
   * - `rejected`: a permanent error: SES rejects the recipient, others their parameters;
   * - `dies`: the function runs out of memory;
   * - `hangs`: the function does nothing until its timeout.
   */
  kind: z.enum(['unavailable', 'throttled', 'lost', 'rejected', 'dies', 'hangs']),
  /** Number of calls; default: all until the faults are set again. */
  times: z.int().min(0).optional(),
});
export type Fault = z.output<typeof Fault>;

/** A statement that the role of a function lacks, by its position in the policy. */
export const LackingStatement = z.strictObject({
  service: z.literal('iam'),
  function: z.string(),
  statement: z.int().min(0),
});

export const AnyFault = z.discriminatedUnion('service', [Fault, LackingStatement]);
export type AnyFault = z.output<typeof AnyFault>;

export interface FaultyCall {
  service: string;
  action: string;
  function: string;
  content: unknown;
}

/** The faults that are set, with which tests reproduce failures of AWS. */
export class Faults {
  #faults: AnyFault[] = [];
  /** Shared with the functions' instances: 1 while faults are set. */
  readonly areSet = new Int32Array(new SharedArrayBuffer(4));

  set(faults: AnyFault[]): void {
    this.#faults = faults.map((fault) => ({ ...fault }));
    Atomics.store(this.areSet, 0, Number(faults.length > 0));
  }

  lacks(functionName: string, statement: number): boolean {
    return this.#faults.some(
      (fault) => fault.service === 'iam' && fault.function === functionName && fault.statement === statement,
    );
  }

  /** Consumes and returns the fault for this call, if any. */
  take(call: FaultyCall): Fault['kind'] | undefined {
    const has = (text: string | undefined) => text === undefined || JSON.stringify(call.content).includes(text);
    const fault = this.#faults
      .filter(isOfCalls)
      .find(
        ({ service, action = call.action, function: name = call.function, containing, times = 1 }) =>
          service === call.service && action === call.action && name === call.function && times > 0 && has(containing),
      );
    if (fault?.times !== undefined) fault.times--;
    return fault?.kind;
  }

  toJSON(): AnyFault[] {
    return this.#faults;
  }
}

const isOfCalls = (fault: AnyFault): fault is Fault => fault.service !== 'iam';
