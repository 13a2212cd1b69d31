import '../infra/tools/quietSdk.ts';
import { InvalidArgumentError } from '@commander-js/extra-typings';
import { DATA_FOLDER, type Outputs } from '../infra/localService/outputs.ts';
import { newProgram, runProgram, setting } from '../infra/tools/program.ts';
import { secondsOf } from './clock.ts';
import type { LocalCloudOptions } from './localCloud.ts';
import { CODE_VALID_MS } from './signIn/signInCodes.ts';

const PORT = 4100;
/** The next five ports are used, too. */
const PORT_MAX = 65_530;

// New files are readable by this user only.
process.umask(0o077);

const program = newProgram('npm start --', 'Runs the whole service on this machine.', [
  '--port 4200 --data demo',
  '--ephemeral --context formsPerSecond=5',
])
  .option('--port <number>', 'the port of the API; the next five are used, too; 0 takes any free ports', port, PORT)
  .option('--data <folder>', 'the folder for data and outputs.json', DATA_FOLDER)
  .option('--ephemeral', 'delete all data on exit')
  .option('--new', 'start without data; what is in the folder is moved aside')
  .option('-c, --context <name=value>', 'a setting of the stack; may be repeated', setting)
  .option('--clock <duration>', 'set the clock forward, such as by 15-minutes; the data keeps it', forward)
  .option('--faithful', 'retry failed queue messages as late as on AWS, instead of after a second')
  .action(start);
await runProgram(program, 2);

async function start(options: LocalCloudOptions): Promise<void> {
  const startedAt = Date.now();
  console.log('Starting the service …');
  // Loaded late, so that `--help` and a wrong option respond at once.
  const { startLocalCloud } = await import('./localCloud.ts');
  const { END_TIMEOUT_MS } = await import('./http/ports.ts');
  try {
    const { outputs, newSignInLink, stop } = await startLocalCloud(options);
    endOnSignal(stop, END_TIMEOUT_MS);
    console.log(greeting(outputs, newSignInLink()));
    console.log(`ready in ${((Date.now() - startedAt) / 1_000).toFixed(1)} s; Ctrl-C ends it`);
    console.log('ready');
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

/** `npm start` forwards a signal that the terminal has sent to this process, too: one key press arrives twice. */
const SAME_SIGNAL_MS = 500;

/** Ends the process on a signal once all is stopped; on a second one, at once. */
function endOnSignal(stop: () => Promise<void>, timeoutMs: number): void {
  let since: number | undefined;
  const end = async () => {
    if (since !== undefined && Date.now() - since > SAME_SIGNAL_MS) process.exit(130);
    if (since !== undefined) return;
    since = Date.now();
    console.log(`Ending once what is running has finished, within ${timeoutMs / 1_000} s. Ctrl-C again ends at once.`);
    await stop();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, end);
}

function port(text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number <= PORT_MAX) return number;
  throw new InvalidArgumentError(`It must be a number from 0 to ${PORT_MAX}.`);
}

function forward(label: string): number {
  const seconds = secondsOf(label);
  if (seconds !== undefined) return seconds;
  throw new InvalidArgumentError('It must be such as 90-seconds, 15-minutes, 2-hours or 30-days.');
}

/** Help for newcomers. Every command works as printed. */
function greeting(
  { apiUrl, inboxUrl, usageUrl, dynamodbEndpoint, s3Endpoint, tableName, ...demo }: Outputs,
  signInLink: string,
): string {
  return `
The forms backend runs on this machine.

  Dashboard   ${signInLink}
              (signs you in once, within ${CODE_VALID_MS / 60_000} minutes; later paste the API key)
  Mailbox     ${inboxUrl}/
  API         ${apiUrl}
  DynamoDB    ${dynamodbEndpoint}  table ${tableName}
  S3          ${s3Endpoint}
  Usage       ${usageUrl}

  Workspace   ${demo.workspaceId}
  API key     ${demo.apiKey}
  Endpoint    ${demo.endpointId}
${demo.ownerAddress ? `  Owner       ${demo.ownerAddress} (signs in with codes, which arrive in the mailbox)\n` : ''}
Post a submission:
  curl ${apiUrl}/v1/f/${demo.endpointId} -H 'Content-Type: application/json' -d '{"email":"ada@example.com","message":"Hello"}'

List the submissions:
  curl ${apiUrl}/v1/submissions/${demo.endpointId} -H 'Authorization: Bearer ${demo.apiKey}'

Create an endpoint:
  curl ${apiUrl}/v1/endpoint -H 'Authorization: Bearer ${demo.apiKey}' -H 'Content-Type: application/json' -d '{"slug":"newsletter","targetEmails":["you@example.com"]}'
`;
}
