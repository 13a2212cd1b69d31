import { setImmediate as turn } from 'node:timers/promises';
import type { Random } from './random.ts';

/** A task with steps: a request, a handler's invocation, or the driver of a stream. */
export interface Task {
  name: string;
  /** Higher priorities run first in schedules by priority. */
  priority: number;
  isDead: boolean;
  steps: number;
  /** The step until which it is suspended while others run. */
  stalledUntil: number;
  /** True to suspend it before its next write, so that what it read gets stale. */
  stallsAtWrite: boolean;
}

interface Step {
  task: Task;
  isReady: () => boolean;
  go: () => void;
}

const ALWAYS = () => true;
const STEPS_MAX = 5_000;
const STALL_STEPS_MAX = 80;

/**
 * Runs tasks step by step in random order: half of the schedules pick any task, half the task of highest priority,
 * whose priority sometimes drops (Burckhardt et al., "A randomized scheduler with probabilistic guarantees of finding
 * bugs", 2010).
 */
export class Scheduler {
  readonly #random: Random;
  readonly #byPriority: boolean;
  readonly #demotionChance: number;
  #steps: Step[] = [];
  /** The tasks in the order of their steps, which identifies the schedule. */
  trace = '';
  stepsTaken = 0;

  constructor(random: Random) {
    this.#random = random;
    this.#byPriority = random.chance(0.5);
    this.#demotionChance = random.pick([0.02, 0.05, 0.1, 0.2]);
  }

  newTask(name: string): Task {
    return { name, priority: this.#random.next(), isDead: false, steps: 0, stalledUntil: 0, stallsAtWrite: false };
  }

  call(task: Task, kind: 'read' | 'write'): Promise<void> {
    if (kind === 'write' && task.stallsAtWrite) this.stall(task);
    return this.point(task);
  }

  point(task: Task, isReady: () => boolean = ALWAYS): Promise<void> {
    if (task.isDead) return new Promise(() => undefined);
    return new Promise((go) => this.#steps.push({ task, isReady, go }));
  }

  /** Suspends the task for a while or until all others have ended, like a handler that AWS froze. */
  stall(task: Task): void {
    const steps = this.#random.chance(0.5) ? Number.POSITIVE_INFINITY : this.#random.below(STALL_STEPS_MAX);
    task.stalledUntil = this.stepsTaken + steps;
    task.stallsAtWrite = false;
  }

  isStalled({ stalledUntil }: Task): boolean {
    return stalledUntil > this.stepsTaken;
  }

  kill(task: Task): void {
    task.isDead = true;
    this.#steps = this.#steps.filter((step) => step.task !== task);
  }

  async run(): Promise<void> {
    for (await turn(); ; await turn()) {
      const ready = this.#steps.filter(({ isReady }) => isReady());
      if (ready.length === 0) break;
      if (++this.stepsTaken > STEPS_MAX) throw new Error('the schedule does not come to an end');
      const awake = ready.filter(({ task }) => !this.isStalled(task));
      const step = this.#choose(awake.length > 0 ? awake : ready);
      this.#steps.splice(this.#steps.indexOf(step), 1);
      this.trace += `${step.task.name} `;
      step.task.steps++;
      step.go();
    }
    if (this.#steps.length > 0) throw new Error(`waits forever: ${this.#steps.map(({ task }) => task.name).join()}`);
  }

  #choose(ready: Step[]): Step {
    if (!this.#byPriority) return this.#random.pick(ready);
    const first = ready.reduce((a, b) => (b.task.priority > a.task.priority ? b : a));
    if (this.#random.chance(this.#demotionChance)) first.task.priority = -this.stepsTaken;
    return first;
  }
}
