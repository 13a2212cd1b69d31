import type { Setup } from './setup.ts';
import type { StepName } from './stepNames.ts';

/** Details shown below a step's line, such as DNS records to copy. */
interface Shown {
  /** The current state, in one sentence. */
  found: string;
  lines?: readonly string[];
}

/** The result of a step with nothing left to do. */
export interface Done extends Shown {
  state: 'done';
}

/** `act` would complete it. */
export interface Todo extends Shown {
  state: 'todo';
  /** The action of `act`, in one sentence that starts with a verb. */
  plan: string;
  /** Default: nothing. */
  costs?: string;
  /** Optional: only done on request, and `--check` passes without it. */
  isOptional?: boolean;
  /** `act` asks its own question first, so that setup need not. */
  asks?: boolean;
  /** @returns what was created, such as a key that is shown only once */
  act: () => Promise<Record<string, string> | undefined>;
}

/** Waits for a person or AWS. */
export interface Waiting extends Shown {
  state: 'waiting';
  /** The precondition. */
  until: string;
}

/** Setup cannot fix it. */
export interface Blocked extends Shown {
  state: 'blocked';
  remedy: string;
}

export type Finding = Done | Todo | Waiting | Blocked;

export const done = (found: string): Done => ({ state: 'done', found });
export const waiting = (found: string, until: string): Waiting => ({ state: 'waiting', found, until });
export const blocked = (found: string, remedy: string): Blocked => ({ state: 'blocked', found, remedy });

/** One requirement of a working deployment. `find` only reads, and reports missing parts. */
export interface Step {
  name: StepName;
  title: string;
  /** True if the following steps need it. */
  isGate?: boolean;
  /** True if `--skip` does not take it. */
  isRequired?: boolean;
  /** Steps that must be done first. If one is waiting, this step waits for it. */
  needs?: readonly string[];
  find: (setup: Setup) => Promise<Finding>;
  /** Reports this step's leftovers if the run ends before all steps are done. */
  leaves?: Step;
}

/** Thrown by `act` when it cannot succeed. */
export class StepBlocked extends Error {
  readonly remedy: string;

  constructor(found: string, remedy: string) {
    super(found);
    this.remedy = remedy;
  }
}
