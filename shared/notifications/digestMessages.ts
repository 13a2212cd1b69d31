import type { StoredEndpoint } from '../storage/endpoints.ts';
import type { RecentSubmissions } from '../storage/recentSubmissions.ts';
import type { Delivery } from './deliverer.ts';
import type { Digest } from './digestId.ts';
import { composeDigest } from './digestMessage.ts';
import type { Message } from './message.ts';
import { recipientsOf } from './recipients.ts';

/** The lines that a digest shows. */
const SHOWN_MAX = 20;

/** Writes digests that are closed. The last one is kept, because its recipients' mails come up one after another. */
export class DigestMessages {
  readonly #recent: Pick<RecentSubmissions, 'count' | 'first'>;
  #last: { id: string; message: Message } | undefined;

  constructor(recent: Pick<RecentSubmissions, 'count' | 'first'>) {
    this.#recent = recent;
  }

  /** What is to be sent of a digest, from what is stored now; undefined when nothing is left of its period. */
  async deliveries(endpoint: StoredEndpoint, digest: Digest): Promise<Delivery[] | undefined> {
    const message = this.#last?.id === digest.id ? this.#last.message : await this.#write(endpoint, digest);
    if (!message) return undefined;
    this.#last = { id: digest.id, message };
    const compose = () => message;
    return recipientsOf(endpoint).map((recipient) => ({
      about: digest.id,
      endpointId: endpoint.id,
      recipient,
      compose,
    }));
  }

  async #write(endpoint: StoredEndpoint, digest: Digest): Promise<Message | undefined> {
    const [total, shown] = await Promise.all([
      this.#recent.count(endpoint.id, digest),
      this.#recent.first(endpoint.id, digest, SHOWN_MAX),
    ]);
    return total.count === 0 ? undefined : composeDigest(endpoint, { ...digest, ...total, shown });
  }
}
