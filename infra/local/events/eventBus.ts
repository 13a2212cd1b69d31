import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { ASYNCHRONOUS_EVENT_BYTES_MAX } from '../../../shared/runtime/awsLimits.ts';
import type { Queues } from '../aws/queues.ts';
import type { LocalFunction } from '../functions/functions.ts';
import { LOCAL, type Resource } from '../template.ts';
import { matches } from './eventPattern.ts';

/** An event that a service publishes to the account's event bus. */
export interface BusEvent {
  /** Such as `aws.guardduty`. */
  source: string;
  'detail-type': string;
  resources: string[];
  detail: unknown;
}

const Target = z.object({
  Arn: z.string(),
  DeadLetterConfig: z.object({ Arn: z.string() }).optional(),
});
const Rule = z.object({
  EventPattern: z.record(z.string(), z.unknown()).optional(),
  State: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
  Targets: z.array(Target).default([]),
});
type Rule = z.output<typeof Rule>;
type Target = z.output<typeof Target>;

/** AWS Lambda retries a failed asynchronous invocation twice. */
const ATTEMPTS = 3;
const RETRY_WAIT_MS = 200;

/** The account's default event bus: delivers each event to the targets of the matching rules. */
export class EventBus {
  readonly #rules: Rule[];
  readonly #queues: Queues;
  readonly #functionWith: (arn: string) => LocalFunction | undefined;

  constructor(rules: readonly Resource[], queues: Queues, functionWith: (arn: string) => LocalFunction | undefined) {
    this.#rules = rules.map(({ properties }) => Rule.parse(properties));
    this.#queues = queues;
    this.#functionWith = functionWith;
  }

  /** Resolves once every target, or its dead-letter queue, has the event. */
  async publish({ source, 'detail-type': detailType, resources, detail }: BusEvent): Promise<void> {
    const event = {
      version: '0',
      id: randomUUID(),
      'detail-type': detailType,
      source,
      account: LOCAL.accountId,
      time: `${new Date().toISOString().slice(0, 19)}Z`,
      region: LOCAL.region,
      resources,
      detail,
    };
    const fitting = this.#rules.filter(
      ({ State, EventPattern }) =>
        State === 'ENABLED' && EventPattern && matches(event, EventPattern as Parameters<typeof matches>[1]),
    );
    await Promise.all(fitting.flatMap(({ Targets }) => Targets.map((target) => this.#deliver(event, target))));
  }

  async #deliver(event: object, { Arn, DeadLetterConfig }: Target): Promise<void> {
    const queue = this.#queues.byArn(Arn);
    if (queue) return void queue.send(JSON.stringify(event));
    const target = this.#functionWith(Arn);
    for (let attempt = 0; target && attempt < ATTEMPTS; attempt++) {
      if (attempt > 0) await sleep(RETRY_WAIT_MS * 2 ** attempt);
      if ('payload' in (await target.invoke(event, ASYNCHRONOUS_EVENT_BYTES_MAX))) return;
    }
    const failed = DeadLetterConfig && this.#queues.byArn(DeadLetterConfig.Arn);
    failed?.send(JSON.stringify(event));
    console.error(`No target accepted an event of ${Arn}${failed ? ': it is in the dead-letter queue' : ''}.`);
  }
}
