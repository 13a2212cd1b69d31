import { join } from 'node:path';
import { synthesize } from '../infra/localService/synthesize.ts';
import type { Template } from '../infra/localService/template.ts';
import { createAwsServices } from './aws/awsServices.ts';
import type { DynamoDb } from './aws/dynamodb.ts';
import { Queues, queueUrl } from './aws/queues.ts';
import { createCaptchaProviders } from './captchaProviders.ts';
import type { LocalClock } from './clock.ts';
import { EventBus } from './events/eventBus.ts';
import type { QueueMapping } from './events/queueMapping.ts';
import { QueueSource } from './events/queueSource.ts';
import type { StreamMapping } from './events/streamMapping.ts';
import { StreamSource } from './events/streamSource.ts';
import { StreamTrim } from './events/streamTrim.ts';
import type { Faults } from './functions/faults.ts';
import { LocalFunction } from './functions/functions.ts';
import { createRuntime } from './functions/runtime.ts';
import type { Usage } from './functions/usage.ts';
import { END_TIMEOUT_MS, openServer, type Stop, serverUrl } from './http/ports.ts';
import type { LocalS3 } from './localS3.ts';

interface StackParts {
  /** True if the table's engine is ours. */
  isEmbedded: boolean;
  settings: Record<string, unknown>;
  faithful: boolean;
  usage: Usage;
  faults: Faults;
  clock: LocalClock;
  db: DynamoDb;
  apiUrl: string;
  inboxUrl: string;
  s3: LocalS3;
  /** URLs that only tools and functions call. */
  tools: string[];
  folder: string;
  stops: Stop[];
}

const sayBuilding = (): void =>
  console.log('Building the stack and its functions, which later starts skip until code or settings change …');

/** Synthesizes the stack and starts its resources: table, functions, queues, buckets, event source mappings. */
export async function runStack(parts: StackParts) {
  const { isEmbedded, settings, faithful, usage, faults, db, apiUrl, inboxUrl, s3, tools, folder, stops } = parts;
  const { aheadS } = parts.clock;
  const functions = new Map<string, LocalFunction>();
  const byName = new Map<string, LocalFunction>();
  const functionNamed = (name: string) => byName.get(name);
  const backends = () => ({ db, inboxUrl, queues, usage, faults, functionNamed });
  const awsEndpoint = await openServer(createAwsServices(backends), 0, stops);
  const template = withQueueUrls(await synthesize(folder, settings, sayBuilding), awsEndpoint);
  const queues = new Queues(template.ofType('AWS::SQS::Queue'), awsEndpoint, join(folder, 'queues'));
  const captchaStandIn = await openServer(createCaptchaProviders(), 0, stops);
  const toolPorts = [...tools, awsEndpoint, captchaStandIn].map((address) => new URL(address).port);
  const s3Endpoint = serverUrl(s3.server);
  const endpoints = { apiUrl, awsEndpoint, s3Endpoint, secretAccessKey: s3.secretAccessKey, captchaStandIn, toolPorts };
  const runtime = createRuntime(folder, endpoints, usage, { faults, db, aheadS });
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
    return new StreamSource(db, { streamArn, mapping, target, folder, putObject: s3.put, aheadS });
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
  /** Lets all that is due by now happen at once, after the clock was set forward. */
  const tick = async () => {
    queues.wake();
    s3.removeExpired();
    await bus.tick();
  };
  return {
    stopSources,
    tick,
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
