import { setTimeout as sleep } from 'node:timers/promises';
import { ASSUMPTIONS } from '../../../infra/operator/cost/assumptions.ts';
import { CALL_ATTEMPTS } from '../../../shared/deliveries/timing.ts';
import type { Output, ServiceCall } from '../../support/simulator/calls.ts';
import type { Clock } from '../../support/simulator/clock.ts';
import { clientsOf } from '../../support/simulator/directClients.ts';
import { memoryBucket } from '../../support/simulator/memoryBucket.ts';
import { Services } from '../../support/simulator/services.ts';
import type { SynthesizedStack } from '../../support/stack.ts';
import { FUNCTIONS, type FunctionClients, type Handler } from '../faults/functions.ts';
import { SDK_RETRIES } from './awsLimits.ts';
import { Lambda } from './lambda.ts';
import { limitsOf, settingsOf } from './mappings.ts';
import { MeteredTable } from './partitions.ts';

/** The service's functions as the stack deploys them, on services with realistic latencies and AWS's limits. */
export class ScaledService {
  readonly services: Services;
  readonly table: MeteredTable;
  readonly lambdas = new Map<string, Lambda>();
  readonly #clock: Clock;
  readonly #stack: SynthesizedStack;

  constructor(clock: Clock, stack: SynthesizedStack, receiverMs: number) {
    this.#clock = clock;
    this.#stack = stack;
    this.services = new Services(clock);
    this.services.receiver = async () => {
      await sleep(receiverMs);
      return { status: 200, answer: 'ok' };
    };
    for (const queue of Object.values(this.services.queues)) queue.allReceivesMax = Number.POSITIVE_INFINITY;
    this.table = new MeteredTable(this.services.items, clock.now);
  }

  lambda = (name: string): Lambda => {
    const known = this.lambdas.get(name);
    if (known) return known;
    const create = () => FUNCTIONS.get(name)?.(this.#clients(), settingsOf(this.#stack)) as Handler;
    const lambda = new Lambda({ create, ...limitsOf(this.#stack, name), now: this.#clock.now });
    this.lambdas.set(name, lambda);
    return lambda;
  };

  #clients(): FunctionClients {
    const direct = clientsOf(this.services, this.#perform(SDK_RETRIES.attempts));
    const hurried = clientsOf(this.services, this.#perform(CALL_ATTEMPTS));
    const unused = { send: async () => undefined, sendFilesOf: async () => undefined };
    return {
      ...direct,
      hurriedTable: hurried.table,
      removalQueue: unused,
      trainingQueue: unused as never,
      isSandboxed: async () => false,
      lanes: direct.lanes as FunctionClients['lanes'],
      bucket: memoryBucket(this.services.perform),
      storeFailed: async ({ records }) => void this.services.putAside.push(...records),
    };
  }

  /** Adds latencies to calls, and retries them like the SDK where a partition throttles them. */
  #perform =
    (attempts: number) =>
    async (call: ServiceCall): Promise<Output> => {
      const { dynamodbRoundMs, queueMs, mailMs } = ASSUMPTIONS;
      if (call.service !== 'dynamodb') {
        if (call.service !== 'webhook') await sleep(call.service === 'sqs' ? queueMs : mailMs);
        return this.services.perform(call);
      }
      for (let attempt = 1; ; attempt++) {
        await sleep(dynamodbRoundMs);
        try {
          return await this.table.perform(call);
        } catch (error) {
          const isThrottled = (error as Error).name === 'ProvisionedThroughputExceededException';
          if (!isThrottled || attempt === attempts) throw error;
          await sleep(SDK_RETRIES.firstBackoffMs * 2 ** (attempt - 1));
        }
      }
    };
}
