import { CapturedOutput } from '../../support/simulator/capturedOutput.ts';
import { Random } from '../../support/simulator/random.ts';
import { VirtualTime } from '../../support/simulator/virtualTime.ts';
import { FUNCTIONS } from './functions.ts';
import { CASES, type Case, type Faults, firstOfPairs, PAIRED, type RunResult, singleFaults } from './runs.ts';
import { Instances, type Surroundings } from './simulatedCloud.ts';

export interface ExploreOptions {
  functions: readonly string[];
  share: number;
  seed: number;
  pairs: boolean;
  onProgress?: (runs: number) => void;
  onFindings?: (findings: CaseFindings) => void;
}

export interface CaseFindings {
  target: string;
  scenario: string;
  calls: number;
  singles: number;
  pairs: number;
  failures: string[];
}

export const FUNCTION_NAMES: readonly string[] = [...FUNCTIONS.keys()];

export async function explore(options: ExploreOptions): Promise<CaseFindings[]> {
  const missing = FUNCTION_NAMES.filter((name) => !CASES.some(({ target }) => target === name));
  if (missing.length > 0) throw new Error(`there is no scenario of ${missing.join(', ')}`);
  const cases = CASES.filter(({ target }) => options.functions.includes(target));
  const time = new VirtualTime();
  const output = new CapturedOutput();
  const ends = [time.install(), output.install()];
  try {
    const surroundings = { clock: time.clock, output, instances: new Instances() };
    const exploration = new Exploration(surroundings, time, options);
    const findings: CaseFindings[] = [];
    for (const one of cases) {
      const found = await exploration.explore(one);
      options.onFindings?.(found);
      findings.push(found);
    }
    return findings;
  } finally {
    for (const end of ends) end();
  }
}

class Exploration {
  readonly #surroundings: Surroundings;
  readonly #time: VirtualTime;
  readonly #options: ExploreOptions;
  #runs = 0;

  constructor(surroundings: Surroundings, time: VirtualTime, options: ExploreOptions) {
    this.#surroundings = surroundings;
    this.#time = time;
    this.#options = options;
  }

  async explore(one: Case): Promise<CaseFindings> {
    const failures: string[] = [];
    const { calls } = await this.#run(one, [], failures);
    const random = new Random(this.#options.seed + CASES.indexOf(one));
    // Consumers keep state between their calls, so that more of their faults differ.
    const share = this.#options.share * (one.kind === 'consumers' ? 2 : 1);
    const drawn = singleFaults(one, calls).filter(() => random.chance(share));
    const firsts = this.#options.pairs ? firstOfPairs(calls) : [];
    for (const faults of drawn) await this.#run(one, faults, failures);
    let pairs = 0;
    for (const first of firsts) pairs += await this.#runPairs(one, first, failures);
    return { target: one.target, scenario: one.scenario, calls: calls.length, singles: drawn.length, pairs, failures };
  }

  /** Moves the second fault on until the scenario ends before its call. */
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
    const where = faults.map(([call, name]) => `call ${call} ${name}`).join(', ') || 'no fault';
    const report = (what: string) => failures.push(`${one.target}, ${one.scenario}, ${where}: ${what}`);
    try {
      const { calls, struck, problems } = await this.#time.run(() => one.run(this.#surroundings, faults));
      if (faults.length === 1 && struck === 0) problems.push('the fault struck nothing');
      for (const problem of new Set(problems)) report(problem);
      return { calls };
    } catch (error) {
      report(error instanceof Error ? String(error.stack) : String(error));
      return { calls: [] };
    } finally {
      this.#options.onProgress?.(++this.#runs);
    }
  }
}
