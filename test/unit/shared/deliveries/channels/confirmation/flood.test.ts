import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { asciiAddress } from '../../../../../../shared/contract/emailAddress.ts';
import { newId } from '../../../../../../shared/runtime/newId.ts';
import type { StoredEndpoint } from '../../../../../../shared/storage/endpoints/storedEndpoint.ts';
import { IS_LONG } from '../../../../../support/jest/testSize.ts';
import { FaultPlan } from '../../../../../support/simulator/faultPlan.ts';
import type { Mail } from '../../../../../support/simulator/services.ts';
import { faultsWithin, SOURCE_STEPS } from '../../support/floodSteps.ts';
import { SimulatedPipeline } from '../../support/simulatedPipeline.ts';

const HOUR_MS = 3_600_000;
const PER_HOUR_MAX = 4;
const RUNS = IS_LONG ? 1_000 : 75;
const CONFIRMATION = { subject: 'Thank you', text: 'We got it.' };

const MAILBOXES: readonly (readonly string[])[] = [
  ['ada@example.com', 'Ada@Example.COM', 'ada+1@example.com', 'ADA+spam@example.com', ' ada@example.com '],
  ['bob@müller.de', 'bob@xn--mller-kva.de', 'Bob@MÜLLER.de', 'bob+x@müller.de'],
  ['c.d@gmail.com', 'cd@gmail.com', 'C.D+e@googlemail.com'],
];
const mailboxOf = ({ recipient }: Pick<Mail, 'recipient'>): number =>
  MAILBOXES.findIndex((spellings) => spellings.some((spelling) => asciiAddress(spelling.trim()) === recipient));

const Step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('submit' as const),
      endpoint: fc.nat({ max: 3 }),
      mailbox: fc.nat({ max: MAILBOXES.length - 1 }),
      spelling: fc.nat({ max: 4 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 500 }) }),
  },
  ...SOURCE_STEPS,
);
type Step = typeof Step extends fc.Arbitrary<infer T> ? T : never;

class Flood {
  readonly service = new SimulatedPipeline({ confirmationsPerHour: PER_HOUR_MAX });
  readonly #endpoints: StoredEndpoint[] = [];

  async open(faults: ConstructorParameters<typeof FaultPlan>[0]): Promise<void> {
    for (let i = 0; i < 4; i++)
      this.#endpoints.push(
        await this.service.newEndpoint({ confirmation: CONFIRMATION, allowedOrigins: ['https://example.com'] }),
      );
    this.service.sources.rewind({ forget: true });
    this.service.plan = new FaultPlan(faults);
  }

  async take(step: Step): Promise<void> {
    const { service } = this;
    if (step.kind === 'submit') await this.#submit(step.endpoint, MAILBOXES[step.mailbox] ?? [], step.spelling);
    else if (step.kind === 'wait') service.clock.advance(step.minutes * 60_000);
    else if (step.kind === 'queue') await service.sources.settleQueues(service.clock.now());
    else await service.sources.deliverSome('notifySubmission', step.from, step.count);
  }

  async end(): Promise<void> {
    await this.service.sources.deliverSome('notifySubmission');
    await this.service.settle();
  }

  problems(): string[] {
    const { mails } = this.service.services;
    const endpointOf = new Map(
      this.service.records('confirmation').map(({ about, endpointId }) => [about, endpointId] as const),
    );
    const ofEndpoint = (mail: Mail) => endpointOf.get(mail.about) ?? '';
    return mails.flatMap((mail) => {
      const since = (ms: number) =>
        mails.filter((each) => each.acceptedAt > mail.acceptedAt - ms && each.acceptedAt <= mail.acceptedAt);
      const toSame = (all: Mail[]) => all.filter((each) => mailboxOf(each) === mailboxOf(mail));
      const fromSame = (all: Mail[]) => all.filter((each) => ofEndpoint(each) === ofEndpoint(mail));
      return [
        ...(toSame(since(24 * HOUR_MS)).length > 3 ? ['more than 3 a day to a mailbox'] : []),
        ...(toSame(fromSame(since(HOUR_MS))).length > 1 ? ['more than 1 an hour from an endpoint to a mailbox'] : []),
        ...(fromSame(since(HOUR_MS)).length > PER_HOUR_MAX ? ['more than an endpoint may send an hour'] : []),
        ...(mails.filter(({ about }) => about === mail.about).length > 1 ? ['twice about a submission'] : []),
      ];
    });
  }

  async #submit(endpoint: number, spellings: readonly string[], spelling: number): Promise<void> {
    const email = spellings[spelling % spellings.length];
    const { id } = this.#endpoints[endpoint] as StoredEndpoint;
    await this.service.store(id, newId('submission', this.service.clock.now()), JSON.stringify({ email }));
  }
}

test('a flood of forms exceeds no limit of a mailbox or an endpoint, with any failures and crashes', async () => {
  let sent = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(Step, { minLength: 6, maxLength: 40 }), faultsWithin(120), async (steps, faults) => {
      const flood = new Flood();
      await flood.open(faults);
      for (const step of steps) await flood.take(step);
      await flood.end();
      sent += flood.service.services.mails.length;
      expect(flood.problems()).toEqual([]);
      expect(flood.service.messages()).toEqual([]);
    }),
    { numRuns: RUNS },
  );
  expect(sent).toBeGreaterThan(RUNS);
});
