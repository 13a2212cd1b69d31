import type { StoredEndpoint } from '../../../storage/endpoints.ts';
import type { RecentSubmissions } from '../../../storage/recentSubmissions.ts';
import type { Delivery } from './deliverer.ts';
import type { Digest } from './digestId.ts';
import { composeDigest, type DigestContent } from './digestMessage.ts';
import { recipientsOf } from './recipients.ts';

/** The lines that a digest shows. */
const SHOWN_MAX = 20;

/** A digest to each of its endpoint's addresses. */
export interface WrittenDigest {
  deliveries: Delivery[];
  submissions: number;
}

/** Writes digests that are closed. The last one is kept, because its recipients' mails come up one after another. */
export class DigestMessages {
  readonly #recent: Pick<RecentSubmissions, 'count' | 'first'>;
  #last: DigestContent | undefined;

  constructor(recent: Pick<RecentSubmissions, 'count' | 'first'>) {
    this.#recent = recent;
  }

  /**
   * What is to be sent of a digest, from what is stored now, and how many submissions it tells of; undefined when nothing
   * is left of its period.
   */
  async write(endpoint: StoredEndpoint, digest: Digest): Promise<WrittenDigest | undefined> {
    const content = this.#last?.id === digest.id ? this.#last : await this.#read(endpoint, digest);
    if (!content) return undefined;
    this.#last = content;
    const compose = (siteUrl: string) => composeDigest(endpoint, content, siteUrl);
    const about = { about: digest.id, endpointId: endpoint.id };
    const deliveries = recipientsOf(endpoint).map((recipient) => ({ ...about, recipient, compose }));
    return { deliveries, submissions: content.count };
  }

  async #read(endpoint: StoredEndpoint, digest: Digest): Promise<DigestContent | undefined> {
    const [total, shown] = await Promise.all([
      this.#recent.count(endpoint.id, digest),
      this.#recent.first(endpoint.id, digest, SHOWN_MAX),
    ]);
    return total.count === 0 ? undefined : { ...digest, ...total, shown };
  }
}
