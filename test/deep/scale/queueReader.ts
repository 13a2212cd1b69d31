import { setTimeout as sleep } from 'node:timers/promises';
import type { SQSBatchResponse } from 'aws-lambda';
import { sqsRecord } from '../../support/simulator/eventSources.ts';
import type { QueueName, Services } from '../../support/simulator/services.ts';
import type { Lambda } from './lambda.ts';

/** Between two looks at an empty queue; AWS Lambda waits for messages and gets them sooner. */
const LOOK_MS = 250;

export interface QueueReaderOptions {
  services: Services;
  name: QueueName;
  reader: Lambda;
  batchSize: number;
  concurrency: number;
}

/** Reads a queue as AWS Lambda's event source mappings do, with at most `concurrency` invocations at once. */
export class QueueReader {
  readonly #options: QueueReaderOptions;

  constructor(options: QueueReaderOptions) {
    this.#options = options;
  }

  async run(hasEnded: () => boolean): Promise<void> {
    await Promise.all(Array.from({ length: this.#options.concurrency }, () => this.#poll(hasEnded)));
  }

  async #poll(hasEnded: () => boolean): Promise<void> {
    const { services, name, reader, batchSize } = this.#options;
    const queue = services.queues[name];
    while (!hasEnded()) {
      const batch = queue.receiveAll(services.clock.now(), batchSize);
      if (batch.length === 0) await sleep(LOOK_MS);
      else {
        const Records = batch.map((message) => sqsRecord(message, name));
        const { batchItemFailures = [] } = ((await reader.invoke({ Records })) ?? {}) as Partial<SQSBatchResponse>;
        const failed = batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
        for (const message of batch) if (!failed.includes(message.id)) queue.delete(message);
      }
    }
  }
}
