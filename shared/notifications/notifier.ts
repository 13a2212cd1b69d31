import type { DynamoDBRecord } from 'aws-lambda';
import { loggedId } from '../ids.ts';
import { log } from '../log.ts';
import type { StoredEndpoint } from '../repositories/endpoints.ts';
import { StorageUnavailable } from '../repositories/failures.ts';
import { endpointIdOf, submissionIdOf } from '../repositories/itemKeys.ts';
import { parseSubmission } from '../repositories/submissions.ts';
import { keysOf, newImageOf } from '../streamRecords.ts';
import { type Deliverer, type Delivery, deliveriesOf } from './deliverer.ts';
import type { NotificationMetrics } from './metrics.ts';
import { ANY_RECIPIENT, type Notes } from './notes.ts';

export interface NotifierDependencies {
  endpoints: { find(id: string): Promise<StoredEndpoint | undefined> };
  notes: Notes;
  deliverer: Deliverer;
  metrics: NotificationMetrics;
}

/** Deliveries under way at once. Outside its sandbox SES begins with 14 messages a second. */
const PARALLEL_DELIVERIES = 10;

/** A record, what is to be sent for it, and whether it is to come again. */
interface Job {
  record: DynamoDBRecord;
  deliveries: Delivery[];
  again: boolean;
}

type FindEndpoint = (id: string) => Promise<StoredEndpoint | undefined>;

/** Announces the submissions of stream records, each to every address of its endpoint. */
export class Notifier {
  readonly #dependencies: NotifierDependencies;

  constructor(dependencies: NotifierDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * @param mayGoOn whether there is time for another delivery
   * @returns the records that are to come again; all others are done, whatever became of these
   */
  async announceAll(records: DynamoDBRecord[], mayGoOn: () => boolean): Promise<DynamoDBRecord[]> {
    const findOnce = remember((id) => this.#dependencies.endpoints.find(id));
    const jobs = await Promise.all(records.map((record) => this.#plan(record, findOnce)));
    const queue = jobs.flatMap((job) => job.deliveries.map((delivery) => ({ job, delivery })));
    const work = async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const outcome = mayGoOn() ? await this.#dependencies.deliverer.deliver(next.delivery) : 'again';
        if (outcome === 'again') next.job.again = true;
      }
    };
    await Promise.all(Array.from({ length: PARALLEL_DELIVERIES }, work));
    return jobs.filter(({ again }) => again).map(({ record }) => record);
  }

  /** What cannot be read now may be readable later; what cannot be read at all is put on the list of what failed. */
  async #plan(record: DynamoDBRecord, findEndpoint: FindEndpoint): Promise<Job> {
    try {
      const submission = parseSubmission(newImageOf(record));
      const endpoint = await findEndpoint(submission.endpointId);
      return { record, deliveries: deliveriesOf(endpoint, submission), again: false };
    } catch (error) {
      const again = isOfService(error) || !(await this.#recordUnreadable(record, error));
      return { record, deliveries: [], again };
    }
  }

  async #recordUnreadable(record: DynamoDBRecord, error: unknown): Promise<boolean> {
    const keys = keysOf(record);
    const ids = { submissionId: submissionIdOf(keys), endpointId: endpointIdOf(keys) };
    const logged = {
      submissionId: loggedId('submission', ids.submissionId),
      endpointId: loggedId('endpoint', ids.endpointId),
    };
    log('error', 'a submission could not be read for its notification', logged, error);
    try {
      await this.#dependencies.notes.recordFailure(
        { ...ids, recipient: ANY_RECIPIENT },
        `unreadable: ${nameOf(error)}`,
      );
      this.#dependencies.metrics.count('failed');
      return true;
    } catch (failure) {
      log('warn', 'a failed notification could not be recorded yet', logged, failure);
      return false;
    }
  }
}

/** An answer of DynamoDB, or none: it says nothing about the record. */
export const isOfService = (error: unknown): boolean =>
  error instanceof StorageUnavailable || (error instanceof Error && '$metadata' in error);

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown');

/** Finds each thing once per batch. */
function remember<T>(find: (id: string) => Promise<T>): (id: string) => Promise<T> {
  const found = new Map<string, Promise<T>>();
  return (id) => {
    const promise = found.get(id) ?? find(id);
    found.set(id, promise);
    return promise;
  };
}
