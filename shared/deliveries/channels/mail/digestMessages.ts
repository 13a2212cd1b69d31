import type { StoredEndpoint } from '../../../storage/endpoints.ts';
import type { RecentSubmissions } from '../../../storage/recentSubmissions.ts';
import type { Delivery } from './deliverer.ts';
import type { Digest } from './digestId.ts';
import { composeDigest } from './digestMessage.ts';
import type { Message } from './message.ts';
import { recipientsOf } from './recipients.ts';

/** The lines that a digest shows. */
const SHOWN_MAX = 20;

/** A digest to each of its endpoint's addresses. */
export interface WrittenDigest {
  deliveries: Delivery[];
  submissions: number;
}

interface Written {
  id: string;
  message: Message;
  submissions: number;
}

/** Writes digests that are closed. The last one is kept, because its recipients' mails come up one after another. */
export class DigestMessages {
  readonly #recent: Pick<RecentSubmissions, 'count' | 'first'>;
  #last: Written | undefined;

  constructor(recent: Pick<RecentSubmissions, 'count' | 'first'>) {
    this.#recent = recent;
  }

  /**
   * What is to be sent of a digest, from what is stored now, and how many submissions it tells of; undefined when nothing
   * is left of its period.
   */
  async write(endpoint: StoredEndpoint, digest: Digest): Promise<WrittenDigest | undefined> {
    const written = this.#last?.id === digest.id ? this.#last : await this.#write(endpoint, digest);
    if (!written) return undefined;
    this.#last = written;
    const { message, submissions } = written;
    const compose = () => message;
    const about = { about: digest.id, endpointId: endpoint.id };
    return { deliveries: recipientsOf(endpoint).map((recipient) => ({ ...about, recipient, compose })), submissions };
  }

  async #write(endpoint: StoredEndpoint, digest: Digest): Promise<Written | undefined> {
    const [total, shown] = await Promise.all([
      this.#recent.count(endpoint.id, digest),
      this.#recent.first(endpoint.id, digest, SHOWN_MAX),
    ]);
    if (total.count === 0) return undefined;
    const message = composeDigest(endpoint, { ...digest, ...total, shown });
    return { id: digest.id, message, submissions: total.count };
  }
}
