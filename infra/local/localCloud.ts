import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DASHBOARD_PATH } from '../../shared/contract/sitePages.ts';
import type { SiteOptions } from '../../site/pages.ts';
import { type FolderLock, lockFolder } from '../tools/folderLock.ts';
import { createAwsServices } from './aws/awsServices.ts';
import { DynamoDb } from './aws/dynamodb.ts';
import { externalEngine, startEngine, TABLE_FILE } from './aws/engine.ts';
import { damagedTable } from './aws/engineDatabase.ts';
import { createInbox } from './aws/inbox.ts';
import { Queues, queueUrl } from './aws/queues.ts';
import { accessKeyIn, createTableServer } from './aws/tableServer.ts';
import { createCaptchaProviders } from './captchaProviders.ts';
import { createControlServer } from './controlServer.ts';
import { moveAside, requireTable } from './dataFolder.ts';
import { openDemo } from './demo.ts';
import { EventBus } from './events/eventBus.ts';
import type { QueueMapping } from './events/queueMapping.ts';
import { QueueSource } from './events/queueSource.ts';
import type { StreamMapping } from './events/streamMapping.ts';
import { StreamSource } from './events/streamSource.ts';
import { StreamTrim } from './events/streamTrim.ts';
import { isOfDisk, makePrivate } from './files.ts';
import { Faults } from './functions/faults.ts';
import { createRuntime, LocalFunction } from './functions/functions.ts';
import { Usage } from './functions/usage.ts';
import { Gateway } from './gateway/gateway.ts';
import { LIMIT_SETTINGS } from './gateway/throttle.ts';
import { LocalS3 } from './localS3.ts';
import { localTable } from './localTable.ts';
import { type Outputs, removeOutputs, writeOutputs } from './outputs.ts';
import { close, listen, serverUrl } from './ports.ts';
import { SignInCodes } from './signInCodes.ts';
import { createSite } from './site.ts';
import { synthesize } from './synthesize.ts';
import { LOCAL_SENDER_ADDRESS, type Template } from './template.ts';

export interface LocalCloudOptions {
  /** The API's port; the others follow it. 0 takes any free ports. */
  port: number;
  data: string;
  ephemeral?: boolean;
  /** Moves existing data aside. */
  new?: boolean;
  context?: Record<string, string>;
  /** Whether failed queue messages wait as long as on AWS. */
  faithful?: boolean;
}

export interface LocalCloud {
  outputs: Outputs;
  /** A link that signs a person in to the demo workspace, once. */
  newSignInLink: () => string;
  stop: () => Promise<void>;
}

/** Stops a running part; called in reverse order. */
type Stop = () => Promise<unknown> | unknown;

/** How long an end waits for requests and functions in progress. */
export const END_TIMEOUT_MS = 20_000;

/**
 * Starts the whole service on this machine: synthesizes the stack and runs its template.
 * @throws Error with a readable message if a port is taken, the folder is in use or a setting is wrong
 */
export async function startLocalCloud(options: LocalCloudOptions): Promise<LocalCloud> {
  const { data, ephemeral = false, context = {}, faithful = false } = options;
  mkdirSync(data, { recursive: true });
  const lock = await lockFolder(
    data,
    (apiUrl) => new Error(`A service with the data in ${data} is running already, at ${apiUrl}.`),
  );
  const folder = ephemeral ? mkdtempSync(join(tmpdir(), 'forms-')) : resolve(data);
  if (ephemeral) process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const stops: Stop[] = [lock.release];
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end();
  };
  try {
    makePrivate(folder);
    removeOutputs(data);
    const aside = options.new && moveAside(folder);
    if (aside) console.log(`The data that was here is in ${aside} now.`);
    if (!externalEngine()) requireTable(folder, TABLE_FILE);
    return { ...(await start({ ...options, ephemeral, new: false, context, faithful, folder, stops, lock })), stop };
  } catch (error) {
    await stop();
    if (!isOfDisk(error)) throw error;
    throw new Error(`The disk with ${folder} is full or broken (${error.message}). Start again once it has room.`, {
      cause: error,
    });
  }
}

interface Start extends Required<LocalCloudOptions> {
  /** Folder of the table and all other data. */
  folder: string;
  stops: Stop[];
  lock: FolderLock;
}

