import { type FaultName, isUnclear, kindsFor } from '../../support/simulator/faultKinds.ts';
import { FaultPlan, type PlannedCall } from '../../support/simulator/faultPlan.ts';
import type { Consumption } from './consumers.ts';
import { violationsOf } from './invariants.ts';
import { auditProblems, formProblems, leaksOf, statusOf } from './judge.ts';
import { CONSUMER_SCENARIOS, type Conversation, OPERATION_SCENARIOS, type Scenario } from './scenarios.ts';
import { SimulatedCloud, type SimulatedResponse, type Surroundings } from './simulatedCloud.ts';

export type Faults = readonly (readonly [call: number, name: FaultName])[];

export interface Case {
  target: string;
  kind: 'operations' | 'consumers';
  scenario: string;
  run: (surroundings: Surroundings, faults: Faults) => Promise<RunResult>;
}

export interface RunResult {
  problems: string[];
  calls: PlannedCall[];
  struck: number;
}

/** A client's attempts, at least one of which meets no fault. */
const CLIENT_ATTEMPTS_MAX = 4;

export const CASES: readonly Case[] = [
  ...casesOf('operations', OPERATION_SCENARIOS, converse),
  ...casesOf('consumers', CONSUMER_SCENARIOS, consume),
];

function casesOf<What>(
  kind: Case['kind'],
  scenarios: Record<string, Scenario<What>[]>,
  play: (cloud: SimulatedCloud, what: What, target: string, faults: Faults) => Promise<string[]>,
): Case[] {
  return Object.entries(scenarios).flatMap(([target, all]) =>
    all.map(({ name, begin }) => ({
      target,
      kind,
      scenario: name,
      run: async (surroundings: Surroundings, faults: Faults) => {
        const plan = new FaultPlan(faults);
        const cloud = new SimulatedCloud(surroundings, target, plan);
        await cloud.open();
        const what = await begin(cloud);
        cloud.arm();
        const problems = await play(cloud, what, target, faults);
        problems.push(...(await violationsOf(cloud)), ...leaksOf(cloud));
        return { problems, calls: plan.calls, struck: plan.struck };
      },
    })),
  );
}

/** A client retries until a response is not affected by a fault; each response must be right at its time. */
async function converse(cloud: SimulatedCloud, talk: Conversation, target: string, faults: Faults): Promise<string[]> {
  const problems: string[] = [];
  const answers: SimulatedResponse[] = [];
  for (let attempt = 1, isDone = false, isSpoiled = true; isSpoiled && attempt <= CLIENT_ATTEMPTS_MAX; attempt++) {
    const spoiledBefore = cloud.plan.spoiled;
    const answer = await cloud.request(target, talk.request);
    isSpoiled = cloud.plan.spoiled > spoiledBefore;
    const expected = isDone ? talk.answers.done : talk.answers.undone;
    isDone = (await talk.isDone?.()) ?? true;
    problems.push(...checkResponse(answer, { target, talk, expected, isDone, isSpoiled, faults }));
    if (answer) problems.push(...auditProblems(cloud, target, answer));
    if (answer && statusOf(answer) === talk.answers.undone && expected < 400) answers.push(answer);
    if (!isSpoiled && !isDone) problems.push('what was asked for is not done');
    // Not every client retries: until it does, nothing may be half done.
    await cloud.settle();
    problems.push(...(await violationsOf(cloud)));
    cloud.clock.advanceTo(cloud.clock.now() + (talk.retryAfterMs ?? 0));
  }
  problems.push(...((await talk.check?.(answers)) ?? []));
  await cloud.redeliver();
  return problems;
}

interface Circumstances {
  target: string;
  talk: Conversation;
  expected: number;
  isDone: boolean;
  isSpoiled: boolean;
  faults: Faults;
}

/** Expects a correct response or the right failure: 504 if temporary, otherwise 500, and no response after a crash. */
function checkResponse(answer: SimulatedResponse | undefined, circumstances: Circumstances): string[] {
  const { target, talk, expected, isDone, isSpoiled, faults } = circumstances;
  if (!answer) return isSpoiled ? [] : ['there is no answer'];
  const problems = formProblems(target, answer);
  const status = statusOf(answer);
  if (status === talk.answers.undone && status < 400 && !isDone) problems.push(`${status} says what is not done`);
  if (status === expected) return problems;
  if (!isSpoiled) return [...problems, `the response was ${status} instead of ${expected}`];
  const isRefused = faults.some(([, name]) => name === 'refused');
  if (status === 504 || (status === 500 && isRefused)) return problems;
  if (status === talk.whenLost && isDone && faults.some(([, name]) => isUnclear(name))) return problems;
  return [...problems, `with a fault the response was ${status} instead of ${expected} or 504`];
}

async function consume(cloud: SimulatedCloud, { run, check }: Consumption): Promise<string[]> {
  await run();
  const problems = [...((await check?.()) ?? []), ...(await violationsOf(cloud))];
  const { accepted } = cloud.services;
  const before = [...accepted];
  await cloud.redeliver();
  // A record with which the function crashed twice is set aside for the operator.
  if (cloud.sources.failedRecords.notifySubmission.length > 0) await cloud.redriveAll();
  const again = accepted.slice(before.length);
  if (again.some((id) => before.includes(id)) && cloud.unrecorded.size === 0)
    problems.push('what the stream delivered again was sent again');
  return problems;
}

export function singleFaults({ kind }: Case, calls: PlannedCall[]): Faults[] {
  return calls.flatMap((call) => kindsFor(call, kind).map((name) => [[call.number, name]] as const));
}

/**
 * Kinds that are run in pairs: their outcome is unknown to the caller. A crash before a call equals one after the
 * previous call.
 */
export const PAIRED: readonly FaultName[] = ['answer lost', 'killed after'];

export const firstOfPairs = (calls: PlannedCall[]): Faults[] =>
  calls.flatMap(({ number }) => PAIRED.map((name) => [[number, name]] as const));
