import type { LocalClock } from '../../localClock.ts';
import type { Resource } from '../../template.ts';
import { Bucket } from './bucket.ts';
import { expiryOf } from './lifecycle.ts';

/** S3 removes expired objects once a day. */
const EXPIRY_INTERVAL_MS = 60_000;

export class Buckets {
  readonly #buckets: Map<string, Bucket>;
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

  stop(): void {
    clearInterval(this.#timer);
  }

  #removeExpired(): void {
    for (const bucket of this.#buckets.values()) if (bucket.lifecycleRules.length > 0) this.#removeExpiredOf(bucket);
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
