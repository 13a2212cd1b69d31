import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { renderSite, type SitePage } from '../../site/pages.ts';
import { createAwsServices } from './awsServices.ts';
import { createControlServer } from './controlServer.ts';
import { openDemo } from './demo.ts';
import { DynamoDb } from './dynamodb.ts';
import { type Engine, startEngine } from './engine.ts';
import { Faults } from './faults.ts';
import { createRuntime, INSTANCES_MAX, LocalFunction } from './functions.ts';
import { Gateway } from './gateway.ts';
import { type Outputs, readOutputs, writeOutputs } from './outputs.ts';
import { addressOf, freePort, HOST, listen } from './ports.ts';
import { type QueueMapping, QueueSource } from './queueSource.ts';
import { type LocalQueue, Queues, queueUrl } from './queues.ts';
import { createSite } from './site.ts';
import { BUCKETS_FOLDER, type StreamMapping, StreamSource } from './streamSource.ts';
import { synthesize } from './synthesize.ts';
import { LOCAL_SENDER_ADDRESS, type Template } from './template.ts';
import { Usage } from './usage.ts';

/** A CommonJS package whose types speak of a default export; required, it is found where they say. */
const { default: startInbox } = createRequire(import.meta.url)('aws-ses-v2-local') as typeof import('aws-ses-v2-local');

export interface LocalCloudOptions {
  /** The API's port; the others follow it. 0 takes any free ones. */
  port: number;
  /** Folder for data and outputs. */
  data: string;
  /** Whether data is forgotten at the end. */
  ephemeral: boolean;
}

export interface LocalCloud {
  outputs: Outputs;
  stop: () => Promise<void>;
}

/** Something that is at work, in the order it was started. */
type Stop = () => Promise<unknown> | unknown;

/**
 * Starts the whole service on this machine: synthesizes the stack and runs what the template says.
 * @throws Error that a person understands when a port is taken or the folder is in use
 */