async function start({ port, data, context, faithful, folder, stops, lock }: Start): Promise<Omit<LocalCloud, 'stop'>> {
  const portAfter = (offset: number) => (port === 0 ? 0 : port + offset);
  const open = (server: Server, atPort: number) => openServer(server, atPort, stops);
  const gateway = new Gateway();
  const usage = new Usage();
  const faults = new Faults();
  let tick = async () => undefined as unknown;
  const instanceId = randomUUID();
  let siteOptions: SiteOptions | undefined;
  const apiUrl = await open(gateway.server, port);
  lock.publish(apiUrl);
  const codes = new SignInCodes();
  const site = createSite(() => siteOptions, codes);
  const siteUrl = await open(site, portAfter(1));
  const inboxUrl = await open(createInbox(folder, siteUrl), portAfter(2));
  const controlUrl = await open(
    createControlServer(usage, faults, () => tick(), instanceId),
    portAfter(3),
  );
  const engine = await startEngine(folder);
  stops.push(() => engine.stop());
  const db = new DynamoDb(engine.endpoint);
  db.onDamage = (message) =>
    console.error(`${damagedTable(engine.file ?? engine.endpoint, message)} Until then nothing is accepted.`);
  const dynamodbAccessKeyId = accessKeyIn(folder);
  const dynamodbEndpoint = await open(createTableServer(db, dynamodbAccessKeyId), portAfter(4));
  const s3 = new LocalS3({ operatorAccessKeyId: dynamodbAccessKeyId, usage, faults });
  const s3Endpoint = await open(s3.server, portAfter(5));
  const settings = { senderAddress: LOCAL_SENDER_ADDRESS, siteUrl, ...context };
  const tools = [inboxUrl, controlUrl, engine.endpoint, dynamodbEndpoint, s3Endpoint];
  const isEmbedded = engine.file !== undefined;
  const parts = {
    isEmbedded,
    settings,
    faithful,
    usage,
    faults,
    db,
    apiUrl,
    inboxUrl,
    s3,
    tools,
    folder,
    stops,
  };
  const { tableName, failedRecords, fileBucket, notifierArn, stopSources, bus, ...backend } = await runStack(parts);
  tick = () => bus.tick();
  gateway.serve({
    ...backend,
    limits: new Set(LIMIT_SETTINGS.filter((name) => name in context)),
    isDamaged: () => db.isDamaged,
  });
  // Stopped first, while everything that requests and functions call is still running.
  stops.push(() => Promise.all([close(gateway.server, END_TIMEOUT_MS), stopSources()]));
  const table = { dynamodbEndpoint, dynamodbAccessKeyId, tableName };
  const demo = await openDemo(folder, localTable(table), engine.hadItems === true);
  siteOptions = {
    apiUrl,
    siteUrl,
    demo: { endpointId: demo.endpointId, formAction: `${apiUrl}/v1/f/${demo.endpointId}`, inboxUrl },
    // Valid, because the stack was synthesized with them.
    ...(context.serviceName && { serviceName: context.serviceName }),
    landingPage: context.landingPage !== 'false',
  };
  const control = {
    usageUrl: `${controlUrl}/usage`,
    faultsUrl: `${controlUrl}/faults`,
    clockUrl: `${controlUrl}/clock`,
  };
  const objects = { s3Endpoint, s3SecretAccessKey: s3.secretAccessKey, fileBucket };
  const service = { senderAddress: settings.senderAddress, pid: process.pid, instanceId };
  const addresses = { apiUrl, siteUrl, inboxUrl, ...control };
  const outputs: Outputs = { ...addresses, ...table, ...objects, failedRecords, notifierArn, ...demo, ...service };
  for (const place of new Set([resolve(data), folder])) writeOutputs(place, outputs);
  return { outputs, newSignInLink: () => `${siteUrl}${DASHBOARD_PATH}#code=${codes.issue(demo)}` };
}

async function openServer(server: Server, port: number, stops: Stop[]): Promise<string> {
  const address = await listen(server, port);
  stops.push(() => close(server));
  return address;
}

