import type { Resource } from '../../../infra/localService/template.ts';
import { complain } from '../../process/complain.ts';
import { Bucket } from './bucket.ts';
import { removeExpired } from './lifecycle.ts';
import type { ObjectHead } from './objectHead.ts';

/** S3 removes expired objects once a day. */
const EXPIRY_INTERVAL_MS = 60_000;

export class Buckets {
  readonly #buckets: ReadonlyMap<string, Bucket>;
  readonly #timer: NodeJS.Timeout;

  constructor(resources: readonly Resource[], folder: string) {
    this.#buckets = new Map(resources.map((resource) => [resource.logicalId, new Bucket(resource, folder)]));
    this.#timer = setInterval(() => this.removeExpired(), EXPIRY_INTERVAL_MS).unref();
    this.removeExpired();
  }

  named = (name: string): Bucket | undefined => this.#buckets.get(name);

  /** Calls the function for each new object of buckets that announce theirs. */
  onAnnounced(announce: (bucket: Bucket, head: ObjectHead) => unknown): void {
    for (const bucket of this.#buckets.values())
      if (bucket.isAnnounced) bucket.onCreated.push((head) => announce(bucket, head));
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  removeExpired(): void {
    for (const { name, objects, lifecycleRules } of this.#buckets.values()) {
      try {
        removeExpired(objects, lifecycleRules);
      } catch (error) {
        complain(`Expired objects of ${name} will be removed later:`, error);
      }
    }
  }
}
