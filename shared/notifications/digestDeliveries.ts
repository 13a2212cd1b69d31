import type { StoredEndpoint } from '../repositories/endpoints.ts';
import type { RecentSubmissions } from '../repositories/recentSubmissions.ts';
import type { Delivery } from './deliverer.ts';
import type { Digest } from './digestId.ts';
import { composeDigest } from './digestMessage.ts';
import { recipientsOf } from './recipients.ts';

/** The lines that a digest shows. */
const SHOWN_MAX = 20;

/** What is to be sent of a digest, from what is stored now; undefined when nothing is left of its period. */
export async function digestDeliveries(
  recent: Pick<RecentSubmissions, 'count' | 'first'>,
  endpoint: StoredEndpoint,
  digest: Digest,
): Promise<Delivery[] | undefined> {
  const [total, shown] = await Promise.all([
    recent.count(endpoint.id, digest),
    recent.first(endpoint.id, digest, SHOWN_MAX),
  ]);
  if (total.count === 0) return undefined;
  const message = composeDigest(endpoint, { ...digest, ...total, shown });
  return recipientsOf(endpoint).map((recipient) => ({
    about: digest.id,
    endpointId: endpoint.id,
    recipient,
    compose: () => message,
  }));
}
