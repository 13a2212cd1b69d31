import type { StoredEndpoint } from '../../../storage/endpoints.ts';
import type { RecentSubmissions } from '../../../storage/recentSubmissions.ts';
import type { Digest } from '../../digestId.ts';
import { composeDigest } from './digestMessage.ts';
import type { Message } from './message.ts';

/** The lines of a digest. */
const SHOWN_MAX = 20;

/** A digest's mail, and the number of submissions it covers. */
export interface WrittenDigest {
  id: string;
  compose: (siteUrl: string) => Message;
  submissions: number;
}

/** Writes closed digests. The latest is cached, since its recipients' mails are usually sent in a row. */
export class DigestMessages {
  readonly #recent: Pick<RecentSubmissions, 'count' | 'first'>;
  #last: WrittenDigest | undefined;

  constructor(recent: Pick<RecentSubmissions, 'count' | 'first'>) {
    this.#recent = recent;
  }

  /** The mail of a closed digest, from what is stored now; undefined if nothing of its period is left. */
  async write(endpoint: StoredEndpoint, digest: Digest): Promise<WrittenDigest | undefined> {
    const written = this.#last?.id === digest.id ? this.#last : await this.#write(endpoint, digest);
    if (written) this.#last = written;
    return written;
  }

  async #write(endpoint: StoredEndpoint, digest: Digest): Promise<WrittenDigest | undefined> {
    const [total, shown] = await Promise.all([
      this.#recent.count(endpoint.id, digest),
      this.#recent.first(endpoint.id, digest, SHOWN_MAX),
    ]);
    if (total.count === 0) return undefined;
    const compose = (siteUrl: string) => composeDigest(endpoint, { ...digest, ...total, shown }, siteUrl);
    return { id: digest.id, compose, submissions: total.count };
  }
}
