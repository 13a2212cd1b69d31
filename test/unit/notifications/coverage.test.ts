import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { DynamoDBRecord } from 'aws-lambda';
import fc from 'fast-check';
import { digestAt } from '../../../shared/deliveries/channels/mail/digestId.ts';
import { newId } from '../../../shared/runtime/newId.ts';
import { Endpoints, type StoredEndpoint } from '../../../shared/storage/endpoints.ts';
import { digestKey, submissionKey, submittedAt } from '../../../shared/storage/itemKeys.ts';
import { FaultPlan } from '../../support/simulator/faultPlan.ts';
import { SimulatedService, submissionIdOf } from './support/simulatedService.ts';

/** Stays an address of the endpoint; the others come and go, and change how far the budget reaches. */
const STEADY = 'steady@example.com';
const OTHERS = ['b@example.com', 'c@example.com', 'd@example.com', 'e@example.com'];
const MAILS_PER_HOUR = 8;

/** What may happen to an endpoint. Times are seconds. */
const Step = fc.oneof(
  /** The clock that gives the id may be late: by the time of a request, or by far. */
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('submit' as const),
      count: fc.integer({ min: 1, max: 5 }),
      late: fc.oneof(fc.integer({ min: 0, max: 10 }), fc.integer({ min: 0, max: 1_800 })),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('wait' as const), time: fc.integer({ min: 1, max: 1_200 }) }) },
  /** Some of the records, new ones or such as were brought before. */
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('stream' as const),
      from: fc.nat({ max: 30 }),
      count: fc.integer({ min: 1, max: 12 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('queue' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), which: fc.nat({ max: 30 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('recipients' as const), others: fc.subarray(OTHERS) }) },
);
type Step = typeof Step extends fc.Arbitrary<infer T> ? T : never;
const Fault = fc.tuple(
  fc.integer({ min: 1, max: 80 }),
  fc.constantFrom('killed before', 'killed after', 'answer lost', 'throttled', 'unavailable', 'refused'),
);

/** An endpoint over its budget, and what is known of its submissions. */
class Flood {
  readonly service = new SimulatedService({ mailsPerHour: MAILS_PER_HOUR });
  readonly storedAt = new Map<string, number>();
  readonly #plan: FaultPlan;
  readonly #records: DynamoDBRecord[] = [];
  #endpoint: StoredEndpoint | undefined;
  #brought = 0;

  constructor(faults: ConstructorParameters<typeof FaultPlan>[0]) {
    this.#plan = new FaultPlan(faults);
  }

  get endpointId(): string {
    return this.#endpoint?.id ?? '';
  }

  async open(): Promise<void> {
    this.#endpoint = await this.service.newEndpoint([STEADY, ...OTHERS.slice(2)]);
  }

  async take(step: Step): Promise<void> {
    const { service } = this;
    if (step.kind === 'submit') for (let i = 0; i < step.count; i++) await this.#submit(step.late * 1_000);
    else if (step.kind === 'wait') service.clock.advance(step.time * 1_000);
    else if (step.kind === 'stream') await this.#bring(Math.min(step.from, this.#brought), step.count);
    else if (step.kind === 'queue') await service.drain(this.#plan, service.clock.now());
    else if (step.kind === 'remove') await this.#remove(step.which);
    else await new Endpoints(service.table).update(this.#endpoint as never, { targetEmails: [STEADY, ...step.others] });
  }

  /** Stream and queue come to their ends, and what was given up is redriven. */
  async end(): Promise<void> {
    await this.#bring(this.#brought, this.#records.length);
    await this.service.drain(this.#plan);
    await this.service.redriveAll();
    await this.service.drain();
  }

  async #submit(lateMs: number): Promise<void> {
    const { clock, table } = this.service;
    const key = submissionKey(this.endpointId, newId('submission', clock.now() - lateMs));
    const item = { ...key, data: '{}', location: 'Unknown' };
    await table.put(item, {});
    const record = this.service.recordOf(key, item);
    this.#records.push(record);
    this.storedAt.set(submissionIdOf(record), clock.now());
  }

  /** Everything new up to there is brought for the first time; what is before it comes again. */
  async #bring(from: number, count: number): Promise<void> {
    await this.service.bring(this.#records.slice(from, from + count), this.#plan);
    this.#brought = Math.max(this.#brought, Math.min(from + count, this.#records.length));
  }

  async #remove(which: number): Promise<void> {
    const id = [...this.storedAt.keys()][which];
    if (id === undefined) return;
    this.storedAt.delete(id);
    await this.service.table.delete(submissionKey(this.endpointId, id));
  }
}

beforeEach(() => {
  for (const level of ['info', 'warn', 'error'] as const)
    jest.spyOn(console, level).mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** Announced by itself, or there when the digest was closed that was sent. */
async function isCovered({ service, endpointId, storedAt }: Flood, id: string): Promise<boolean> {
  if (service.mails(id, STEADY).length > 0) return true;
  const digest = digestAt(endpointId, submittedAt(id));
  const closedAt = Number((await service.table.get(digestKey(digest.id)))?.closedAt);
  return service.mails(digest.id, STEADY).length > 0 && (storedAt.get(id) ?? 0) < closedAt;
}

test('whatever comes late, again or out of turn, and whoever the recipients are: every submission is told of', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(Step, { minLength: 4, maxLength: 30 }),
      fc.array(Fault, { maxLength: 3 }),
      async (steps, faults) => {
        const flood = new Flood(faults);
        await flood.open();
        for (const step of steps) await flood.take(step);
        await flood.end();
        for (const id of flood.storedAt.keys()) expect([id, await isCovered(flood, id)]).toEqual([id, true]);
        expect(flood.service.queue.messages).toEqual([]);
      },
    ),
    { numRuns: 150 },
  );
});
