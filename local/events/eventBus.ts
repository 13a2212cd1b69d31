import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { LOCAL, type Resource } from '../../infra/localService/template.ts';
import { ASYNCHRONOUS_EVENT_BYTES_MAX } from '../../shared/runtime/awsLimits.ts';
import type { Queues } from '../aws/queues.ts';
import type { LocalFunction } from '../functions/functions.ts';
import { Loop } from '../process/loop.ts';
import { matches, type Pattern } from './eventPattern.ts';
import { invokeAsynchronously } from './invocation.ts';

/** An event that a service publishes to the account's event bus. */
export interface BusEvent {
  /** Such as `aws.guardduty`. */
  source: string;
  'detail-type': string;
  resources: string[];
  detail: unknown;
}

const Target = z.object({ Arn: z.string(), Input: z.string().default('{}') });
const Rule = z.object({
  EventPattern: z.record(z.string(), z.unknown()).optional(),
  ScheduleExpression: z.string().optional(),
  State: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
  Targets: z.array(Target).default([]),
});
type Rule = z.output<typeof Rule>;

interface EventBusParts {
  queues: Queues;
  functionWith: (arn: string) => LocalFunction | undefined;
  /** Replaces AWS's URL in scheduled events. */
  apiUrl?: string;
}

const UNITS_MS: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** Interval of an Amazon EventBridge rule such as `rate(1 minute)`, in milliseconds. @throws Error for another form */
export function intervalOf(expression: string): number {
  const [, count, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  if (unit === undefined) throw new Error(`The local cloud does not support the schedule ${expression}.`);
  return Number(count) * (UNITS_MS[unit] as number);
}

/** Amazon EventBridge: delivers events to the targets of matching rules, and invokes targets on schedules. */
export class EventBus {
  readonly #rules: Rule[];
  readonly #parts: EventBusParts;
  readonly #schedules: { intervalMs: number; loop: Loop; tick: () => Promise<unknown> }[];

  constructor(rules: readonly Resource[], parts: EventBusParts) {
    this.#parts = parts;
    this.#rules = rules.map(({ properties }) => Rule.parse(properties)).filter(({ State }) => State === 'ENABLED');
    this.#schedules = this.#rules.flatMap(({ ScheduleExpression, Targets }) =>
      ScheduleExpression === undefined
        ? []
        : Targets.map(({ Arn, Input }) => ({
            intervalMs: intervalOf(ScheduleExpression),
            loop: new Loop(`The schedule of ${Arn}`),
            tick: () => this.#deliver(this.#scheduled(JSON.parse(Input)), Arn),
          })),
    );
  }

  start(): void {
    for (const { intervalMs, loop, tick } of this.#schedules)
      loop.start(async (signal) => {
        await loop.pause(intervalMs);
        if (!signal.aborted) await tick();
      });
  }

  async stop(): Promise<void> {
    await Promise.all(this.#schedules.map(({ loop }) => loop.stop()));
  }

  /** Invokes all scheduled targets now, in addition. */
  async tick(): Promise<void> {
    await Promise.all(this.#schedules.map(({ tick }) => tick()));
  }

  /** Resolves once every target, or a dead-letter queue, has the event. */
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
    const fitting = this.#rules.filter(({ EventPattern }) => EventPattern && matches(event, EventPattern as Pattern));
    await Promise.all(fitting.flatMap(({ Targets }) => Targets.map(({ Arn }) => this.#deliver(event, Arn))));
  }

  #scheduled(event: object): object {
    const { apiUrl } = this.#parts;
    return 'apiUrl' in event && apiUrl !== undefined ? { ...event, apiUrl } : event;
  }

  /** EventBridge is done once AWS Lambda accepts an event: a failing event goes to the function's dead letters. */
  async #deliver(event: object, arn: string): Promise<void> {
    const { queues, functionWith } = this.#parts;
    const queue = queues.byArn(arn);
    if (queue) return void queue.send(JSON.stringify(event));
    const target = functionWith(arn);
    if (!target) throw new Error(`The template has no target ${arn}.`);
    if (await invokeAsynchronously((each) => target.invoke(each, ASYNCHRONOUS_EVENT_BYTES_MAX), event)) return;
    const failed = queues.byArn(target.deadLettersArn ?? '');
    failed?.send(JSON.stringify(event));
    console.error(`${target.name} accepted no event of ${arn}${failed ? ': it is in the dead-letter queue' : ''}.`);
  }
}
