import type { Setup } from './setup.ts';
import { type Blocked, type Finding, type Step, StepBlocked, type Todo } from './step.ts';

/** `apply` makes the missing changes; `plan` and `check` only report them. */
export type Mode = 'apply' | 'plan' | 'check';

export type StepOutcome = 'done' | 'changed' | 'todo' | 'waiting' | 'blocked' | 'failed' | 'declined' | 'skipped';

/** The outcome of a step. */
export interface StepReport {
  step: string;
  title: string;
  outcome: StepOutcome;
  found?: string;
  lines?: readonly string[];
  plan?: string;
  costs?: string;
  isOptional?: boolean;
  /** The remedy. */
  remedy?: string;
  made?: Record<string, string>;
}

/** Receives a run's progress. */
export interface Listener {
  /** A step is being checked, which may take seconds. */
  looking: (step: Step) => void;
  /** A step has work to do and is about to ask or act. */
  planned: (report: StepReport) => void;
  waiting: (report: StepReport) => void;
  ended: (report: StepReport) => void;
}

export interface RunOptions {
  mode: Mode;
  /** Steps to skip. */
  skip: readonly string[];
  /** Time to wait for people, DNS or AWS. */
  waitMs: number;
  listener: Listener;
}

const POLL_MS = 5_000;
const NO_EFFECT = 'That did not help. Fix the cause, then run setup again.';

/** Runs the steps in order, each until it is done, waiting or failed. */
export class StepRun {
  readonly #setup: Setup;
  readonly #options: RunOptions;
  readonly #reports = new Map<string, StepReport>();

  constructor(setup: Setup, options: RunOptions) {
    this.#setup = setup;
    this.#options = options;
  }

  /** @returns the outcome of each step up to the first gate that did not open */
  async run(steps: readonly Step[]): Promise<StepReport[]> {
    const waiting = () => steps.filter(({ name }) => this.#reports.get(name)?.outcome === 'waiting');
    for (const step of steps) {
      if (this.#options.mode === 'apply') {
        for (const each of waiting()) if (step.needs?.includes(each.name)) await this.#waitFor(each);
      }
      const report = await this.#runStep(step, step.isGate || step.needs !== undefined);
      if (step.isGate && !this.#isOpen(step, report)) {
        await this.#reportLeft(steps);
        return this.#ended();
      }
    }
    if (this.#options.mode === 'apply') for (const each of waiting()) await this.#waitFor(each);
    return this.#ended();
  }

  async #reportLeft(steps: readonly Step[]): Promise<void> {
    for (const { name, leaves } of steps) {
      if (leaves && this.#reports.has(name) && (await this.#look(leaves)).outcome !== 'done') {
        await this.#runStep(leaves, false);
      }
    }
  }

  #ended(): StepReport[] {
    return [...this.#reports.values()];
  }

  #isOpen({ name }: Step, report: StepReport): boolean {
    if (isSettled(report)) return true;
    // Without credentials nothing can be checked; otherwise `plan` and `check` report every step.
    return this.#options.mode !== 'apply' && name !== 'credentials';
  }

  /** @param isWaitedFor whether to wait for others now instead of at the end */
  async #runStep(step: Step, isWaitedFor: boolean): Promise<StepReport> {
    const { skip, mode, listener } = this.#options;
    const { name, title } = step;
    let report: StepReport = { step: name, title, outcome: 'skipped' };
    if (step.isRequired || !skip.includes(name)) {
      listener.looking(step);
      const result = await (mode === 'apply' ? this.#apply(step, isWaitedFor) : this.#look(step));
      report = { step: name, title, ...result };
    }
    this.#reports.set(name, report);
    listener.ended(report);
    return report;
  }

  #waitFor(step: Step): Promise<StepReport> {
    return this.#runStep(step, true);
  }

  async #look(step: Step): Promise<Result> {
    try {
      return resultOf(await step.find(this.#setup));
    } catch (error) {
      return failure(error);
    }
  }

  async #apply(step: Step, isWaitedFor: boolean): Promise<Result> {
    const unmet = step.needs?.map((name) => this.#reports.get(name)).find((report) => report && !isSettled(report));
    if (unmet)
      return { outcome: 'blocked', found: `It needs "${unmet.title}" first.`, remedy: 'Then run setup again.' };
    const tried = new Set<string>();
    const made: Record<string, string> = {};
    const result = await this.#untilSettled(step, tried, made, isWaitedFor).catch(failure);
    const isChanged = result.outcome === 'done' && tried.size > 0;
    return { ...result, ...(isChanged && { outcome: 'changed' }), ...(Object.keys(made).length > 0 && { made }) };
  }

  async #untilSettled(
    step: Step,
    tried: Set<string>,
    made: Record<string, string>,
    isWaitedFor: boolean,
  ): Promise<Result> {
    let waitedMs = 0;
    for (;;) {
      const finding = await step.find(this.#setup);
      const result = resultOf(finding);
      if (finding.state === 'waiting') {
        if (!isWaitedFor || waitedMs >= this.#options.waitMs) return result;
        if (waitedMs === 0) this.#options.listener.waiting({ step: step.name, title: step.title, ...result });
        await this.#setup.outside.wait(POLL_MS);
        waitedMs += POLL_MS;
      } else if (finding.state === 'todo') {
        // Acting had no effect: the plan is still the same.
        if (tried.has(finding.plan)) return { ...result, outcome: 'failed', remedy: NO_EFFECT };
        if (!(await this.#agrees(step, finding))) return { ...result, outcome: 'declined' };
        tried.add(finding.plan);
        Object.assign(made, await finding.act());
      } else {
        return result;
      }
    }
  }

  #agrees(step: Step, todo: Todo): Promise<boolean> {
    const { questions } = this.#setup.outside;
    if (todo.isOptional && !questions.isAttended) return Promise.resolve(false);
    // A step that asks its own question needs no confirmation, unless it is optional.
    if (todo.asks && !todo.isOptional) return Promise.resolve(true);
    this.#options.listener.planned({ step: step.name, title: step.title, ...resultOf(todo) });
    return questions.confirm(todo.asks ? `${step.title}: choose now?` : `${step.title}: go ahead?`, !todo.isOptional);
  }
}

type Result = Omit<StepReport, 'step' | 'title'>;

function resultOf(finding: Finding): Result {
  const { state: outcome, found, lines } = finding;
  const shown = { outcome, found, ...(lines && { lines }) };
  if (finding.state === 'todo') {
    const { plan, costs = 'nothing', isOptional } = finding;
    return { ...shown, plan, costs, ...(isOptional && { isOptional }) };
  }
  if (finding.state === 'waiting') return { ...shown, remedy: finding.until };
  return finding.state === 'blocked' ? { ...shown, remedy: (finding as Blocked).remedy } : shown;
}

function failure(error: unknown): Result {
  if (error instanceof StepBlocked) return { outcome: 'blocked', found: error.message, remedy: error.remedy };
  const { name = 'Error', message = String(error) } = Object(error) as Partial<Error>;
  return { outcome: 'failed', found: `${name}: ${message}`, remedy: 'Run the same command to continue.' };
}

const isSettled = ({ outcome }: StepReport): boolean => ['done', 'changed', 'skipped'].includes(outcome);

/** True if nothing is left for a person to do. */
export const isHealthy = (reports: readonly StepReport[]): boolean =>
  reports.every((report) => report.isOptional || isSettled(report));
