import { OTHER_FUNCTIONS } from '../../../infra/constructs/functions/bundle.ts';
import { OPERATIONS } from '../../../shared/contract/operations/index.ts';
import { Random } from '../../support/simulator/random.ts';
import { compile } from './instance.ts';
import type { FaultMutant } from './mutants.ts';
import { CASES, type Case, type Faults, firstOfPairs, PAIRED, type RunResult, singleFaults } from './runs.ts';
import { Instances } from './simulatedCloud.ts';

export interface ExploreOptions {
  /** Functions to look at. */
  functions: readonly string[];
  /** How much of the single faults is run, from 0 to 1; less than all is drawn by the seed. */
  share: number;
  seed: number;
  /** Whether pairs of faults are run too. */
  pairs: boolean;
  /** A defect of a function that is to be found: then the first failure is enough. */
  mutant?: FaultMutant | undefined;
  onProgress?: (runs: number) => void;
}

/** What came of a scenario of a function. */
export interface CaseFindings {
  target: string;
  scenario: string;
  /** Calls when nothing goes wrong. */
  calls: number;
  /** Runs with one fault, and with two. */
  singles: number;
  pairs: number;
  failures: string[];
}

/** Runs at work at once: they wait for timers more than for the processor. */
const PARALLEL = 200;
/** The runs that have begun when the first failure is found are run for nothing. */
const PARALLEL_OF_MUTANT = 10;

const FILES: Record<string, string> = Object.fromEntries([
  ...OPERATIONS.map(({ id, group }) => [id, `lambdas/${group}/${id}.ts`]),
  ...OTHER_FUNCTIONS.map((id) => [id, `lambdas/${id}.ts`]),
]);

const PROGRAMS = compile(FILES);

/** Every function of the stack. */
export const FUNCTIONS: readonly string[] = Object.keys(FILES);

/** Runs every scenario of the functions, with every fault at every call. */
export async function explore(options: ExploreOptions): Promise<CaseFindings[]> {
  const missing = FUNCTIONS.filter((name) => !CASES.some(({ target }) => target === name));
  if (missing.length > 0) throw new Error(`there is no scenario of ${missing.join(', ')}`);
  const exploration = new Exploration(new Instances(await PROGRAMS, options.mutant), options);
  const { functions, mutant } = options;
  const cases = CASES.filter(
    ({ target, scenario }) => functions.includes(target) && scenario.includes(mutant?.scenario ?? ''),
  );
  return Promise.all(cases.map((one) => exploration.explore(one)));
}

class Exploration {
  readonly #instances: Instances;
  readonly #options: ExploreOptions;
  readonly #waiting: (() => void)[] = [];
  #atWork = 0;
  #runs = 0;
  #hasFailed = false;

  constructor(instances: Instances, options: ExploreOptions) {
    this.#instances = instances;
    this.#options = options;
  }

  async explore(one: Case): Promise<CaseFindings> {
    const failures: string[] = [];
    const { calls } = await this.#run(one, [], failures);
    const random = new Random(this.#options.seed + CASES.indexOf(one));
    const drawn = singleFaults(one, calls).filter(() => random.chance(this.#options.share));
    const firsts = this.#options.pairs && one.hasPairs ? firstOfPairs(calls) : [];
    const singles = drawn.map((faults) => this.#run(one, faults, failures));
    const pairs = firsts.map((first) => this.#runPairs(one, first, failures));
    await Promise.all(singles);
    const counts = await Promise.all(pairs);
    return {
      target: one.target,
      scenario: one.scenario,
      calls: calls.length,
      singles: drawn.length,
      pairs: counts.reduce((sum, count) => sum + count, 0),
      failures,
    };
  }

  /** The second fault moves on until the scenario ends before its call. */
  async #runPairs(one: Case, first: Faults, failures: string[]): Promise<number> {
    let runs = 0;
    for (const name of PAIRED) {
      for (let call = (first[0]?.[0] ?? 0) + 1, isReached = true; isReached; call++, runs++) {
        const { calls } = await this.#run(one, [...first, [call, name]], failures);
        isReached = calls.length >= call;
      }
    }
    return runs;
  }

  async #run(one: Case, faults: Faults, failures: string[]): Promise<Pick<RunResult, 'calls'>> {
    const parallel = this.#options.mutant ? PARALLEL_OF_MUTANT : PARALLEL;
    while (this.#atWork >= parallel) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#atWork++;
    const where = faults.map(([call, name]) => `call ${call} ${name}`).join(', ') || 'no fault';
    const note = (what: string) => {
      this.#hasFailed = true;
      failures.push(`${one.target}, ${one.scenario}, ${where}: ${what}`);
    };
    try {
      if (this.#options.mutant && this.#hasFailed) return { calls: [] };
      const { calls, struck, problems } = await one.run(this.#instances, faults);
      if (faults.length === 1 && struck === 0) problems.push('the fault struck nothing');
      for (const problem of new Set(problems)) note(problem);
      return { calls };
    } catch (error) {
      note(error instanceof Error ? String(error.stack) : String(error));
      return { calls: [] };
    } finally {
      this.#atWork--;
      this.#waiting.shift()?.();
      this.#options.onProgress?.(++this.#runs);
    }
  }
}
