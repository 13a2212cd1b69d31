import { OPERATIONS, type Operation } from '../../../shared/contract/operations/index.ts';
import type { Table } from '../../../shared/storage/table/table.ts';
import { cleanUp } from './cleanUp.ts';
import { Client } from './client.ts';
import { CHECKS, type Check } from './errors.ts';
import { ExampleClient } from './exampleClient.ts';
import { Inspector } from './inspect.ts';
import { runOperation } from './operations.ts';
import { pageChecks } from './pages.ts';

export interface SmokeOptions {
  url: string;
  key: string;
  /** Origin of the pages; without it they are not checked. */
  site?: string | undefined;
  /** The service's table; without it, two operations that need tokens from mails are checked in part. */
  table?: Table | undefined;
  print: (line: string) => void;
  isInterrupted: () => boolean;
}

export interface SmokeResult {
  checks: number;
  failed: number;
}

/**
 * Checks a service over HTTP. Deletes everything that it created, also after failures and interruptions.
 * @throws NoResponse when the service does not respond
 */
export async function runSmoke({ url, key, site, table, print, isInterrupted }: SmokeOptions): Promise<SmokeResult> {
  const client = new Client(url, key);
  // If nothing responds, a single error is clearer than forty.
  await client.send('OPTIONS', '/v1/keys');
  const examples = new ExampleClient(client, new Inspector(site), table);
  const result: SmokeResult = { checks: 0, failed: 0 };
  const runAll = async (heading: string, checks: Check[]) => {
    if (isInterrupted()) return;
    print(heading);
    for (const check of checks) {
      if (isInterrupted()) return;
      result.checks++;
      if (!(await run(check, examples, print))) result.failed++;
    }
  };
  try {
    await runAll('Operations', PHASES.Operations.map(checkOf));
    for (const [heading, checks] of Object.entries(CHECKS)) await runAll(heading, checks);
    await runAll('Deletions', PHASES.Deletions.map(checkOf));
    if (site !== undefined) await runAll('Pages', pageChecks(site));
  } finally {
    print('Clean-up');
    result.checks++;
    if (!(await run({ name: 'nothing is left behind', run: cleanUp }, examples, print))) result.failed++;
  }
  return result;
}

const isDeletion = ({ id }: Operation): boolean => id.startsWith('delete');

/** The operations in the order of their checks. */
export const PHASES = {
  Operations: OPERATIONS.filter((operation) => !isDeletion(operation)),
  Deletions: OPERATIONS.filter(isDeletion).reverse(),
};

const checkOf = (operation: Operation): Check => ({
  name: `${operation.id}  ${operation.method} ${operation.path}`,
  run: (examples) => runOperation(operation, examples),
});

async function run({ name, run }: Check, examples: ExampleClient, print: (line: string) => void): Promise<boolean> {
  const startedAt = performance.now();
  const time = () => `${Math.round(performance.now() - startedAt)} ms`.padStart(8);
  try {
    const note = await run(examples);
    print(`  ✓ ${time()}  ${name}${note ? `\n              ${note}` : ''}`);
    return true;
  } catch (error) {
    print(`  ✗ ${time()}  ${name}\n              ${error instanceof Error ? error.message : error}`);
    return false;
  }
}
