import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { TimerOptions } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';
import { compileFunction } from 'node:vm';
import { build } from 'esbuild';
import { ENVIRONMENT } from '../../../shared/runtime/environment.ts';
import { type Mutant, mutate } from '../../support/mutant.ts';
import { Clock } from './clock.ts';
import { type Call, type FaultKind, FaultPlan } from './faultKinds.ts';
import { queueUrl, type ServiceAnswer, type ServiceRequest, Services } from './services.ts';

const ROOT = join(import.meta.dirname, '../../..');
const require = createRequire(import.meta.url);

export const SITE_URL = 'https://site.example';
/** What `fallback` knows. */
export const KNOWN_PATH = '/v1/keys';

const VARIABLES = {
  [ENVIRONMENT.tableName]: 'Table',
  [ENVIRONMENT.siteUrl]: SITE_URL,
  [ENVIRONMENT.senderAddress]: 'forms@example.com',
  [ENVIRONMENT.configurationSet]: 'events',
  [ENVIRONMENT.removalQueueUrl]: queueUrl('purge'),
  [ENVIRONMENT.notificationQueueUrl]: queueUrl('notifications'),
  // Of no effect but in scenarios that say otherwise.
  [ENVIRONMENT.streamMailsPerSecond]: '1000',
  [ENVIRONMENT.queueMailsPerSecond]: '1000',
  [ENVIRONMENT.mailsPerHour]: '1000',
  [ENVIRONMENT.allowedMethods]: JSON.stringify({ [KNOWN_PATH]: 'GET, OPTIONS' }),
};
const CLIENT = { region: 'eu-west-1', credentials: { accessKeyId: 'test', secretAccessKey: 'test' } };
/** How long a call has been silent when the function's deadline comes. Real time, so that all that can go on does. */
const SILENCE_MS = 600;
/** What a function has left of its time limit. */
const REMAINING_MS = 60_000;

type Handler = (event: unknown, context: unknown) => Promise<unknown>;
/** Evaluates a function's bundle as a process of its own would. */
type Program = (...globals: unknown[]) => void;

export type Programs = ReadonlyMap<string, Program>;

/** Bundles functions by name from their files, as they are or with a change. */
export async function compile(files: Record<string, string>, mutant?: Mutant): Promise<Programs> {
  const { outputFiles } = await build({
    entryPoints: Object.fromEntries(Object.entries(files).map(([name, file]) => [name, join(ROOT, file)])),
    outdir: ROOT,
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    // What reads the clock or starts timers is bundled, so that it gets those of its process.
    external: ['@aws-sdk/*', 'zod', 'ulid'],
    logLevel: 'warning',
    plugins: mutant ? [mutate(mutant)] : [],
  });
  const parameters = ['require', 'module', 'process', 'console', 'Date'];
  return new Map(
    outputFiles.map(({ path, text }) => {
      const name = path.slice(ROOT.length + 1, -'.js'.length);
      return [name, compileFunction(text, parameters, { filename: `${name}.js` }) as Program];
    }),
  );
}

/** What an instance of a function works for, until it works for another. */
export interface Surroundings {
  services: Services;
  plan: FaultPlan;
  clock: Clock;
  log: (line: string) => void;
}

export type InvocationOutcome = { value: unknown } | { error: unknown } | 'died';

const never = (): Promise<never> => new Promise(() => undefined);

