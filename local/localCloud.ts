import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { localTable } from '../infra/localService/localTable.ts';
import { type Outputs, removeOutputs, writeOutputs } from '../infra/localService/outputs.ts';
import { LOCAL_SENDER_ADDRESS } from '../infra/localService/template.ts';
import { type FolderLock, lockFolder } from '../infra/tools/folderLock.ts';
import { makeFolder } from '../infra/tools/makeFolder.ts';
import { DASHBOARD_PATH } from '../shared/contract/sitePages.ts';
import type { SiteOptions } from '../site/pages.ts';
import { DynamoDb } from './aws/dynamodb.ts';
import { externalEngine, startEngine, TABLE_FILE } from './aws/engine.ts';
import { damagedTable } from './aws/engineDatabase.ts';
import { createMailbox } from './aws/mailbox.ts';
import { accessKeyIn, createTableServer } from './aws/tableServer.ts';
import { LocalClock } from './clock.ts';
import { createControlServer } from './controlServer.ts';
import { OWNER_ADDRESS, openDemo } from './demo.ts';
import { Faults } from './functions/faults.ts';
import { Usage } from './functions/usage.ts';
import { Gateway } from './gateway/gateway.ts';
import { LIMIT_SETTINGS } from './gateway/throttle.ts';
import { close, END_TIMEOUT_MS, openServer, type Stop } from './http/ports.ts';
import { LocalS3 } from './localS3.ts';
import { moveAside, notWritable, requireTable, requireWritable, warningsOfLoss } from './process/dataFolder.ts';
import { isOfDisk, makePrivate } from './process/diskFiles.ts';
import { runAhead } from './process/runAhead.ts';
import { runStack } from './runStack.ts';
import { SignInCodes } from './signIn/signInCodes.ts';
import { createSite } from './site.ts';

export interface LocalCloudOptions {
  /** The API's port; the others follow it. 0 takes any free ports. */
  port: number;
  data: string;
  ephemeral?: boolean;
  /** Moves existing data aside. */
  new?: boolean;
  context?: Record<string, string>;
  /** True if failed queue messages wait as long as on AWS. */
  faithful?: boolean;
  /** Sets the clock forward by these seconds. */
  clock?: number;
}

export interface LocalCloud {
  outputs: Outputs;
  /** A link that signs a person in to the demo workspace, once. */
  newSignInLink: () => string;
  stop: () => Promise<void>;
}

/**
 * Starts the whole service on this machine: synthesizes the stack and runs its template.
 * @throws Error with a readable message if a port is taken, the folder is in use or a setting is wrong
 */
export async function startLocalCloud(options: LocalCloudOptions): Promise<LocalCloud> {
  const { data, ephemeral = false, context = {}, faithful = false, clock = 0 } = options;
  makeFolder(data, '--data');
  requireWritable(data);
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
    for (const warning of warningsOfLoss(folder)) console.error(warning);
    return {
      ...(await start({ ...options, ephemeral, new: false, context, faithful, clock, folder, stops, lock })),
      stop,
    };
  } catch (error) {
    await stop();
    if (!isOfDisk(error)) throw error;
    throw notWritable(folder, error);
  }
}

interface Start extends Required<LocalCloudOptions> {
  /** Folder of the table and all other data. */
  folder: string;
  stops: Stop[];
  lock: FolderLock;
}

async function start(options: Start): Promise<Omit<LocalCloud, 'stop'>> {
  const { port, data, context, faithful, folder, stops, lock } = options;
  const clock = new LocalClock(folder);
  if (!clock.forward(options.clock)) throw new Error('The clock cannot be more than 50 years ahead.');
  runAhead(clock.aheadS);
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
  const inboxUrl = await open(createMailbox(folder, siteUrl), portAfter(2));
  const controlUrl = await open(
    createControlServer({ usage, faults, clock, tick: () => tick(), instanceId }),
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
  const settings = { senderAddress: LOCAL_SENDER_ADDRESS, siteUrl, workspaceOwners: OWNER_ADDRESS, ...context };
  const tools = [inboxUrl, controlUrl, engine.endpoint, dynamodbEndpoint, s3Endpoint];
  const isEmbedded = engine.file !== undefined;
  const common = { isEmbedded, settings, faithful, usage, faults, clock, folder, stops };
  const parts = { ...common, db, apiUrl, inboxUrl, s3, tools };
  const stack = await runStack(parts);
  const { tableName, failedRecords, fileBucket, notifierArn, stopSources, ...backend } = stack;
  tick = stack.tick;
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
    demoEndpointId: demo.endpointId,
    // Valid, because the stack was synthesized with them.
    ...(context.serviceName && { serviceName: context.serviceName }),
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
