import { networkName } from '../storage/waitingConfirmations.ts';

/** Octets of an IPv4 address, and groups of an IPv6 address, that one sender can hardly change. */
const [OCTETS, GROUPS] = [3, 3];
const GROUPS_IN_ALL = 8;

/** The network of an IP address in any notation, a /24 or a /48. */
export function networkOf(address = ''): string {
  const octets = address.slice(address.lastIndexOf(':') + 1).split('.');
  if (octets.length > 1) return octets.slice(0, OCTETS).join('.');
  const [start = [], end = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(Math.max(0, GROUPS_IN_ALL - start.length - end.length)).fill('0');
  const groups = [...start, ...zeros, ...end].slice(0, GROUPS);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join('.');
}

/** A name of such a network, which it shares with many others. */
export const networkNameOf = (address?: string): string => networkName(networkOf(address));