/** One instance of a function: its own copy of the code and its clients, over services that may fail. */
export class Instance {
  readonly #handler: Handler;
  #surroundings: Surroundings = {
    services: new Services(),
    plan: new FaultPlan(),
    clock: new Clock(),
    log: () => undefined,
  };
  readonly #calls = new Map<string, { call: Call; attempts: number }>();
  #isDead = false;
  #isLate = false;
  #die: () => void = () => undefined;
  #deadline: () => void = () => undefined;

  /** @param variables of its environment, besides those that all have */
  constructor(program: Program, variables: Record<string, string> = {}) {
    const module = { exports: {} as { handler?: Handler } };
    program(
      (id: string) => this.#require(id),
      module,
      Object.create(process, {
        env: { value: { ...VARIABLES, ...variables } },
        stdout: { value: { write: this.#log } },
      }),
      this.#console(),
      this.#dateClass(),
    );
    if (!module.exports.handler) throw new Error('the function has no handler');
    this.#handler = module.exports.handler;
  }

  /** What the function answers or throws, or that its process ended; then this instance is of no more use. */
  async invoke(event: unknown, surroundings: Surroundings): Promise<InvocationOutcome> {
    this.#surroundings = surroundings;
    this.#isLate = false;
    const death = new Promise<'died'>((resolve) => {
      this.#die = () => resolve('died');
    });
    const context = { getRemainingTimeInMillis: () => (this.#isLate ? 0 : REMAINING_MS) };
    const result = this.#handler(event, context).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    return Promise.race([result, death]);
  }

  #require(id: string): unknown {
    // The deadline of a request is a timer that this one stands in for.
    if (id === 'node:timers') return { ...require(id), setTimeout: (deadline: () => void) => this.#arm(deadline) };
    if (id === 'node:timers/promises') return { ...require(id), setTimeout: this.#sleep };
    const loaded = require(id);
    if (!/^@aws-sdk\/client-/.test(id)) return loaded;
    return new Proxy(loaded, {
      get: (sdk, name) => (CLIENT_CLASSES.has(String(name)) ? this.#clientClass(sdk[name], String(name)) : sdk[name]),
    });
  }

  /** Pauses take no real time; a wait without a hold on the process bounds a call, and does. */
  #sleep = async (ms: number, value?: unknown, options?: TimerOptions): Promise<unknown> => {
    if (options?.ref === false) return sleep(ms, value, options);
    this.#surroundings.clock.advance(ms);
    return value;
  };

  #arm(deadline: () => void): undefined {
    this.#deadline = deadline;
  }

  /** The SDK's client, with all of its own ways but for what carries its requests. */
  #clientClass(Client: new (config: object) => object, name: string) {
    const service = CLIENT_CLASSES.get(name) as ServiceRequest['service'];
    const requestHandler = {
      metadata: { handlerProtocol: 'http/1.1' },
      handle: async (request: WireRequest) => ({ response: await this.#carry(service, request) }),
      updateHttpClientConfig: () => undefined,
      httpHandlerConfigs: () => ({}),
    };
    return class extends Client {
      constructor(config: object) {
        super({ ...CLIENT, ...config, requestHandler });
      }
    };
  }

  async #carry(service: ServiceRequest['service'], { headers, body }: WireRequest) {
    const action = headers['x-amz-target']?.split('.').at(-1) ?? 'SendEmail';
    const answer = await this.#attempt(String(headers['amz-sdk-invocation-id']), {
      service,
      action,
      input: JSON.parse(textOf(body)),
    });
    if (answer instanceof Error) throw answer;
    const type = String(answer.body.__type ?? '');
    return {
      statusCode: answer.status,
      headers: { 'content-type': 'application/x-amz-json-1.0', ...(type ? { 'x-amzn-errortype': type } : {}) },
      body: Buffer.from(JSON.stringify(answer.body)),
    };
  }

  async #attempt(invocationId: string, request: ServiceRequest): Promise<ServiceAnswer | Error> {
    if (this.#isDead) return never();
    const { plan, services } = this.#surroundings;
    const known = this.#calls.get(invocationId) ?? { call: plan.begin(request), attempts: 0 };
    this.#calls.set(invocationId, known);
    known.attempts++;
    const fault = plan.at(known.call, known.attempts);
    if (fault === undefined) return services.answer(request);
    if (fault.afterwards && known.attempts > 1) return fault.afterwards(known.call);
    return this.#fail(fault, known.call, request);
  }

  async #fail(fault: FaultKind, call: Call, request: ServiceRequest): Promise<ServiceAnswer | Error> {
    if (fault.ending === 'death') this.#isDead = true;
    const answer = await this.#effectOf(fault, request);
    if (fault.late) this.#isLate = true;
    if (fault.ending === 'right') return answer;
    if (fault.ending === 'death') this.#die();
    if (fault.ending === 'silence') setTimeout(() => this.#deadline(), SILENCE_MS);
    return typeof fault.ending === 'function' ? fault.ending(call) : never();
  }

  async #effectOf({ takesEffect }: FaultKind, request: ServiceRequest): Promise<ServiceAnswer> {
    const { services } = this.#surroundings;
    if (takesEffect === false) return { status: 200, body: nothingOf(request) };
    if (takesEffect === true) return services.answer(request);
    const [first, ...Entries] = request.input.Entries as { Id: string }[];
    const failed = { status: 200, body: nothingOf({ ...request, input: { ...request.input, Entries: [first] } }) };
    if (Entries.length === 0) return failed;
    const { status, body } = await services.answer({ ...request, input: { ...request.input, Entries } });
    return { status, body: { ...body, ...failed.body } };
  }

  #log = (line: string): void => this.#surroundings.log(line);

  /** Lines are JSON, as the functions' runtime makes them. */
  #console() {
    const write = (line: unknown) => this.#log(JSON.stringify(line));
    return { info: write, warn: write, error: write, log: write };
  }

  #dateClass() {
    const now = () => this.#surroundings.clock.now();
    return class extends Date {
      constructor(...given: [number | string] | []) {
        super(given[0] ?? now());
      }
      static override now = now;
    };
  }
}

interface WireRequest {
  headers: Record<string, string | undefined>;
  body: string | Uint8Array;
}

const CLIENT_CLASSES = new Map<string, ServiceRequest['service']>([
  ['DynamoDBClient', 'dynamodb'],
  ['SESv2Client', 'ses'],
  ['SQSClient', 'sqs'],
]);

/** A batch's answer when nothing of it was done. */
function nothingOf({ action, input }: ServiceRequest): Record<string, unknown> {
  if (action === 'BatchGetItem') return { Responses: {}, UnprocessedKeys: input.RequestItems };
  if (action === 'SendMessageBatch') {
    const entries = input.Entries as { Id: string }[];
    return { Failed: entries.map(({ Id }) => ({ Id, Code: 'InternalError', SenderFault: false })) };
  }
  return action === 'BatchWriteItem' ? { UnprocessedItems: input.RequestItems } : {};
}

const textOf = (body: string | Uint8Array): string =>
  typeof body === 'string' ? body : new TextDecoder().decode(body);