interface StackParts {
  /** Whether the table's engine is ours. */
  isEmbedded: boolean;
  settings: Record<string, unknown>;
  faithful: boolean;
  usage: Usage;
  faults: Faults;
  db: DynamoDb;
  apiUrl: string;
  inboxUrl: string;
  s3: LocalS3;
  /** URLs that only tools and functions call. */
  tools: string[];
  folder: string;
  stops: Stop[];
}

/** Synthesizes the stack and starts its resources: table, functions, queues, buckets, event source mappings. */
async function runStack(parts: StackParts) {
  const { isEmbedded, settings, faithful, usage, faults, db, apiUrl, inboxUrl, s3, tools, folder, stops } = parts;
  const functions = new Map<string, LocalFunction>();
  const byName = new Map<string, LocalFunction>();
  const functionNamed = (name: string) => byName.get(name);
  const backends = () => ({ db, inboxUrl, queues, usage, faults, functionNamed });
  const awsEndpoint = await openServer(createAwsServices(backends), 0, stops);
  const template = withQueueUrls(await synthesize(folder, settings), awsEndpoint);
  const queues = new Queues(template.ofType('AWS::SQS::Queue'), awsEndpoint, join(folder, 'queues'));
  const captchaStandIn = await openServer(createCaptchaProviders(), 0, stops);
  const toolPorts = [...tools, awsEndpoint, captchaStandIn].map((address) => new URL(address).port);
  const s3Endpoint = serverUrl(s3.server);
  const endpoints = { apiUrl, awsEndpoint, s3Endpoint, secretAccessKey: s3.secretAccessKey, captchaStandIn, toolPorts };
  const runtime = createRuntime(folder, endpoints, usage, { faults, db });
  for (const resource of template.ofType('AWS::Lambda::Function')) {
    const added = new LocalFunction(resource, template, runtime);
    functions.set(resource.logicalId, added);
    byName.set(added.name, added);
  }
  const [table] = template.ofType('AWS::DynamoDB::GlobalTable');
  if (!table) throw new Error('The template has no table.');
  const streamArn = await db.createTable(table);
  const functionOf = (nameOrArn: unknown) => functions.get(String(nameOrArn).split(':').at(-1) ?? '') as LocalFunction;
  const bus = new EventBus(template.ofType('AWS::Events::Rule'), { queues, functionWith: functionOf, apiUrl });
  s3.serve({ template, folder, functionNamed, bus });
  const mappings = template.ofType('AWS::Lambda::EventSourceMapping').map(({ properties }) => {
    const target = functionOf(properties.FunctionName);
    const queue = queues.byArn(String(properties.EventSourceArn));
    if (queue) return new QueueSource(queue, target, properties as unknown as QueueMapping, faithful);
    const mapping = properties as unknown as StreamMapping;
    return new StreamSource(db, { streamArn, mapping, target, folder, putObject: s3.put });
  });
  const sources = [...mappings, bus];
  for (const source of sources) source.start();
  const trim = new StreamTrim(
    db,
    streamArn,
    mappings.filter((each) => each instanceof StreamSource),
  );
  if (isEmbedded) trim.start();
  const stopFunctions = () => Promise.all([...functions.values()].map((each) => each.stop()));
  stops.push(stopFunctions);
  /** Takes nothing more, and lets functions finish for a while. */
  const stopSources = async () => {
    const timer = setTimeout(stopFunctions, END_TIMEOUT_MS);
    await Promise.all([...sources, s3, trim].map((each) => each.stop()));
    if (isEmbedded) await trim.trim().catch(() => undefined);
    clearTimeout(timer);
  };
  return {
    stopSources,
    bus,
    template,
    tableName: table.logicalId,
    failedRecords: bucketNamed(template, 'FailedRecords'),
    fileBucket: bucketNamed(template, 'FileBucket'),
    notifierArn: functionNamed('notifySubmission')?.arn ?? '',
    functionWith: (logicalId: string) => functions.get(logicalId),
  };
}

const bucketNamed = (template: Template, id: string): string =>
  template.ofType('AWS::S3::Bucket').find(({ path }) => path.split('/').at(-2) === id)?.logicalId ?? id;

const withQueueUrls = (template: Template, awsEndpoint: string): Template =>
  template.withRefs(
    Object.fromEntries(
      template.ofType('AWS::SQS::Queue').map(({ logicalId }) => [logicalId, queueUrl(awsEndpoint, logicalId)]),
    ),
  );
