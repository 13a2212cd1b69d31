import { mailId } from '../../../../../shared/storage/deliveryKeys.ts';
import type { FaultName } from '../../../../support/simulator/faultKinds.ts';
import { FaultPlan } from '../../../../support/simulator/faultPlan.ts';
import { type Defect, type PipelineOptions, SimulatedPipeline } from './simulatedPipeline.ts';
import { START_MS } from './simulatedStorage.ts';

const DAY_MS = 86_400_000;

export interface Setting {
  submissions: number;
  recipients: string[];
  webhooks?: number;
  options?: PipelineOptions;
}

interface Scenario {
  name: string;
  plan: (pipeline: SimulatedPipeline) => FaultPlan;
  afterwards?: (pipeline: SimulatedPipeline) => Promise<void>;
}

export interface Findings {
  scenarios: number;
  violations: string[];
  /** Scenarios in which something was sent twice, excusably or not. */
  duplicates: string[];
}

/** One fault of each kind; test/deep/faults has all, and pairs. */
const SINGLE_FAULTS = [
  'killed before',
  'killed after',
  'answer lost',
  'throttled',
  'unavailable',
  'refused',
  'slow',
  'late',
] as const satisfies FaultName[];

/** Runs every scenario, with the actual functions or with a defect, in which case the first findings are enough. */
export async function findViolations(setting: Setting, defect?: Defect): Promise<Findings> {
  const findings: Findings = { scenarios: 0, violations: [], duplicates: [] };
  const calls = await countCalls(setting);
  for (const scenario of [redelivered, outage, ...copies(calls), ...singleFaults(calls)]) {
    await play(scenario, setting, findings, defect);
    if (defect && findings.violations.length > 0) break;
  }
  return findings;
}

export async function countCalls(setting: Setting): Promise<number> {
  const { pipeline } = await begin(setting);
  await pipeline.settle();
  return pipeline.plan.calls.length;
}

async function begin({ submissions, recipients, webhooks = 0, options }: Setting, defect?: Defect) {
  const pipeline = new SimulatedPipeline({ ...options, defect });
  const endpoint = await pipeline.newEndpoint(recipients);
  for (let i = 0; i < webhooks; i++) await pipeline.newWebhook(endpoint);
  pipeline.sources.rewind({ forget: true });
  return { pipeline, abouts: await pipeline.submit(endpoint, submissions) };
}

const singleFaults = (calls: number): Scenario[] =>
  Array.from({ length: calls }, (_, i) =>
    SINGLE_FAULTS.map((kind) => ({
      name: `call ${i + 1} ${kind}`,
      plan: () => new FaultPlan([[i + 1, kind]]),
    })),
  ).flat();

const redelivered: Scenario = {
  name: 'the stream delivers everything twice',
  plan: () => new FaultPlan(),
  afterwards: async (pipeline) => {
    pipeline.sources.rewind();
    await pipeline.settle();
  },
};

const outage: Scenario = {
  name: 'an outage',
  plan: () => new FaultPlan(Array.from({ length: 60 }, (_, i) => [i + 1, 'throttled'] as const)),
};

/** Before a call, a concurrent invocation with the same event runs to its end; then the first continues or dies. */
const copies = (calls: number): Scenario[] =>
  Array.from({ length: calls }, (_, i) =>
    ([undefined, 'killed before', 'killed after'] as const).map((then) => ({
      name: `a copy ran before call ${i + 1}, then: ${then ?? 'no fault'}`,
      plan: (pipeline: SimulatedPipeline) =>
        new FaultPlan([
          [
            i + 1,
            async () => {
              const { name = '', event } = pipeline.latest ?? {};
              await pipeline.invoke(name, event, new FaultPlan());
              return then;
            },
          ],
        ]),
    })),
  ).flat();

async function play(scenario: Scenario, setting: Setting, findings: Findings, defect?: Defect): Promise<void> {
  const { pipeline, abouts } = await begin(setting, defect);
  pipeline.plan = scenario.plan(pipeline);
  const wrong: string[] = [];
  try {
    await pipeline.settle();
    await scenario.afterwards?.(pipeline);
    pipeline.plan = new FaultPlan();
    await pipeline.redriveAll();
  } catch (error) {
    wrong.push(String(error));
  }
  findings.scenarios++;
  const judged = judge(pipeline, abouts, setting);
  findings.violations.push(...[...wrong, ...judged.wrong].map((what) => `${scenario.name}: ${what}`));
  if (judged.doubles > 0) findings.duplicates.push(scenario.name);
}

/** Each was sent once, except for duplicates that a crash or a lost response excuses, and each attempt is recorded. */
function judge(pipeline: SimulatedPipeline, abouts: string[], { recipients, webhooks = 0 }: Setting) {
  const records = pipeline.records();
  const wrong = abouts
    .flatMap((about) => recipients.map((recipient) => mailId(about, recipient)))
    .filter((id) => !records.some((record) => record.id === id))
    .map((id) => `${id} has no record`);
  const ofWebhooks = records.filter(({ channel }) => channel === 'webhook').length;
  if (ofWebhooks !== webhooks * abouts.length) wrong.push(`webhooks have ${ofWebhooks} deliveries`);
  let doubles = 0;
  for (const { id, state, attempts } of records) {
    const { times, excused } = pipeline.timesSent(id);
    if (times === 0) wrong.push(`${id} was never sent`);
    if (times > 1 + excused) wrong.push(`${id} was sent ${times} times`);
    if (times > attempts.length)
      wrong.push(`${id} was sent ${times} times, with ${attempts.length} attempts on record`);
    if (state !== 'sent') wrong.push(`${id} is ${state} in the table`);
    if (times > 1) doubles++;
  }
  if (pipeline.clock.now() > START_MS + DAY_MS) wrong.push('it took more than a day');
  const { mail, webhook, failingWebhook } = pipeline.services.queues;
  if (pipeline.messages().length > 0) wrong.push('messages are left');
  if ([mail, webhook, failingWebhook].some(({ deadLetters }) => deadLetters.length > 0))
    wrong.push('there are dead letters');
  return { wrong, doubles };
}
