import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { digestAt, parseDigestId } from '../../../../../../shared/deliveries/channels/mail/digests/digestId.ts';
import { newId } from '../../../../../../shared/runtime/newId.ts';
import { findDigest, LATE_MAX } from '../../../../../../shared/storage/deliveries/digestRecords.ts';
import type { StoredEndpoint } from '../../../../../../shared/storage/endpoints/storedEndpoint.ts';
import { submissionKey, submittedAt } from '../../../../../../shared/storage/table/itemKeys.ts';
import { IS_LONG } from '../../../../../support/jest/testSize.ts';
import { FaultPlan } from '../../../../../support/simulator/faultPlan.ts';
import { faultsWithin, SOURCE_STEPS } from '../../support/floodSteps.ts';
import { SimulatedPipeline } from '../../support/simulatedPipeline.ts';

/** Always one of the endpoint's addresses; the others change, and with them the budget. */
const STEADY = 'steady@example.com';
const OTHERS = ['b@example.com', 'c@example.com', 'd@example.com', 'e@example.com'];
const MAILS_PER_HOUR = 8;

const Step = fc.oneof(
  /** How late an id's clock is: up to the duration of a request, or far more. */
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('submit' as const),
      count: fc.integer({ min: 1, max: 5 }),
      late: fc.oneof(fc.integer({ min: 0, max: 10 }), fc.integer({ min: 0, max: 1_800 })),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('wait' as const), time: fc.integer({ min: 1, max: 1_200 }) }) },
  ...SOURCE_STEPS,
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), which: fc.nat({ max: 30 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('recipients' as const), others: fc.subarray(OTHERS) }) },
);
type Step = typeof Step extends fc.Arbitrary<infer T> ? T : never;

class Flood {
  readonly service = new SimulatedPipeline({ mailsPerHour: MAILS_PER_HOUR });
  readonly storedAt = new Map<string, number>();
  faults = new FaultPlan();
  #endpoint: StoredEndpoint | undefined;

  get endpointId(): string {
    return this.#endpoint?.id ?? '';
  }

  async open(faults: ConstructorParameters<typeof FaultPlan>[0]): Promise<void> {
    this.#endpoint = await this.service.newEndpoint({ targetEmails: [STEADY, ...OTHERS.slice(2)] });
    this.service.sources.rewind({ forget: true });
    this.faults = new FaultPlan(faults);
    this.service.plan = this.faults;
  }

  async take(step: Step): Promise<void> {
    const { service } = this;
    const { endpoints } = service.repositories;
    if (step.kind === 'submit') for (let i = 0; i < step.count; i++) await this.#submit(step.late * 1_000);
    else if (step.kind === 'wait') service.clock.advance(step.time * 1_000);
    else if (step.kind === 'stream') await service.sources.deliverSome('notifySubmission', step.from, step.count);
    else if (step.kind === 'queue') await service.sources.settleQueues(service.clock.now());
    else if (step.kind === 'remove') await this.#remove(step.which);
    else await endpoints.update(this.#endpoint as never, { targetEmails: [STEADY, ...step.others] });
  }

  async end(): Promise<void> {
    await this.service.sources.deliverSome('notifySubmission');
    await this.service.settle();
    this.service.plan = new FaultPlan([]);
    await this.service.redriveAll();
  }

  async #submit(lateMs: number): Promise<void> {
    const { clock } = this.service;
    const id = await this.service.store(this.endpointId, newId('submission', clock.now() - lateMs), '{}');
    this.storedAt.set(id, clock.now());
  }

  async #remove(which: number): Promise<void> {
    const id = [...this.storedAt.keys()][which];
    if (id === undefined) return;
    this.storedAt.delete(id);
    await this.service.table.delete(submissionKey(this.endpointId, id));
  }
}

/** Covered by its own mail, or by a sent digest of its period that was closed since it was stored, or that lists it. */
async function isCovered({ service, endpointId, storedAt }: Flood, id: string): Promise<boolean> {
  if (service.mailsTo(STEADY, id).length > 0) return true;
  const own = digestAt(endpointId, submittedAt(id)).id;
  const sent = service.mailsTo(STEADY).filter(({ about }) => parseDigestId(about));
  const digests = await Promise.all(sent.map(({ about }) => findDigest(service.table, { endpointId, id: about })));
  return digests.some((digest, i) => {
    const { closedAt = 0, late = [] } = digest ?? {};
    if (late.includes(id) || late.length > LATE_MAX) return true;
    return sent[i]?.about === own && (storedAt.get(id) ?? 0) < closedAt;
  });
}

/** Digests that an address got twice, or of which another quarter has two. */
const repeatedDigests = ({ service }: Flood, recipient: string): string[] => {
  const ids = service
    .mailsTo(recipient)
    .map(({ about }) => about)
    .filter(parseDigestId);
  return ids.filter((id, i) => ids.indexOf(id) < i || id.split('_').length > 3);
};

test('every submission is in a mail, despite late, repeated and unordered records, and changed recipients', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(Step, { minLength: 4, maxLength: 30 }), faultsWithin(80), async (steps, faults) => {
      const flood = new Flood();
      await flood.open(faults);
      for (const step of steps) await flood.take(step);
      await flood.end();
      for (const id of flood.storedAt.keys()) expect([id, await isCovered(flood, id)]).toEqual([id, true]);
      expect(flood.service.messages()).toEqual([]);
      // A mail that a killed function had claimed stays pending if its recipient or submissions were removed since.
      const isAlive = faults.every(([, kind]) => !kind.startsWith('killed'));
      if (!flood.faults.excusesDoubles) expect(repeatedDigests(flood, STEADY)).toEqual([]);
      if (isAlive) expect(flood.service.records().filter(({ state }) => state === 'pending')).toEqual([]);
    }),
    { numRuns: IS_LONG ? 1_000 : 75 },
  );
});
