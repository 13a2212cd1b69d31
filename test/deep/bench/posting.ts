import type { Outputs } from '../../../infra/local/outputs.ts';
import { post } from '../../support/notifications.ts';
import { percentile, rounded } from './stats.ts';

/** A submission that was acknowledged, and how long that took. */
interface Posted {
  id: string;
  ms: number;
}

export interface Posting {
  submissions: number;
  /** Requests under way at once. */
  connections: number;
}

/** Posts submissions as fast as the local cloud takes them. */
export async function postAll(
  outputs: Outputs,
  endpointId: string,
  { submissions, connections }: Posting,
): Promise<Posted[]> {
  const posts: Posted[] = [];
  let begun = 0;
  const work = async () => {
    while (begun < submissions) {
      const number = begun++;
      const startedAt = performance.now();
      const id = await post(outputs, endpointId, { email: 'ada@example.com', number, message: 'Hello from the bench' });
      posts.push({ id, ms: performance.now() - startedAt });
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  return posts;
}

/** @param postedMs from the first request to the last answer */
export function postingFigures(posts: readonly Posted[], postedMs: number) {
  const latencies = posts.map(({ ms }) => ms);
  return {
    postsPerSecond: rounded((posts.length / postedMs) * 1_000),
    postP50Ms: rounded(percentile(latencies, 0.5)),
    postP99Ms: rounded(percentile(latencies, 0.99)),
    postedAfterS: rounded(postedMs / 1_000),
  };
}
