import type { DynamoDBRecord } from 'aws-lambda';
import { notificationKey } from '../../../../shared/storage/itemKeys.ts';
import type { FaultName } from '../../../support/simulator/faultKinds.ts';
import { FaultPlan, heldCall } from '../../../support/simulator/faultPlan.ts';
import { handledCount } from '../../../support/simulator/streamMapping.ts';
import { type Defect, deliveryName, type Outcome, SimulatedService, submissionIdOf } from './simulatedService.ts';

/** Submissions of a batch, and the addresses of their endpoint. */
export interface Setting {
  records: number;
  recipients: string[];
}

/** Something that happens to a batch of records, to the end. */
interface Scenario {
  name: string;
  run: (service: SimulatedService, records: DynamoDBRecord[]) => Promise<FaultPlan>;
}

export interface Findings {
  scenarios: number;
  /** What must never be, with the scenario in which it was. */
  violations: string[];
  /** Scenarios in which a message was sent twice, rightly or not. */
  duplicates: string[];
}

/** One kind of each sort; test/deep/faults has them all. */
export const SINGLE_FAULTS = [
  'killed before',
  'killed after',
  'answer lost',
  'throttled',
  'unavailable',
  'refused',
  'slow',
  'late',
] as const satisfies FaultName[];

/** Runs every scenario, against the function as it is or with a part taken out; then the first findings are enough. */
export async function findViolations(setting: Setting, defect?: Defect): Promise<Findings> {
  const findings: Findings = { scenarios: 0, violations: [], duplicates: [] };
  const calls = await countCalls(setting);
  for (const scenario of [redelivered, ...copies(calls), ...singleFaults(calls)]) {
    await play(scenario, setting, findings, defect);
    if (defect && findings.violations.length > 0) break;
  }
  return findings;
}

/** Runs every pair of a fault of the first invocation and one after it, among those after which nobody knows what happened. */
export async function findViolationsOfPairs(setting: Setting, defect?: Defect): Promise<Findings> {
  const findings: Findings = { scenarios: 0, violations: [], duplicates: [] };
  for (const first of faultsOf(await countCalls(setting), UNCLEAR)) {
    for (const kind of UNCLEAR) {
      await playUntilUnreached(first, kind, setting, findings, defect);
      if (defect && findings.violations.length > 0) return findings;
    }
  }
  return findings;
}

/** A death before a call is one after the call before it; a throttled call sends the rest to the queue. */
const UNCLEAR = ['killed after', 'answer lost', 'throttled'] as const;

type NumberedFault = readonly [number, FaultName];

/** Every kind of fault at every call. */
const faultsOf = (calls: number, kinds: readonly FaultName[]): NumberedFault[] =>
  Array.from({ length: calls }, (_, i) => kinds.map((kind) => [i + 1, kind] as const)).flat();

const nameOfFault = ([call, kind]: NumberedFault): string => `call ${call} ${kind}`;

/** A service with the records of the setting. */
async function begin({ records, recipients }: Setting, defect?: Defect) {
  const service = new SimulatedService({ defect });
  const { id } = await service.newEndpoint(recipients);
  return { service, batch: await service.submit(id, records) };
}

/** How many calls one invocation makes when nothing goes wrong. */
export async function countCalls(setting: Setting): Promise<number> {
  const plan = new FaultPlan();
  const { service, batch } = await begin(setting);
  await service.announce(service.newProcess(plan), batch);
  return plan.calls.length;
}

/** The faults strike in whatever invocation makes the call with their number, for the stream or for the queue. */
const withFaults = (faults: NumberedFault[]): Scenario => ({
  name: faults.map(nameOfFault).join(', '),
  run: async (service, batch) => {
    const plan = new FaultPlan(faults);
    await service.bring(batch, plan);
    await service.drain(plan);
    return plan;
  },
});

const singleFaults = (calls: number): Scenario[] => faultsOf(calls, SINGLE_FAULTS).map((fault) => withFaults([fault]));

