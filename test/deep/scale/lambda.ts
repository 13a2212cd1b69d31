import { setTimeout as sleep } from 'node:timers/promises';
import { ASSUMPTIONS, ownMsWith } from '../../../infra/operator/cost/assumptions.ts';
import type { Handler } from '../faults/functions.ts';

export interface LambdaOptions {
  create: () => Handler;
  timeoutMs: number;
  memoryGb: number;
  now: () => number;
}

/** A function's instances, each of which handles one event at a time. */
export class Lambda {
  readonly #options: LambdaOptions;
  readonly #idle: Handler[] = [];
  #busy = 0;
  invocations = 0;
  /** The largest number of instances that were busy at the same time. */
  concurrency = 0;

  constructor(options: LambdaOptions) {
    this.#options = options;
  }

  async invoke(event: unknown): Promise<unknown> {
    const { create, timeoutMs, memoryGb, now } = this.#options;
    this.invocations++;
    this.concurrency = Math.max(this.concurrency, ++this.#busy);
    let handler = this.#idle.pop();
    if (!handler) {
      await sleep(ASSUMPTIONS.coldStartMs);
      handler = create();
    }
    const endsAt = now() + timeoutMs;
    await sleep(ownMsWith(memoryGb));
    try {
      return await handler(event, { getRemainingTimeInMillis: () => endsAt - now(), invokedFunctionArn: 'arn' });
    } finally {
      this.#idle.push(handler);
      this.#busy--;
    }
  }
}
