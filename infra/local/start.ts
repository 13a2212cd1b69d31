import '../quietSdk.ts';
import { parseArgs } from 'node:util';
import { DASHBOARD_PATH } from '../../shared/contract/sitePages.ts';
import { startLocalCloud } from './localCloud.ts';
import { DATA_FOLDER, type Outputs } from './outputs.ts';

const USAGE = 'Usage: npm start -- [--port N] [--data DIR] [--ephemeral] [--context NAME=VALUE]...';
const PORT = 4100;

// Whatever is written is for this user alone.
process.umask(0o077);
const options = readOptions();
const startedAt = Date.now();
try {
  const { outputs, stop } = await startLocalCloud(options);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, async () => {
      await stop();
      process.exit(0);
    });
  }
  console.log(greeting(outputs));
  console.log(`ready in ${((Date.now() - startedAt) / 1_000).toFixed(1)} s; Ctrl-C ends it`);
  console.log('ready');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: String(PORT) },
        data: { type: 'string', default: DATA_FOLDER },
        ephemeral: { type: 'boolean', default: false },
        context: { type: 'string', short: 'c', multiple: true, default: [] },
      },
    });
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 0 || port > 65_530)
      throw new Error('--port must be a number from 0 to 65530.');
    return { ...values, port, context: Object.fromEntries(values.context.map(readSetting)) };
  } catch (error) {
    console.error(`${(error as Error).message}\n${USAGE}`);
    process.exit(2);
  }
}

/** `name=value`, as the CDK's command line takes it. */
function readSetting(text: string): [name: string, value: string] {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new Error(`--context must be name=value, not "${text}".`);
  return [name, value];
}

/** What a newcomer needs. Every command works as it stands. */
function greeting({ apiUrl, siteUrl, inboxUrl, usageUrl, dynamodbEndpoint, tableName, ...demo }: Outputs): string {
  return `
The forms backend runs on this machine.

  Dashboard   ${siteUrl}${DASHBOARD_PATH}#key=${demo.apiKey}
  Demo form   ${siteUrl}/
  Inbox       ${inboxUrl}/
  API         ${apiUrl}
  DynamoDB    ${dynamodbEndpoint}  table ${tableName}
  Usage       ${usageUrl}

  Workspace   ${demo.workspaceId}
  API key     ${demo.apiKey}
  Endpoint    ${demo.endpointId}

Post a submission:
  curl ${apiUrl}/v1/f/${demo.endpointId} -H 'Content-Type: application/json' -d '{"email":"ada@example.com","message":"Hello"}'

List the submissions:
  curl ${apiUrl}/v1/submissions/${demo.endpointId} -H 'Authorization: Bearer ${demo.apiKey}'

Create an endpoint:
  curl ${apiUrl}/v1/endpoint -H 'Authorization: Bearer ${demo.apiKey}' -H 'Content-Type: application/json' -d '{"slug":"newsletter","targetEmails":["you@example.com"]}'
`;
}
