import { randomBytes } from 'node:crypto';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { proxyEvent } from '../../../local/gateway/restApi.ts';
import { OPERATIONS, type Operation } from '../../../shared/contract/operations/index.ts';
import { DIGEST_PERIOD_MS } from '../../../shared/deliveries/channels/mail/mailTiming.ts';
import type { Json } from '../../support/json.ts';
import type { CapturedOutput } from '../../support/simulator/capturedOutput.ts';
import type { Clock } from '../../support/simulator/clock.ts';
import type { ConsumerSettings } from '../../support/simulator/consumers.ts';
import type { InvocationOutcome } from '../../support/simulator/eventSources.ts';
import { FaultPlan } from '../../support/simulator/faultPlan.ts';
import { SimulatedStorage } from '../../support/simulator/simulatedStorage.ts';
import { FUNCTIONS } from './functions.ts';
import { Instance } from './instance.ts';

export interface ClientRequest {
  params?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  json?: unknown;
  text?: string;
}

export type SimulatedResponse = APIGatewayProxyResult & { requestId: string };

export class Instances {
  readonly #idle = new Map<string, Instance[]>();

  fresh(name: string, settings: ConsumerSettings = {}): Instance {
    const create = FUNCTIONS.get(name);
    if (!create) throw new Error(`there is no function ${name}`);
    return new Instance(name, create, settings);
  }

  take = (name: string): Instance => this.#idle.get(name)?.pop() ?? this.fresh(name);

  giveBack(name: string, instance: Instance): void {
    this.#idle.set(name, [...(this.#idle.get(name) ?? []), instance]);
  }
}

export interface Surroundings {
  clock: Clock;
  output: CapturedOutput;
  instances: Instances;
}

export class SimulatedCloud extends SimulatedStorage {
  readonly logged: string[];
  readonly plan: FaultPlan;
  settings: ConsumerSettings = {};
  readonly #target: string;
  readonly #instances: Instances;
  #struck: Instance | undefined;
  /** An instance's previous calls depend on its cloud's clock. */
  #notifier: Instance | undefined;
  #isArmed = false;
  /** True if that instance is busy, so that another instance handles further events. */
  #isBusy = false;

  constructor({ clock, output, instances }: Surroundings, target: string, plan: FaultPlan) {
    super(clock);
    this.#instances = instances;
    this.#target = target;
    this.plan = plan;
    // Each run starts with a digest's period, so that digests wait equally long.
    clock.advanceTo(Math.ceil(clock.now() / DIGEST_PERIOD_MS) * DIGEST_PERIOD_MS);
    this.logged = output.lines = [];
  }

  /** Starts the faults. Earlier records have left the stream. */
  arm(): void {
    this.sources.rewind({ forget: true });
    this.#isArmed = true;
  }

  /** Sent while neither table nor queue could record it, which is logged. */
  get unrecorded(): Set<string> {
    const lines = this.logged.filter((line) => line.includes('"a delivery was sent but could not be recorded"'));
    return new Set(lines.map((line) => JSON.parse(line).about));
  }

  /** Sends a request to an operation; no response if its process crashed. */
  async request(name: string, request: ClientRequest): Promise<SimulatedResponse | undefined> {
    const operation = operationOf(name);
    const requestId = randomBytes(8).toString('hex');
    const outcome = await this.invoke(name, eventOf(operation, request, { key: this.key, requestId }));
    if (outcome === 'died') return undefined;
    if ('error' in outcome) throw new Error(`${name} threw instead of answering`, { cause: outcome.error });
    return { ...(outcome.value as APIGatewayProxyResult), requestId };
  }

  /** Sends a request that no fault meets. */
  async read(name: string, request: ClientRequest): Promise<{ status: number; json: Json }> {
    const answer = await this.#run(this.#instances.take(name), name, {
      event: eventOf(operationOf(name), request, { key: this.key, requestId: 'read' }),
      plan: new FaultPlan(),
    });
    const { statusCode, body } = (answer as { value: APIGatewayProxyResult }).value;
    return { status: statusCode, json: JSON.parse(body || 'null') };
  }

  /** Invokes a function. The target's invocations hit the planned faults and share one instance until it crashes. */
  override async invoke(name: string, event: unknown): Promise<InvocationOutcome> {
    if (name !== this.#target || !this.#isArmed) return this.#invokeSafely(name, event);
    if (this.#isBusy) return this.#instances.fresh(name, this.settings).invoke(event, this.services, this.plan);
    this.#struck ??= this.#instances.fresh(name, this.settings);
    this.#isBusy = true;
    const outcome = await this.#struck.invoke(event, this.services, this.plan);
    this.#isBusy = false;
    if (outcome === 'died') this.#struck = undefined;
    return outcome;
  }

  #invokeSafely(name: string, event: unknown): Promise<InvocationOutcome> {
    const plan = new FaultPlan();
    if (name !== 'notifySubmission') return this.#run(this.#instances.take(name), name, { event, plan });
    this.#notifier ??= this.#instances.fresh(name);
    return this.#notifier.invoke(event, this.services, plan);
  }

  async #run(instance: Instance, name: string, { event, plan }: { event: unknown; plan: FaultPlan }) {
    const outcome = await instance.invoke(event, this.services, plan);
    this.#instances.giveBack(name, instance);
    return outcome;
  }

  async redeliver(): Promise<void> {
    this.sources.rewind();
    await this.settle();
  }
}

export function operationOf(name: string): Operation {
  const operation = OPERATIONS.find(({ id }) => id === name);
  if (!operation) throw new Error(`there is no operation ${name}`);
  return operation;
}

function eventOf(
  { method, path, permission }: Operation,
  { params = {}, query, headers = {}, json, text = '' }: ClientRequest,
  { key, requestId }: { key: string; requestId: string },
) {
  const pathParameters = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, encodeURIComponent(value)]),
  );
  const pathname = path.replace(/\{(\w+)\}/g, (_, name) => pathParameters[name] ?? '');
  const all = {
    ...(permission === 'public' ? {} : { Authorization: `Bearer ${key}` }),
    ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...headers,
  };
  const request = {
    method,
    url: query ? `${pathname}?${new URLSearchParams(query)}` : pathname,
    headers: Object.entries(all),
    body: Buffer.from(json === undefined ? text : JSON.stringify(json)),
    extendedRequestId: requestId,
  };
  return proxyEvent(request, { path, pathParameters });
}
