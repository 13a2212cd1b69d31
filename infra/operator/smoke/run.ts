import { OPERATIONS } from '../../../shared/contract/operations/index.ts';
import { cleanUp } from './cleanUp.ts';
import { Client } from './client.ts';
import { CHECKS, type Check } from './errors.ts';
import { Inspector } from './inspect.ts';
import { runOperation } from './operations.ts';
import { pageChecks } from './pages.ts';
import { SmokeRun } from './smokeRun.ts';

export interface SmokeOptions {
  url: string;
  key: string;
  /** Origin of the pages; without it they are not checked. */
  site?: string | undefined;
  print: (line: string) => void;
  isInterrupted: () => boolean;
}

export interface SmokeResult {
  checks: number;
  failed: number;
}

/**
 * Checks a service over HTTP. Deletes what it created, also after failures and interruptions.
 * @throws NoResponse when the service does not respond
 */
export async function runSmoke({ url, key, site, print, isInterrupted }: SmokeOptions): Promise<SmokeResult> {
  const client = new Client(url, key);
  // If nothing responds, a single error is clearer than forty.
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
      OPERATION_CHECKS.filter(({ name }) => !name.startsWith('delete')),
    );
    for (const [heading, checks] of Object.entries(CHECKS)) await runAll(heading, checks);
    await runAll('Deletions', OPERATION_CHECKS.filter(({ name }) => name.startsWith('delete')).reverse());
    if (site !== undefined) await runAll('Pages', pageChecks(site));
  } finally {
    print('Clean-up');
    result.checks++;
    if (!(await run({ name: 'nothing is left behind', run: cleanUp }, smokeRun, print))) result.failed++;
  }
  return result;
}

const OPERATION_CHECKS: Check[] = OPERATIONS.map((operation) => ({
  name: `${operation.id}  ${operation.method} ${operation.path}`,
  run: (smokeRun) => runOperation(operation, smokeRun),
}));

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
