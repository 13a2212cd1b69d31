import type { DynamoDBRecord } from 'aws-lambda';
import { noteKey } from '../../../shared/repositories/itemKeys.ts';
import type { Table } from '../../../shared/repositories/table.ts';
import { FAULT_KINDS, type FaultKind, FaultPlan, Invocation, waiting } from './faultyCalls.ts';
import { deliver, type Mutation, nameOfNote, newRecords, restOf, submissionIdOf, World } from './world.ts';

/** Where scenarios take place: an endpoint in a real table. */
export interface Place {
  table: Table;
  endpointId: string;
  recipients: string[];
}

/** Something that happens to a batch of records, to the end. */
interface Scenario {
  name: string;
  records: number;
  run: (world: World, records: DynamoDBRecord[]) => Promise<FaultPlan>;
}

export interface Findings {
  scenarios: number;
  /** What must never be, with the scenario in which it was. */
  violations: string[];
  /** Scenarios in which a message was sent twice, rightly or not. */
  duplicates: string[];
}

/** Records of a batch: with two, one can fail while the other is done. */
const BATCH = 2;
/** Scenarios at work at once; they share nothing but the table. */
const PARALLEL = 8;

/** Runs every scenario, against the function as it is or with a part taken out; then the first findings are enough. */
export async function findViolations(place: Place, mutation?: Mutation): Promise<Findings> {
  const findings: Findings = { scenarios: 0, violations: [], duplicates: [] };
  const calls = await countCalls(place, BATCH);
  const queue = [redelivered, ...copies(calls), ...singleFaults(calls)];
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      await play(next, place, findings, mutation);
      if (mutation && findings.violations.length > 0) return;
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return findings;
}

/** Runs every pair of a fault of the first invocation and one after it, among those after which nobody knows what happened. */
export async function findViolationsOfPairs(place: Place): Promise<Findings> {
  const findings: Findings = { scenarios: 0, violations: [], duplicates: [] };
  const firsts = faultsOf(await countCalls(place, BATCH), UNCLEAR);
  const work = async () => {
    for (let first = firsts.shift(); first !== undefined; first = firsts.shift()) {
      for (const kind of UNCLEAR) await playUntilUnreached(first, kind, place, findings);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return findings;
}

/** A death before a call is one after the call before it. */
const UNCLEAR = ['dies after', 'answer lost'] as const;

type NumberedFault = readonly [number, FaultKind];

/** Every kind of fault at every call. */
const faultsOf = (calls: number, kinds: readonly FaultKind[]): NumberedFault[] =>
  Array.from({ length: calls }, (_, i) => kinds.map((kind) => [i + 1, kind] as const)).flat();

const nameOfFault = ([call, kind]: NumberedFault): string => `call ${call} ${kind}`;

/** How many calls one invocation makes when nothing goes wrong. */
export async function countCalls({ table, endpointId }: Place, records: number): Promise<number> {
  const plan = new FaultPlan();
  await new World(table).announce(new Invocation(plan), newRecords(endpointId, records));
  return plan.calls;
}

/** The faults strike in whatever invocation makes the call with their number. */
const withFaults = (faults: NumberedFault[], records: number): Scenario => ({
  name: faults.map(nameOfFault).join(', '),
  records,
  run: async (world, batch) => {
    const plan = new FaultPlan(faults);
    await deliver(batch, world.clock, (rest) => world.announce(new Invocation(plan), rest));
    return plan;
  },
});

const singleFaults = (calls: number): Scenario[] =>
  faultsOf(calls, FAULT_KINDS).map((fault) => withFaults([fault], BATCH));

/** The second fault moves on until the scenario ends before its call. */
async function playUntilUnreached(
  first: NumberedFault,
  kind: FaultKind,
  place: Place,
  findings: Findings,
): Promise<void> {
  for (let call = first[0] + 1; ; call++) {
    const plan = await play(withFaults([first, [call, kind]], BATCH), place, findings);
    if (plan.calls < call) return;
  }
}

const redelivered: Scenario = {
  name: 'the batch comes again when it is done',
  records: BATCH,
  run: async (world, batch) => {
    const plan = new FaultPlan();
    for (const _time of ['first', 'second']) {
      await deliver(batch, world.clock, (rest) => world.announce(new Invocation(plan), rest));
    }
    return plan;
  },
};

/** Two invocations have the same batch: one stops before a call, the other runs whole, the first goes on or dies. */
const copies = (calls: number): Scenario[] =>
  Array.from({ length: calls }, (_, i) =>
    (['none', 'dies before', 'dies after'] as const).map((then) => ({
      name: `a copy ran while call ${i + 1} waited, then: ${then}`,
      records: BATCH,
      run: (world: World, batch: DynamoDBRecord[]) => runCopies(world, batch, i + 1, then),
    })),
  ).flat();

async function runCopies(world: World, batch: DynamoDBRecord[], call: number, then: FaultKind | 'none') {
  const { wait, reached, goOn } = waiting();
  const plan = new FaultPlan([[call, wait]]);
  const first = world.announce(new Invocation(plan), batch);
  await reached;
  const second = await world.announce(new Invocation(new FaultPlan()), batch);
  goOn(then);
  for (const outcome of [await first, second]) {
    await deliver(restOf(batch, outcome), world.clock, (rest) => world.announce(new Invocation(plan), rest));
  }
  return plan;
}

async function play(scenario: Scenario, place: Place, findings: Findings, mutation?: Mutation): Promise<FaultPlan> {
  const world = new World(place.table, mutation);
  const batch = newRecords(place.endpointId, scenario.records);
  const plan = await scenario.run(world, batch);
  findings.scenarios++;
  const { wrong, doubles } = await judge(world, batch, place);
  findings.violations.push(...wrong.map((what) => `${scenario.name}: ${what}`));
  if (doubles > 0) findings.duplicates.push(scenario.name);
  return plan;
}

/** Each was sent, once but for what a death or a lost answer excuses, and is marked so. */
async function judge(world: World, batch: DynamoDBRecord[], { table, recipients }: Place) {
  const keys = batch.flatMap((record) => recipients.map((recipient) => noteKey(submissionIdOf(record), recipient)));
  const items = await table.getAll(keys);
  const wrong: string[] = [];
  let doubles = 0;
  for (const { PK, SK } of keys) {
    const note = nameOfNote(PK.slice('NOTE#'.length), SK);
    const times = world.timesSent(note);
    const state = items.find((item) => item.PK === PK && item.SK === SK)?.state;
    if (times === 0) wrong.push(`${note} was never sent`);
    if (times > 1 + world.timesExcused(note)) wrong.push(`${note} was sent ${times} times`);
    if (state !== 'sent') wrong.push(`${note} is ${state} in the table`);
    if (times > 1) doubles++;
  }
  return { wrong, doubles };
}
