import { networkName } from '../storage/waitingConfirmations.ts';

/** Octets of an IPv4 address, and groups of an IPv6 address, that one sender can hardly change. */
const [OCTETS, GROUPS] = [3, 3];

/** An IP address's network, a /24 or a /48. */
export function networkOf(address = ''): string {
  const isVersion4 = address.includes('.') && !address.includes(':');
  const [start = ''] = address.split('::');
  const parts = isVersion4 ? address.split('.').slice(0, OCTETS) : start.split(':').slice(0, GROUPS);
  return parts.join('.').toLowerCase();
}

/** A name of such a network, which it shares with many others. */
export const networkNameOf = (address?: string): string => networkName(networkOf(address));