/** The second fault moves on until the scenario ends before its call. */
async function playUntilUnreached(
  first: NumberedFault,
  kind: FaultName,
  setting: Setting,
  findings: Findings,
  defect?: Defect,
): Promise<void> {
  for (let call = first[0] + 1; ; call++) {
    const plan = await play(withFaults([first, [call, kind]]), setting, findings, defect);
    if (plan.calls.length < call) return;
  }
}

const redelivered: Scenario = {
  name: 'the batch comes again when it is done',
  run: async (service, batch) => {
    const plan = new FaultPlan();
    for (const _time of ['first', 'second']) {
      await service.bring(batch, plan);
      await service.drain(plan);
    }
    return plan;
  },
};

/** Two invocations have the same batch: one stops before a call, the other runs whole, the first goes on or dies. */
const copies = (calls: number): Scenario[] =>
  Array.from({ length: calls }, (_, i) =>
    ([undefined, 'killed before', 'killed after'] as const).map((then) => ({
      name: `a copy ran while call ${i + 1} was held, then: ${then ?? 'no fault'}`,
      run: (service: SimulatedService, batch: DynamoDBRecord[]) => runCopies(service, batch, i + 1, then),
    })),
  ).flat();

async function runCopies(service: SimulatedService, batch: DynamoDBRecord[], call: number, then?: FaultName) {
  const { fault, reached, release } = heldCall();
  const plan = new FaultPlan([[call, fault]]);
  const first = service.announce(service.newProcess(plan), batch);
  await reached;
  const second = await service.announce(service.newProcess(), batch);
  release(then);
  for (const outcome of [await first, second]) await service.bring(unhandled(batch, outcome), plan);
  await service.drain(plan);
  return plan;
}

/** The records that a mapping brings again. */
const unhandled = (batch: DynamoDBRecord[], outcome: Outcome): DynamoDBRecord[] =>
  outcome === 'died' ? batch : batch.slice(handledCount(batch, outcome));

async function play(scenario: Scenario, setting: Setting, findings: Findings, defect?: Defect): Promise<FaultPlan> {
  const { service, batch } = await begin(setting, defect);
  let plan = new FaultPlan();
  const wrong: string[] = [];
  try {
    plan = await scenario.run(service, batch);
  } catch (error) {
    wrong.push(String(error));
  }
  // What the stream gave up waits for a person, who has the command.
  await service.redriveAll();
  findings.scenarios++;
  const judged = await judge(service, batch, setting);
  findings.violations.push(...[...wrong, ...judged.wrong].map((what) => `${scenario.name}: ${what}`));
  if (judged.doubles > 0) findings.duplicates.push(scenario.name);
  return plan;
}

/** Each was sent, once but for what a death or a lost answer excuses, is marked so, and each attempt is on record. */
async function judge(service: SimulatedService, batch: DynamoDBRecord[], { recipients }: Setting) {
  const deliveries = batch.flatMap((record) =>
    recipients.map((recipient) => ({ about: submissionIdOf(record), recipient })),
  );
  const wrong: string[] = [];
  let doubles = 0;
  for (const { about, recipient } of deliveries) {
    const name = deliveryName(about, recipient);
    const times = service.mails(about, recipient).length;
    const record = await service.table.get(notificationKey(about, recipient));
    const attempts = (record?.attempts as Set<string> | undefined)?.size ?? 0;
    if (times === 0) wrong.push(`${name} was never sent`);
    if (times > 1 + (await service.timesExcused(about, recipient))) wrong.push(`${name} was sent ${times} times`);
    if (times > attempts) wrong.push(`${name} was sent ${times} times, with ${attempts} attempts on record`);
    if (record?.state !== 'sent' && !service.unmarked.has(name)) wrong.push(`${name} is ${record?.state} in the table`);
    if (times > 1) doubles++;
  }
  if (service.queue.messages.length > 0) wrong.push('the queue is not empty');
  if (service.queue.deadLetters.length > 0) wrong.push('there are dead letters');
  return { wrong, doubles };
}
