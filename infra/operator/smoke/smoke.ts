import { newProgram, runProgram, text, UsageError } from '../../tools/program.ts';
import { openService } from '../openService.ts';
import { STACK, type Target } from '../target.ts';
import { NoResponse } from './client.ts';
import { runSmoke } from './runSmoke.ts';

const DESCRIPTION = `Checks a service from outside: every operation, every error that it can cause, and the pages.
It removes everything that it creates, also after a failure or Ctrl-C.`;

interface SmokeOptions extends Target {
  url: string;
  key: string;
  site?: string | undefined;
}

const program = newProgram('npm run smoke --', DESCRIPTION, [
  '--url https://… --key fbk_… --site https://… --stack Forms',
])
  .requiredOption('--url <address>', 'of the API', text)
  .requiredOption('--key <secret>', 'fbk_…; it needs the permission write and must be valid for more than a day', text)
  .option('--site <address>', 'of the pages, to check them too')
  .addOption(STACK)
  .option('--data <folder>', 'use the local service with this data folder')
  .addHelpText('after', `\nExit status: 0 if all checks passed, 1 if one failed, 130 if interrupted.`)
  .action(smoke);
await runProgram(program);

async function smoke({ url, key, site, ...target }: SmokeOptions): Promise<void> {
  for (const [name, address] of Object.entries({ url, site }))
    if (address !== undefined && !/^https?:\/\/[^/]/.test(address))
      throw new UsageError(`--${name} must be an http or https URL.`);
  const table = (target.stack ?? target.data) ? (await openService(target)).table : undefined;
  let interrupted = false;
  const interrupt = () => {
    interrupted = true;
    console.error('Interrupted: cleaning up …');
  };
  // Once: a second Ctrl-C skips the clean-up.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt);
  const startedAt = Date.now();
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const options = { url, key, site: site?.replace(/\/+$/, ''), table, print, isInterrupted: () => interrupted };
  const { checks, failed } = await runSmoke(options).catch((error) => {
    throw error instanceof NoResponse ? new UsageError(`${url}: ${error.message}`) : error;
  });
  print(
    `${checks} checks in ${((Date.now() - startedAt) / 1_000).toFixed(1)} s: ${failed === 0 ? 'all passed' : `${failed} failed`}`,
  );
  if (interrupted) process.exitCode = 130;
  else if (failed > 0) process.exitCode = 1;
}
