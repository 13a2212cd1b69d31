import type { StoredEndpoint } from '../../../storage/endpoints.ts';
import type { RecentSubmissions } from '../../../storage/recentSubmissions.ts';
import type { Digest } from './digestId.ts';
import { composeDigest } from './digestMessage.ts';
import type { Message } from './message.ts';

/** The lines of a digest. */
const SHOWN_MAX = 20;

/** A digest's mail, and the number of submissions it covers. */
interface WrittenDigest {
  compose: (siteUrl: string) => Message;
  submissions: number;
}

/** The mail of a closed digest, from what is stored now; undefined if nothing of its period is left. */
export async function writeDigest(
  recent: Pick<RecentSubmissions, 'count' | 'first'>,
  endpoint: StoredEndpoint,
  digest: Digest,
): Promise<WrittenDigest | undefined> {
  const [total, shown] = await Promise.all([
    recent.count(endpoint.id, digest),
    recent.first(endpoint.id, digest, SHOWN_MAX),
  ]);
  if (total.count === 0) return undefined;
  const compose = (siteUrl: string) => composeDigest(endpoint, { ...digest, ...total, shown }, siteUrl);
  return { compose, submissions: total.count };
}
