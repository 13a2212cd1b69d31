import fc from 'fast-check';
import type { Counts } from './counts.ts';

export interface Failure {
  /** These two reproduce the input. */
  seed: number;
  path: string;
  report: string;
}

export interface Exploration {
  counts: Counts;
  /** Ends after this many further responses, but not before `isEnough` unless there are ten times as many. */
  requests: number;
  isEnough?: () => boolean;
  seed: number;
  path?: string | undefined;
  /** Inputs from one seed; the next ones use the following seed. */
  runsPerSeed?: number;
  onProgress?: () => void;
}

/** Checks a property with new inputs until enough requests were sent or one fails, which is then shrunk. */
export async function explore<T>(property: fc.IAsyncProperty<T>, options: Exploration): Promise<Failure | undefined> {
  const { counts, requests, isEnough = () => true, path, runsPerSeed: numRuns = 50, onProgress } = options;
  const [end, latestEnd] = [counts.total + requests, counts.total + 10 * requests];
  for (let seed = options.seed; counts.total < (isEnough() ? end : latestEnd); seed++) {
    const result = await fc.check(property, { seed, numRuns, ...(path === undefined ? {} : { path }) });
    if (result.failed) return failureOf(result);
    if (path !== undefined) return undefined;
    onProgress?.();
  }
  return undefined;
}

function failureOf<T>({ seed, counterexamplePath, errorInstance, counterexample }: fc.RunDetails<T>): Failure {
  const problem = errorInstance instanceof Error ? errorInstance.stack : String(errorInstance);
  const report = `${problem}\n\nThe smallest input that fails: ${fc.stringify(counterexample)}`;
  return { seed, path: counterexamplePath ?? '', report };
}
