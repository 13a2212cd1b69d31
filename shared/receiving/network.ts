/** Octets of an IPv4 address, and groups of an IPv6 address, that one sender can hardly change. */
const [OCTETS, GROUPS] = [3, 3];
const GROUPS_IN_ALL = 8;
/** An IPv4 address as an IPv6 one, `::ffff:0:0/96`. */
const IPV4_PREFIX = [0, 0, 0, 0, 0, 0xffff];

/** The network of an IP address in any notation, a /24 or a /48. */
export function networkOf(address = ''): string {
  const octets = address.slice(address.lastIndexOf(':') + 1).split('.');
  if (octets.length > 1) return octets.slice(0, OCTETS).join('.');
  const [start = [], end = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(Math.max(0, GROUPS_IN_ALL - start.length - end.length)).fill('0');
  const groups = [...start, ...zeros, ...end].map((group) => Number.parseInt(group, 16));
  const [high = 0, low = 0] = groups.slice(IPV4_PREFIX.length);
  if (IPV4_PREFIX.every((group, i) => group === groups[i])) return [high >> 8, high & 255, low >> 8].join('.');
  return groups
    .slice(0, GROUPS)
    .map((group) => group.toString(16))
    .join('.');
}
