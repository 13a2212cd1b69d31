import { complain } from '../../complain.ts';
import type { LocalClock } from '../../localClock.ts';
import type { Resource } from '../../template.ts';
import { Bucket } from './bucket.ts';
import { expiryOf } from './lifecycle.ts';
import type { ObjectHead } from './objectHead.ts';

/** S3 removes expired objects once a day. */
const EXPIRY_INTERVAL_MS = 60_000;

export class Buckets {
  readonly #buckets: ReadonlyMap<string, Bucket>;
  readonly #clock: LocalClock;
  readonly #timer: NodeJS.Timeout;

  constructor(resources: readonly Resource[], folder: string, clock: LocalClock) {
    this.#buckets = new Map(resources.map((resource) => [resource.logicalId, new Bucket(resource, folder)]));
    this.#clock = clock;
    clock.onMoved = () => this.#removeExpired();
    this.#timer = setInterval(() => this.#removeExpired(), EXPIRY_INTERVAL_MS).unref();
    this.#removeExpired();
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

  #removeExpired(): void {
    for (const bucket of this.#buckets.values()) {
      if (bucket.lifecycleRules.length === 0) continue;
      try {
        this.#removeExpiredOf(bucket);
      } catch (error) {
        complain(`Expired objects of ${bucket.name} will be removed later:`, error);
      }
    }
  }

  #removeExpiredOf({ objects, lifecycleRules }: Bucket): void {
    for (const version of objects.versions()) {
      const { key } = version.head;
      const now = this.#clock.nowFor(key);
      const expiry = expiryOf(lifecycleRules, version, { isOnly: objects.isOnlyVersion(version.head), now });
      if (expiry === 'expires') objects.delete(key, now);
      if (expiry === 'is removed') objects.deleteVersion(key, version.versionId);
    }
  }
}
