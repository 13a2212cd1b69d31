import type { Setup } from './setup.ts';

/** What a step has to show below its line, such as DNS records to paste. */
interface Shown {
  /** What is there now, in one sentence. */
  found: string;
  lines?: readonly string[];
}

/** Nothing is left to do. */
export interface Done extends Shown {
  state: 'done';
}

/** `act` would bring it about. */
export interface Todo extends Shown {
  state: 'todo';
  /** What `act` does, in one sentence that begins with a verb. */
  plan: string;
  costs: string;
  /** Left undone unless somebody asks for it; `--check` is content without it. */
  isOptional?: boolean;
  /** `act` begins with a question of its own, so that none is asked before. */
  asks?: boolean;
  /** @returns what was made, such as a key that is shown this once */
  act: () => Promise<Record<string, string> | undefined>;
}

/** A person, or AWS, has to do something first. */
export interface Waiting extends Shown {
  state: 'waiting';
  /** What has to happen. */
  until: string;
}

/** Setup cannot change it. */
export interface Blocked extends Shown {
  state: 'blocked';
  remedy: string;
}

export type Finding = Done | Todo | Waiting | Blocked;

/** One thing that a working deployment needs. `find` reads only, and says what is left to do. */
export interface Step {
  /** As `--skip` takes it. */
  name: string;
  title: string;
  /** Whether the steps after it are in vain without it. */
  isGate?: boolean;
  /** Steps without which this one is not tried; those that wait are waited for. */
  needs?: readonly string[];
  find: (setup: Setup) => Promise<Finding>;
}

/** Thrown by `act` when it learns that it cannot succeed. */
export class StepBlocked extends Error {
  readonly remedy: string;

  constructor(found: string, remedy: string) {
    super(found);
    this.remedy = remedy;
  }
}

export const NOTHING = 'nothing';
