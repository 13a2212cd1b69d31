import type { OperationId } from '../../../shared/contract/operations/index.ts';
import { cleanUp } from './cleanUp.ts';
import { Client } from './client.ts';
import { CHECKS, type Check } from './errors.ts';
import { Inspector } from './inspect.ts';
import { OPERATION_STEPS } from './operations.ts';
import { pageChecks } from './pages.ts';
import { declarationOf, SmokeRun } from './smokeRun.ts';

export interface SmokeOptions {
  url: string;
  key: string;
  /** Origin of the pages; without it they are not looked at. */
  site?: string | undefined;
  /** Writes a line of the report. */
  print: (line: string) => void;
  /** Whether to stop before the next check. */
  isInterrupted: () => boolean;
}

/** Checks that were made, and how many of them failed. */
export interface SmokeResult {
  checks: number;
  failed: number;
}

/**
 * Checks a service from outside, and removes whatever it made, also when checks fail or it is interrupted.
 * @throws NoAnswer when nobody answers at the address
 */
export async function runSmoke({ url, key, site, print, isInterrupted }: SmokeOptions): Promise<SmokeResult> {
  const client = new Client(url, key);
  // Where nobody answers, one error says more than forty.
  await client.send('OPTIONS', '/v1/keys');
  const smokeRun = new SmokeRun(client, new Inspector(site));
  const result: SmokeResult = { checks: 0, failed: 0 };
  const runAll = async (heading: string, checks: Check[]) => {
    if (isInterrupted()) return;
    print(heading);
    for (const check of checks) {
      if (isInterrupted()) return;
      result.checks++;
      if (!(await run(check, smokeRun, print))) result.failed++;
    }
  };
  try {
    await runAll(
      'Operations',
      stepsOf((method) => method !== 'DELETE'),
    );
    for (const [heading, checks] of Object.entries(CHECKS)) await runAll(heading, checks);
    await runAll(
      'Deletions',
      stepsOf((method) => method === 'DELETE'),
    );
    if (site !== undefined) await runAll('Pages', pageChecks(site));
  } finally {
    print('Clean-up');
    result.checks++;
    if (!(await run({ name: 'nothing is left', run: cleanUp }, smokeRun, print))) result.failed++;
  }
  return result;
}

/** Steps of the operations whose method fits, in their order. */
const stepsOf = (fits: (method: string) => boolean): Check[] =>
  (Object.keys(OPERATION_STEPS) as OperationId[])
    .map((id) => declarationOf(id))
    .filter(({ method }) => fits(method))
    .map(({ id, method, path }) => ({
      name: `${id}  ${method} ${path}`,
      run: (smokeRun) => OPERATION_STEPS[id as OperationId](smokeRun),
    }));

/** @returns whether it passed */
async function run({ name, run }: Check, smokeRun: SmokeRun, print: (line: string) => void): Promise<boolean> {
  const startedAt = performance.now();
  const time = () => `${Math.round(performance.now() - startedAt)} ms`.padStart(8);
  try {
    const note = await run(smokeRun);
    print(`  ✓ ${time()}  ${name}${note ? `\n              ${note}` : ''}`);
    return true;
  } catch (error) {
    print(`  ✗ ${time()}  ${name}\n              ${error instanceof Error ? error.message : error}`);
    return false;
  }
}
