import { Resolver } from 'node:dns/promises';

/** Finds the IP addresses of a host name; fails, or finds none, where there are none. */
export type Lookup = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

/** For each name server, twice. */
const TIMEOUT_MS = 2_000;

/**
 * Asks DNS for all addresses of a name. It reads no hosts file and tries no search domain, and a name server that
 * hangs keeps no thread from other lookups, as `dns.lookup` would.
 * @param servers addresses of name servers, instead of the machine's
 */
export const createLookup =
  (servers?: readonly string[]): Lookup =>
  async (name, signal) => {
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 });
    if (servers) resolver.setServers(servers);
    signal.addEventListener('abort', () => resolver.cancel(), { once: true });
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };
