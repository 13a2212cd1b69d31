import { randomBytes } from 'node:crypto';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { APIGatewayProxyResult, DynamoDBBatchResponse } from 'aws-lambda';
import { matches } from '../../infra/local/eventPattern.ts';
import { COUNTED_SUBMISSIONS, NEW_SUBMISSIONS, REMOVED_ENDPOINTS } from '../../infra/streamPatterns.ts';
import { OPERATIONS, type Operation } from '../../shared/operations/index.ts';
import { createRepositories, type Repositories } from '../../shared/repositories/index.ts';
import type { Table } from '../../shared/repositories/table.ts';
import { Workspaces } from '../../shared/repositories/workspaces.ts';
import { EndpointCreate } from '../../shared/schemas/endpoint.ts';
import type { Json } from '../support/json.ts';
import { FaultPlan } from './faultKinds.ts';
import { Instance, type Programs, type Surroundings } from './instance.ts';
import { Services } from './services.ts';

/** The stream's readers and what their filters let through. */
const READERS = {
  indexSubmissions: [COUNTED_SUBMISSIONS, REMOVED_ENDPOINTS],
  notifySubmission: [NEW_SUBMISSIONS],
} as const;
type Reader = keyof typeof READERS;
const FROM_THE_START = { indexSubmissions: 0, notifySubmission: 0 };

const BATCH_RECORDS = 100;
/** Between two deliveries of the same records; several of them outlast a lease on a notification. */
const RETRY_MS = 10_000;
/** Deliveries of the same records or message, after which they would be put aside. */
const DELIVERIES_MAX = 10;

interface StreamRecord {
  eventName: string;
  dynamodb: { SequenceNumber: string; Keys: object; NewImage?: object; ApproximateCreationDateTime: number };
}

/** A request as a client sends it: the same when it is sent again. */
export interface ClientRequest {
  params?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  json?: unknown;
  /** Sent as it is, instead of JSON. */
  text?: string;
}

export type Answer = APIGatewayProxyResult & { requestId: string };

/** Healthy instances that wait for work, by function. */
export class Instances {
  readonly programs: Programs;
  readonly #idle = new Map<string, Instance[]>();

  constructor(programs: Programs) {
    this.programs = programs;
  }

  fresh(name: string): Instance {
    const program = this.programs.get(name);
    if (!program) throw new Error(`there is no function ${name}`);
    return new Instance(program);
  }

  take = (name: string): Instance => this.#idle.get(name)?.pop() ?? this.fresh(name);

  giveBack(name: string, instance: Instance): void {
    this.#idle.set(name, [...(this.#idle.get(name) ?? []), instance]);
  }
}

/** The whole service as one run finds it: a workspace with its key, its table, its functions, its clients. */
export class World {
  readonly services = new Services();
  readonly repositories: Repositories;
  readonly logged: string[] = [];
  readonly plan: FaultPlan;
  /** What must never be. */
  readonly problems: string[] = [];
  workspaceId = '';
  key = '';
  keyId = '';
  readonly #target: string;
  readonly #instances: Instances;
  readonly #positions: Record<Reader, number> = { ...FROM_THE_START };
  /** The instance of the target that faults strike. */
  #struck: Instance | undefined;
  #isArmed = false;
  #aheadMs = 0;

  /** @param target the function whose calls the plan's faults strike */
  constructor(instances: Instances, target: string, plan: FaultPlan) {
    this.#instances = instances;
    this.#target = target;
    this.plan = plan;
    this.repositories = createRepositories(this.services.table as unknown as Table);
  }

  now = (): number => Date.now() + this.#aheadMs;

  async open(): Promise<void> {
    const { workspaceId, keyId, key } = await new Workspaces(this.services.table as unknown as Table).create(
      'Workspace',
    );
    Object.assign(this, { workspaceId, keyId, key });
  }

  /** An endpoint that is there before anything goes wrong. */
  newEndpoint(fields: object = {}) {
    const slug = `slug-${randomBytes(6).toString('hex')}`;
    return this.repositories.endpoints.create(
      this.workspaceId,
      EndpointCreate.parse({ slug, targetEmails: [], ...fields }),
    );
  }

