import { type ChildProcess, fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundle, bundleFunctions } from '../../../infra/constructs/functions/bundle.ts';
import { DynamoDb, ENGINE_ACCESS_KEY_ID } from '../../../infra/local/aws/dynamodb.ts';
import { startEngine } from '../../../infra/local/aws/engine.ts';
import type { TableAddress } from '../../../infra/local/localTable.ts';
import { LOCAL } from '../../../infra/local/template.ts';
import { QUIET_SDK } from '../../../infra/quietSdk.ts';
import { OPERATIONS } from '../../../shared/contract/operations/index.ts';
import { ENVIRONMENT, type Setting } from '../../../shared/runtime/environment.ts';
import { newDataFolder, removeFolder } from '../../support/cloudProcess.ts';
import { callsOf, eventsOf, getItem, newListedOwn } from './functionJobs.ts';
import type { FunctionJob, Measured } from './functionProcess.ts';
import { measureFunctions } from './functions.ts';
import { progress } from './progress.ts';
import { machine } from './report.ts';
import { median, rounded } from './stats.ts';
import { functionsTable, table } from './tables.ts';

/**
 * Measures the processor time of a warm invocation of each operation's bundle, alone in a process against the engine,
 * beside one of a function that does nothing, one that reads an item through the SDK as it comes, and one that makes the
 * operation's calls so. They take turns, so that whatever else the machine does befalls all of them.
 */
const USAGE = 'Usage: npm run bench:functions -- [--quick] [--only OPERATION[,OPERATION]]';
const HEADER = ['operation', 'function', 'its calls', 'GetItem', 'empty', 'by GetItem'];
/** Until a function's code is compiled, which takes some thousand calls, its invocations take up to twice as long. */
const FULL = { warmUp: 2_000, blocks: 9, perBlock: 60, starts: 15 };
const QUICK = { warmUp: 10, blocks: 1, perBlock: 5, starts: 1 };

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } },
});
const only = options.only?.split(',');
/** They wait for a receiver of webhooks, or for a queue: neither is here. */
const WAITING = ['testWebhook', 'replayWebhookDeliveries'];
const operations = OPERATIONS.filter(({ id }) => !WAITING.includes(id) && (only?.includes(id) ?? true));
if (operations.length === 0) {
  console.error(USAGE);
  process.exit(2);
}
const amounts = options.quick ? QUICK : FULL;
const { warmUp, blocks, perBlock } = amounts;

const folder = newDataFolder();
const engine = await startEngine(folder);
const address: TableAddress = {
  dynamodbEndpoint: engine.endpoint,
  dynamodbAccessKeyId: ENGINE_ACCESS_KEY_ID,
  tableName: 'Table',
};
/** Functions get all of them, though none needs all. */
const SETTINGS: Record<Setting, string> = {
  tableName: address.tableName,
  siteUrl: 'https://forms.example.com',
  senderAddress: 'forms@example.com',
  configurationSet: 'forms',
  removalQueueUrl: `${engine.endpoint}/removal`,
  trainingQueueUrl: `${engine.endpoint}/training`,
  failedRecordsBucket: 'failed',
  mailQueueUrl: `${engine.endpoint}/mail`,
  mailsPerSecond: '1',
  streamMailsPerSecond: '1',
  queueMailsPerSecond: '1',
  mailsPerHour: '1',
  webhookQueueUrl: `${engine.endpoint}/webhook`,
  failingWebhookQueueUrl: `${engine.endpoint}/failing-webhook`,
  allowedMethods: '{}',
  captchaStandIn: '',
  loopbackReceivers: '',
  fileBucket: 'files',
  scanFiles: 'false',
  uploadsPerSecond: '10000',
  requestsPerSecond: '10000',
  probeEndpoint: '',
  newVersion: 'arn:aws:lambda:us-east-1:000000000000:function:createSubmission:1',
};
try {
  await createTable();
  const { node, model } = machine();
  console.log(`Node.js ${node}, ${model}: processor time of a warm invocation in milliseconds, medians of ${blocks}\n`);
  console.log(table([HEADER, ...(await measureWarm())]));
  if (!only) console.log(functionsTable(measureFunctions(amounts.starts)));
} finally {
  await engine.stop();
  removeFolder(folder);
}

async function createTable(): Promise<void> {
  await new DynamoDb(engine.endpoint).call('DynamoDB_20120810.CreateTable', {
    TableName: address.tableName,
    KeySchema: [
      { AttributeName: 'PK', KeyType: 'HASH' },
      { AttributeName: 'SK', KeyType: 'RANGE' },
    ],
    AttributeDefinitions: ['PK', 'SK'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    BillingMode: 'PAY_PER_REQUEST',
  });
}

async function measureWarm(): Promise<(string | number)[][]> {
  const own = await newListedOwn(address);
  const folderOf = bundleFunctions(join(folder, 'functions'));
  bundle({ functionProcess: 'test/deep/bench/functionProcess.ts', bareCalls: 'test/deep/bench/bareCalls.ts' }, folder);
  const empty = join(folder, 'empty.mjs');
  writeFileSync(empty, 'export const handler = async () => ({ statusCode: 200 });');
  const bare = join(folder, 'bareCalls.mjs');
  const rows: (string | number)[][] = [];
  for (const operation of operations) {
    progress(operation.id);
    const events = await eventsOf(address, operation, own, warmUp + blocks * perBlock);
    const [ofFunction = 0, ofCalls = 0, ofGetItem = 0, ofEmpty = 0] = await takeTurns([
      { file: join(folderOf(operation.id), 'index.mjs'), events, status: operation.redirectStatus ?? operation.status },
      { file: bare, events: [{ calls: callsOf(operation, own, address.tableName) }], status: 200 },
      { file: bare, events: [{ calls: [getItem(own, address.tableName)] }], status: 200 },
      { file: empty, events, status: 200 },
    ]);
    rows.push([
      operation.id,
      ...[ofFunction, ofCalls, ofGetItem, ofEmpty, ofFunction / ofGetItem].map((n) => rounded(n)),
    ]);
  }
  return rows;
}

/** The median time of each job's invocations. */
async function takeTurns(jobs: FunctionJob[]): Promise<number[]> {
  const processes = jobs.map(() => startProcess());
  try {
    for (const [i, job] of jobs.entries()) await ask(processes[i] as ChildProcess, job);
    for (const process of processes) await ask(process, warmUp);
    const times: number[][] = jobs.map(() => []);
    for (let block = 0; block < blocks; block++) {
      for (const [i, process] of processes.entries()) times[i]?.push(await ask(process, perBlock));
    }
    return times.map(median);
  } finally {
    for (const process of processes) process.kill();
  }
}

function startProcess(): ChildProcess {
  return fork(join(folder, 'functionProcess.mjs'), {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...QUIET_SDK,
      AWS_REGION: LOCAL.region,
      AWS_ACCESS_KEY_ID: ENGINE_ACCESS_KEY_ID,
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_ENDPOINT_URL: engine.endpoint,
      ...Object.fromEntries(Object.entries(SETTINGS).map(([name, value]) => [ENVIRONMENT[name as Setting], value])),
    },
  });
}

/** @throws Error when an event is not answered as it is to be, or the process ends */
function ask(process: ChildProcess, message: FunctionJob | number): Promise<number> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error('the process of a function ended'));
    process.once('exit', onExit).once('message', (measured: Measured) => {
      process.off('exit', onExit);
      if ('error' in measured) reject(new Error(measured.error));
      else resolve(measured.cpuMs);
    });
    process.send(message);
  });
}
