import { Resolver } from 'node:dns/promises';

/** Resolves a host name; fails or returns none if it has no addresses. */
export type HostLookup = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

/** For each name server, twice. */
const TIMEOUT_MS = 2_000;

/**
 * Queries DNS for all addresses of a name. Unlike `dns.lookup` it ignores the hosts file and search domains, and a
 * hanging name server blocks no thread.
 */
export const lookUp: HostLookup = async (name, signal) => {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 });
  signal.addEventListener('abort', () => resolver.cancel(), { once: true });
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  return found.flatMap((response) => (response.status === 'fulfilled' ? response.value : []));
};
