import '../../../infra/tools/quietSdk.ts';
import { parseArgs } from 'node:util';
import { FAULT_KINDS } from '../../support/simulator/faultKinds.ts';
import { textTable } from '../../support/textTable.ts';
import { type CaseFindings, explore, FUNCTION_NAMES } from './explore.ts';
import { type KillFindings, killUnderLoad } from './kills.ts';

const USAGE = `Usage: npm run faults -- [--seed N] [--short] [--share N] [--singles] [--kills N] [--functions a,b] [--json]
  --short   a part of the single faults, drawn by the seed, no pairs, and one kill
  --share   the part of the single faults, from 0 to 1; with --short 0.02 by default
  --singles no pairs of faults`;
const SHORT_SHARE = 0.02;
const KILLS = 20;
const SHORT_KILLS = 1;
const PROGRESS_RUNS = 500;

const OPTIONS = {
  seed: { type: 'string', default: '1' },
  short: { type: 'boolean', default: false },
  share: { type: 'string' },
  singles: { type: 'boolean', default: false },
  kills: { type: 'string' },
  functions: { type: 'string', default: FUNCTION_NAMES.join() },
  json: { type: 'boolean', default: false },
} as const;

export interface Report {
  seed: number;
  seconds: number;
  cases: CaseFindings[];
  kills: KillFindings | undefined;
}

const options = readOptions();
// Not the process's clock and console, which belong to the functions during the exploration.
const seconds = () => Math.round(performance.now() / 1_000);
const progress = (text: string) => process.stderr.write(`${String(seconds()).padStart(4)} s  ${text}\n`);

await run();

async function run(): Promise<never> {
  const cases = await explore({
    ...options,
    onProgress: (runs) => {
      if (runs % PROGRESS_RUNS === 0) progress(`${runs} runs`);
    },
    onFindings: ({ target, scenario, singles, pairs, failures }) =>
      progress([`${target}, ${scenario}: ${singles} and ${pairs} runs`, ...failures].join('\n')),
  });
  const kills = options.kills > 0 ? await killUnderLoad({ ...options, onProgress: progress }) : undefined;
  const report: Report = { seed: options.seed, seconds: seconds(), cases, kills };
  console.log(options.json ? JSON.stringify(report) : readable(report));
  process.exit(failuresOf(report).length === 0 ? 0 : 1);
}

function readOptions() {
  try {
    const { short, singles, json, ...given } = parseArgs({ options: OPTIONS }).values;
    const [seed, kills] = [Number(given.seed), Number(given.kills ?? (short ? SHORT_KILLS : KILLS))];
    if (!Number.isInteger(seed) || !Number.isInteger(kills) || kills < 0)
      throw new Error('--seed and --kills must be whole numbers.');
    const functions = given.functions.split(',');
    const unknown = functions.filter((name) => !FUNCTION_NAMES.includes(name));
    if (unknown.length > 0) throw new Error(`There is no function ${unknown.join(', ')}.`);
    const share = Number(given.share ?? (short ? SHORT_SHARE : 1));
    if (!(share >= 0 && share <= 1)) throw new Error('The share must be from 0 to 1.');
    return { seed, kills, json, functions, share, pairs: !short && !singles };
  } catch (error) {
    console.error(`${(error as Error).message}\n${USAGE}`);
    process.exit(2);
  }
}

function failuresOf({ cases: all, kills: killed }: Report): string[] {
  return [...all.flatMap(({ failures }) => failures), ...(killed?.failures ?? [])];
}

function readable(report: Report): string {
  const rows = report.cases.map(({ target, scenario, calls, singles, pairs, failures }) => [
    target,
    scenario,
    calls,
    singles,
    pairs,
    failures.length,
  ]);
  const sum = (of: (one: CaseFindings) => number) => report.cases.reduce((total, one) => total + of(one), 0);
  const total = [
    'all',
    '',
    sum(({ calls }) => calls),
    sum(({ singles }) => singles),
    sum(({ pairs }) => pairs),
    sum(({ failures }) => failures.length),
  ];
  const failures = failuresOf(report);
  return [
    textTable([['function', 'scenario', 'calls', 'one fault', 'two faults', 'failures'], ...rows, total], 2).trimEnd(),
    `${Object.keys(FAULT_KINDS).length} kinds of faults at every call that they can happen to; seed ${report.seed}, ${report.seconds} s`,
    ...(report.kills ? [killsText(report.kills)] : []),
    failures.length === 0 ? 'No failures.' : `${failures.length} failures:\n${failures.join('\n')}`,
  ].join('\n\n');
}

function killsText({ kills, acknowledged, stored, doubles, delivered, repeated, failures }: KillFindings): string {
  return (
    `Killed ${kills} times under load: ${acknowledged} submissions acknowledged, ${stored} stored and mailed, ` +
    `${doubles} mailed more than once; ${delivered} delivered to a webhook, ${repeated} more than once; ${failures.length} failures`
  );
}