  /** From now on faults strike. What was there before has left the stream long ago. */
  arm(): void {
    this.services.items.events.length = 0;
    Object.assign(this.#positions, FROM_THE_START);
    this.#isArmed = true;
  }

  /** Sends a request to an operation; no answer when its process died. */
  async request(name: string, request: ClientRequest): Promise<Answer | undefined> {
    const operation = operationOf(name);
    const requestId = randomBytes(8).toString('hex');
    const outcome = await this.invoke(name, eventOf(operation, request, { key: this.key, requestId }));
    if (outcome === 'died') return undefined;
    if ('error' in outcome) throw new Error(`${name} threw instead of answering`, { cause: outcome.error });
    return { ...(outcome.value as APIGatewayProxyResult), requestId };
  }

  /** The answer's body of a request that nothing goes wrong with. */
  async read(name: string, request: ClientRequest): Promise<{ status: number; json: Json }> {
    const answer = await this.#run(this.#instances.take(name), name, {
      event: eventOf(operationOf(name), request, { key: this.key, requestId: 'read' }),
      plan: new FaultPlan(),
    });
    const { statusCode, body } = (answer as { value: APIGatewayProxyResult }).value;
    return { status: statusCode, json: JSON.parse(body) };
  }

  /** One invocation; those of the target meet the plan's faults, in the same instance until it dies. */
  async invoke(name: string, event: unknown) {
    if (name !== this.#target || !this.#isArmed)
      return this.#run(this.#instances.take(name), name, { event, plan: new FaultPlan() });
    this.#struck ??= this.#instances.fresh(name);
    const outcome = await this.#struck.invoke(event, this.#surroundings(this.plan));
    if (outcome === 'died') this.#struck = undefined;
    return outcome;
  }

  async #run(instance: Instance, name: string, { event, plan }: { event: unknown; plan: FaultPlan }) {
    const outcome = await instance.invoke(event, this.#surroundings(plan));
    this.#instances.giveBack(name, instance);
    return outcome;
  }

  #surroundings(plan: FaultPlan): Surroundings {
    return { services: this.services, plan, clock: this, log: (line) => this.logged.push(line) };
  }

  /** Lets the stream's readers and the queue's come to the end of what there is. */
  async settle(): Promise<void> {
    while (this.#hasWork()) {
      for (const reader of Object.keys(READERS) as Reader[]) await this.#readStream(reader);
      for (let body = this.services.queue.shift(); body !== undefined; body = this.services.queue.shift()) {
        await this.#deliverMessage(body);
      }
    }
  }

  /** The stream brings everything once more, as it may. */
  async redeliver(): Promise<void> {
    Object.assign(this.#positions, FROM_THE_START);
    await this.settle();
  }

  #hasWork(): boolean {
    const end = this.services.items.events.length;
    return this.services.queue.length > 0 || Object.values(this.#positions).some((position) => position < end);
  }

  async #readStream(reader: Reader): Promise<void> {
    const records = this.#records(reader);
    this.#positions[reader] = this.services.items.events.length;
    for (let i = 0; i < records.length; i += BATCH_RECORDS) {
      await this.#deliver(reader, records.slice(i, i + BATCH_RECORDS));
    }
  }

  #records(reader: Reader): StreamRecord[] {
    const start = this.#positions[reader];
    return this.services.items.events
      .slice(start)
      .map(({ eventName, PK, SK, item }, i) => ({
        eventName,
        dynamodb: {
          SequenceNumber: String(start + i),
          Keys: marshall({ PK, SK }),
          ...(item ? { NewImage: marshall(item, { removeUndefinedValues: true }) } : {}),
          ApproximateCreationDateTime: this.now() / 1_000,
        },
      }))
      .filter((record) => READERS[reader].some((pattern) => matches(record, pattern)));
  }

  /** Hands over a batch as the event source mapping does: again from the first record that was reported, or whole. */
  async #deliver(reader: Reader, records: StreamRecord[]): Promise<void> {
    let rest = records;
    for (let attempt = 1; rest.length > 0; attempt++) {
      if (attempt > DELIVERIES_MAX) return void this.problems.push(`${reader} never came to an end`);
      if (attempt > 1) this.#aheadMs += RETRY_MS;
      const outcome = await this.invoke(reader, { Records: rest });
      if (outcome === 'died' || 'error' in outcome) continue;
      const { batchItemFailures } = outcome.value as DynamoDBBatchResponse;
      const failed = batchItemFailures.map(({ itemIdentifier }) =>
        rest.findIndex(({ dynamodb }) => dynamodb.SequenceNumber === itemIdentifier),
      );
      rest = failed.length === 0 ? [] : rest.slice(Math.max(0, Math.min(...failed)));
    }
  }

  async #deliverMessage(body: string): Promise<void> {
    for (let attempt = 1; attempt <= DELIVERIES_MAX; attempt++) {
      const outcome = await this.invoke('purgeEndpoint', [{ body }]);
      if (outcome !== 'died' && !('error' in outcome)) return;
    }
    this.problems.push('purgeEndpoint never came to an end');
  }
}

export function operationOf(name: string): Operation {
  const operation = OPERATIONS.find(({ id }) => id === name);
  if (!operation) throw new Error(`there is no operation ${name}`);
  return operation;
}

/** A request as the gateway hands it over. */
function eventOf(
  { method, path, permission }: Operation,
  { params = {}, query, headers = {}, json, text }: ClientRequest,
  { key, requestId }: { key: string; requestId: string },
) {
  return {
    httpMethod: method,
    resource: path,
    headers: {
      ...(permission === 'public' ? {} : { Authorization: `Bearer ${key}` }),
      ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    pathParameters: params,
    multiValueQueryStringParameters: query
      ? Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value]]))
      : null,
    body: json === undefined ? (text ?? null) : JSON.stringify(json),
    isBase64Encoded: false,
    requestContext: { requestId: 'set-by-the-caller', extendedRequestId: requestId },
  };
}