export async function startLocalCloud({ port, data, ephemeral }: LocalCloudOptions): Promise<LocalCloud> {
  const running = readOutputs(data);
  if (running) throw new Error(`A service with the data in ${data} is running already, at ${running.apiUrl}.`);
  const folder = ephemeral ? mkdtempSync(join(tmpdir(), 'forms-')) : resolve(data);
  mkdirSync(folder, { recursive: true });
  const stops: Stop[] = ephemeral ? [() => rmSync(folder, { recursive: true, force: true })] : [];
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end();
  };
  try {
    return { outputs: await start({ port, data, folder, stops }), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Start {
  port: number;
  data: string;
  /** Where the table and everything else is kept. */
  folder: string;
  stops: Stop[];
}

async function start({ port, data, folder, stops }: Start): Promise<Outputs> {
  const portAfter = (offset: number) => (port === 0 ? 0 : port + offset);
  const gateway = new Gateway();
  const usage = new Usage();
  let pages: SitePage[] = [];
  const apiUrl = await open(gateway.server, port, stops);
  const siteUrl = await open(
    createSite(() => pages),
    portAfter(1),
    stops,
  );
  const inbox = await startInbox({ host: HOST, port: portAfter(2) || (await freePort()) });
  stops.push(() => close(inbox));
  const inboxUrl = addressOf(inbox);
  const faults = new Faults();
  const controlUrl = await open(createControlServer(usage, faults), portAfter(3), stops);
  const engine = await startEngine(folder, portAfter(4));
  stops.push(() => engine.stop());
  const { tableName, failedRecords, notifierArn, ...backend } = await runStack({
    siteUrl,
    usage,
    faults,
    engine,
    inboxUrl,
    folder,
    stops,
  });
  gateway.serve(backend);
  const { workspaceId, apiKey, endpointId } = await openDemo(folder, engine.endpoint, tableName);
  pages = renderSite({ apiUrl, demo: { formAction: `${apiUrl}/v1/f/${endpointId}`, inboxUrl } });
  const control = { usageUrl: `${controlUrl}/usage`, faultsUrl: `${controlUrl}/faults` };
  const addresses = { apiUrl, siteUrl, inboxUrl, ...control, dynamodbEndpoint: engine.endpoint };
  const demo = { workspaceId, apiKey, endpointId };
  const outputs: Outputs = { ...addresses, tableName, failedRecords, notifierArn, ...demo, pid: process.pid };
  for (const place of new Set([resolve(data), folder])) writeOutputs(place, outputs);
  return outputs;
}

async function open(server: Server, port: number, stops: Stop[]): Promise<string> {
  const address = await listen(server, port);
  stops.push(() => close(server));
  return address;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

interface StackParts {
  siteUrl: string;
  usage: Usage;
  faults: Faults;
  engine: Engine;
  inboxUrl: string;
  folder: string;
  stops: Stop[];
}

/** Synthesizes the stack and starts what it consists of: table, functions, queues, event source mappings. */
async function runStack({ siteUrl, usage, faults, engine, inboxUrl, folder, stops }: StackParts) {
  const functions = new Map<string, LocalFunction>();
  const functionNamed = (name: string) => [...functions.values()].find((candidate) => candidate.name === name);
  const backends = () => ({ dynamodbEndpoint: engine.endpoint, inboxUrl, queues, usage, faults, functionNamed });
  const awsEndpoint = await open(createAwsServices(backends), 0, stops);
  const template = withQueueUrls(synthesize(folder, { senderAddress: LOCAL_SENDER_ADDRESS, siteUrl }), awsEndpoint);
  const queues = new Queues(template.ofType('AWS::SQS::Queue'), awsEndpoint, join(folder, 'queues'));
  const runtime = createRuntime(folder, awsEndpoint, usage, faults);
  for (const resource of template.ofType('AWS::Lambda::Function')) {
    functions.set(resource.logicalId, new LocalFunction(resource, template, runtime));
  }
  const [table] = template.ofType('AWS::DynamoDB::GlobalTable');
  if (!table) throw new Error('The template has no table.');
  const db = new DynamoDb(engine.endpoint);
  const streamArn = await db.createTable(table);
  const functionOf = (nameOrArn: unknown) => functions.get(String(nameOrArn).split(':').at(-1) ?? '') as LocalFunction;
  const mappings = template.ofType('AWS::Lambda::EventSourceMapping').map(({ properties }) => {
    const target = functionOf(properties.FunctionName);
    const queue = queues.byArn(String(properties.EventSourceArn));
    if (queue) return new QueueSource(queue, queues, target, queueMappingOf(properties));
    return new StreamSource(db, streamArn, properties as unknown as StreamMapping, target, folder);
  });
  const pipes = template.ofType('AWS::Pipes::Pipe').map(({ properties }) => {
    const queue = queues.byArn(String(properties.Source)) as LocalQueue;
    const mapping = { hasRecords: false, concurrency: 1, reportsFailures: false };
    return new QueueSource(queue, queues, functionOf(properties.Target), mapping);
  });
  const sources = [...mappings, ...pipes];
  for (const source of sources) source.start();
  stops.push(() => Promise.all([...sources, ...functions.values()].map((each) => each.stop())));
  return {
    template,
    tableName: table.logicalId,
    failedRecords: join(folder, BUCKETS_FOLDER, bucketNamed(template, 'FailedRecords')),
    notifierArn: functionNamed('notifySubmission')?.arn ?? '',
    functionWith: (logicalId: string) => functions.get(logicalId),
  };
}

/** The logical id of the bucket with this construct id. */
const bucketNamed = (template: Template, id: string): string =>
  template.ofType('AWS::S3::Bucket').find(({ path }) => path.split('/').at(-2) === id)?.logicalId ?? id;

/** A queue's event source mapping, as the template states it. */
function queueMappingOf(properties: Record<string, unknown>): QueueMapping {
  const { ScalingConfig, FunctionResponseTypes = [] } = properties as {
    ScalingConfig?: { MaximumConcurrency: number };
    FunctionResponseTypes?: string[];
  };
  return {
    hasRecords: true,
    concurrency: Math.min(ScalingConfig?.MaximumConcurrency ?? 1, INSTANCES_MAX),
    reportsFailures: FunctionResponseTypes.includes('ReportBatchItemFailures'),
  };
}

const withQueueUrls = (template: Template, awsEndpoint: string): Template =>
  template.withRefs(
    Object.fromEntries(
      template.ofType('AWS::SQS::Queue').map(({ logicalId }) => [logicalId, queueUrl(awsEndpoint, logicalId)]),
    ),
  );
