import { randomUUID } from 'node:crypto';
import { SQSClient } from '@aws-sdk/client-sqs';
import { createMailClient, readAccount } from '../../../shared/deliveries/channels/mail/sending/mailer.ts';
import type { PostRequest, PostResult } from '../../../shared/deliveries/channels/webhook/post.ts';
import { CALL_ATTEMPTS } from '../../../shared/deliveries/timeoutsAndRetries.ts';
import { RemovalQueue } from '../../../shared/removal/removalQueue.ts';
import { MessageQueue } from '../../../shared/runtime/messageQueue.ts';
import { SignInQueue } from '../../../shared/signIn/signInQueue.ts';
import { createClient } from '../../../shared/storage/table/client.ts';
import { Table } from '../../../shared/storage/table/table.ts';
import type { ServiceCall, ServiceOutput } from '../../support/simulator/calls.ts';
import type { ConsumerSettings } from '../../support/simulator/consumers.ts';
import { lanesOf, mailersOf } from '../../support/simulator/directClients.ts';
import type { InvocationOutcome } from '../../support/simulator/eventSources.ts';
import { FaultPlan, type PlannedCall } from '../../support/simulator/faultPlan.ts';
import { memoryBucket } from '../../support/simulator/memoryBucket.ts';
import { type Handler, SimulatedProcess } from '../../support/simulator/process.ts';
import { asFunction } from '../../support/simulator/rights.ts';
import { sdkConfig } from '../../support/simulator/sdkClients.ts';
import { queueUrl, type Services } from '../../support/simulator/services.ts';
import type { CreateFunction, FunctionClients } from './functions.ts';

const never = (): Promise<never> => new Promise(() => undefined);

export class Instance {
  readonly #name: string;
  readonly #handler: Handler;
  readonly #calls = new Map<string, { planned: PlannedCall; attempts: number }>();
  #process = new SimulatedProcess(new FaultPlan(), never);
  #services: Services | undefined;

  constructor(name: string, create: CreateFunction, settings: ConsumerSettings = {}) {
    this.#name = name;
    this.#handler = create(this.#clients(), settings);
  }

  /** The function's result or error, or its crash, after which this instance is unusable. */
  async invoke(event: unknown, services: Services, plan: FaultPlan): Promise<InvocationOutcome> {
    const process = new SimulatedProcess(plan, asFunction(this.#name, services.perform));
    this.#process = process;
    this.#services = services;
    return process.invoke(this.#handler, event);
  }

  /** A dead process posts nothing; failing receivers are tested elsewhere. */
  #post(request: PostRequest): Promise<PostResult> {
    if (this.#process.isDead || !this.#services) return never();
    return this.#services.post(request);
  }

  #config(service: ServiceCall['service']) {
    return sdkConfig(service, (call, callId) => this.#attempt(call, callId));
  }

  #attempt(call: ServiceCall, callId: string): Promise<ServiceOutput> {
    if (this.#process.isDead) return never();
    const known = this.#calls.get(callId) ?? { planned: this.#process.plan.begin(call), attempts: 0 };
    this.#calls.set(callId, known);
    known.attempts++;
    return this.#process.attempt(known.planned, call, known.attempts);
  }

  /** The SDK's clients, in which only the transport is replaced. */
  #clients(): FunctionClients {
    const tableClient = (config: object) => createClient({ ...config, ...this.#config('dynamodb') });
    const queueClient = () => new SQSClient(this.#config('sqs'));
    const mailClient = () => createMailClient(this.#config('ses'));
    return {
      get table() {
        return new Table(tableClient({}), 'Table');
      },
      get hurriedTable() {
        return new Table(tableClient({ maxAttempts: CALL_ATTEMPTS }), 'Table');
      },
      bucket: memoryBucket((call) => this.#attempt(call, randomUUID())),
      get removalQueue() {
        return new RemovalQueue(queueUrl('removal'), queueClient());
      },
      get signInQueue() {
        return new SignInQueue(queueUrl('signIn'), queueClient());
      },
      get trainingQueue() {
        return new MessageQueue(queueUrl('training'), queueClient());
      },
      storeFailed: async ({ records }) => {
        this.#services?.putAside.push(...records);
      },
      get lanes() {
        return lanesOf(queueClient());
      },
      post: (request) => this.#post(request),
      get isSandboxed() {
        const client = mailClient();
        return async () => (await readAccount(client)).isSandboxed;
      },
      get mailClient() {
        return mailClient();
      },
      get mailer() {
        return mailersOf(mailClient()).mailer;
      },
      get confirmationMailer() {
        return mailersOf(mailClient()).confirmationMailer;
      },
    };
  }
}
