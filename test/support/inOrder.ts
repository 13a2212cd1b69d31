import { test } from '@jest/globals';

const TIMEOUT_MS = 30_000;

/**
 * Tests that build on one another. In any order of Jest: each first runs its predecessors that have not run yet.
 * @param options.after runs after each of them
 * @returns a replacement of `test`
 */
export function inOrder({ after = async () => undefined }: { after?: () => Promise<unknown> } = {}) {
  const steps: (() => unknown)[] = [];
  const results: Promise<void>[] = [];
  let timeoutSumMs = 0;

  const resultOf = (position: number): Promise<void> => {
    results[position] ??= run(position);
    return results[position];
  };
  const run = async (position: number): Promise<void> => {
    if (position > 0) await resultOf(position - 1);
    try {
      await steps[position]?.();
    } finally {
      await after();
    }
  };

  return (name: string, step: () => unknown, timeoutMs = TIMEOUT_MS): void => {
    const position = steps.push(step) - 1;
    timeoutSumMs += timeoutMs;
    test(name, () => resultOf(position), timeoutSumMs);
  };
}
