import { parseArgs } from 'node:util';
import { runCommand, UsageError } from '../command.ts';
import { NoAnswer } from './client.ts';
import { runSmoke } from './run.ts';

const USAGE = `Usage: npm run smoke -- --url https://… --key fbk_… [--site https://…]
Checks a service from outside: every operation, every error that can be brought about, with --site also the pages.
The key needs the permission write and more than a day to live. What is made is removed again, also after a failure
or Ctrl-C.
Ends with status 0 if all checks passed, 1 if one failed, 130 if interrupted.`;

await runCommand(USAGE, async () => {
  const { values } = parseArgs({
    options: { url: { type: 'string' }, key: { type: 'string' }, site: { type: 'string' } },
  });
  const { url, key, site } = values;
  if (!url || !key) throw new UsageError(USAGE);
  for (const [name, address] of Object.entries({ url, site }))
    if (address !== undefined && !/^https?:\/\/[^/]/.test(address))
      throw new UsageError(`--${name} must be an http or https address.`);
  let interrupted = false;
  const interrupt = () => {
    interrupted = true;
    console.error('Interrupted: removing what was made …');
  };
  // Once: whoever cannot wait for the clean-up ends it by interrupting again.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt);
  const startedAt = Date.now();
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const options = { url, key, site: site?.replace(/\/+$/, ''), print, isInterrupted: () => interrupted };
  const { checks, failed } = await runSmoke(options).catch((error) => {
    throw error instanceof NoAnswer ? new UsageError(`${url}: ${error.message}`) : error;
  });
  print(
    `${checks} checks in ${((Date.now() - startedAt) / 1_000).toFixed(1)} s: ${failed === 0 ? 'all passed' : `${failed} failed`}`,
  );
  if (interrupted) process.exitCode = 130;
  else if (failed > 0) process.exitCode = 1;
});
