import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { TimerOptions } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';
import { compileFunction } from 'node:vm';
import { build } from 'esbuild';
import { ENVIRONMENT } from '../../../shared/runtime/environment.ts';
import type { Intercept, Output, ServiceCall } from '../../support/simulator/calls.ts';
import { FaultPlan, type PlannedCall } from '../../support/simulator/faultPlan.ts';
import { SimulatedProcess } from '../../support/simulator/process.ts';
import { interceptClient, type SdkClient, sdkConfig } from '../../support/simulator/sdkClients.ts';
import { queueUrl, type Services } from '../../support/simulator/services.ts';

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
/** How long a call has been silent when the function's deadline comes. Real time, so that all that can go on does. */
const SILENCE_MS = 600;

type Handler = (event: unknown, context: unknown) => Promise<unknown>;
/** Evaluates a function's bundle as a process of its own would. */
type Program = (...globals: unknown[]) => void;

export type Programs = ReadonlyMap<string, Program>;

/** Bundles functions by name from their files. */
export async function compile(files: Record<string, string>): Promise<Programs> {
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
  log: (line: string) => void;
}

export type InvocationOutcome = { value: unknown } | { error: unknown } | 'died';

const never = (): Promise<never> => new Promise(() => undefined);

/** What is wrong with a function. */
export interface Defect {
  /** What it does to the calls of each instance. */
  intercept?: () => Intercept;
  /** What it makes of what the function returns. */
  result?: (result: unknown, event: unknown) => unknown;
}

/** One instance of a function: its own copy of the code and its clients, over services that may fail. */
export class Instance {
  readonly #handler: Handler;
  readonly #intercept: Intercept | undefined;
  readonly #result: Defect['result'];
  readonly #calls = new Map<string, { planned: PlannedCall; attempts: number }>();
  #clock: Services['clock'] | undefined;
  #log: Surroundings['log'] = () => undefined;
  #process = new SimulatedProcess(new FaultPlan(), async () => ({}));
  #deadline: () => void = () => undefined;

  /** @param variables of its environment, besides those that all have */
  constructor(program: Program, variables: Record<string, string> = {}, { intercept, result }: Defect = {}) {
    this.#intercept = intercept?.();
    this.#result = result;
    const module = { exports: {} as { handler?: Handler } };
    program(
      (id: string) => this.#require(id),
      module,
      Object.create(process, {
        env: { value: { ...VARIABLES, ...variables } },
        stdout: { value: { write: (line: string) => this.#log(line) } },
      }),
      this.#console(),
      this.#dateClass(),
    );
    if (!module.exports.handler) throw new Error('the function has no handler');
    this.#handler = module.exports.handler;
  }

  /** What the function answers or throws, or that its process ended; then this instance is of no more use. */
  async invoke(event: unknown, { services, plan, log }: Surroundings): Promise<InvocationOutcome> {
    this.#clock = services.clock;
    this.#log = log;
    const process = new SimulatedProcess(plan, services.perform);
    process.onSilence = () => setTimeout(() => this.#deadline(), SILENCE_MS);
    this.#process = process;
    const result = this.#handler(event, { getRemainingTimeInMillis: process.remainingMs }).then(
      (value) => ({ value: this.#result ? this.#result(value, event) : value }),
      (error: unknown) => ({ error }),
    );
    return process.outcomeOf(result);
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
    this.#clock?.advance(ms);
    return value;
  };

  #arm(deadline: () => void): undefined {
    this.#deadline = deadline;
  }

  /** The SDK's client over simulated services. */
  #clientClass(Client: new (config: object) => SdkClient, name: string) {
    const service = CLIENT_CLASSES.get(name) as ServiceCall['service'];
    const simulated = sdkConfig(service, (call, callId) => this.#attempt(call, callId));
    const intercept = this.#intercept;
    return class extends Client {
      constructor(config: object) {
        super({ ...config, ...simulated });
        if (intercept) interceptClient(this, service, intercept);
      }
    };
  }

  #attempt(call: ServiceCall, callId: string): Promise<Output> {
    if (this.#process.isDead) return never();
    const known = this.#calls.get(callId) ?? { planned: this.#process.plan.begin(call), attempts: 0 };
    this.#calls.set(callId, known);
    known.attempts++;
    return this.#process.attempt(known.planned, call, known.attempts);
  }

  /** Lines are JSON, as the functions' runtime makes them. */
  #console() {
    const write = (line: unknown) => this.#log(JSON.stringify(line));
    return { info: write, warn: write, error: write, log: write };
  }

  #dateClass() {
    const now = () => this.#clock?.now() ?? Date.now();
    return class extends Date {
      constructor(...given: [number | string] | []) {
        super(given[0] ?? now());
      }
      static override now = now;
    };
  }
}

const CLIENT_CLASSES = new Map<string, ServiceCall['service']>([
  ['DynamoDBClient', 'dynamodb'],
  ['SESv2Client', 'ses'],
  ['SQSClient', 'sqs'],
]);
