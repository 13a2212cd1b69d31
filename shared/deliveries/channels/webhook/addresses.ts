import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** All that IANA has given out for the public part of IPv6. */
const PUBLIC_IPV6 = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/** Public by its range, but answered inside a data centre: where Azure's machines ask about themselves. */
const METADATA = ['168.63.129.16'];

/**
 * Whether an IP address is one that anybody on the Internet can reach: not one of a private network, of this machine,
 * of a cloud's metadata, nor one that is reserved. IPv6 addresses that carry an IPv4 address (mapped, NAT64, 6to4,
 * Teredo) are none, whatever they carry, and neither is any other text.
 */
export function isPublicAddress(ip: string): boolean {
  const address = parse(ip);
  if (address === undefined || METADATA.includes(ip)) return false;
  if (address instanceof ipaddr.IPv6 && !address.match(PUBLIC_IPV6)) return false;
  return address.range() === 'unicast';
}

/** Whether an IP address is one of this machine: 127.0.0.0/8 or ::1. */
export const isLoopbackAddress = (ip: string): boolean => parse(ip)?.range() === 'loopback';

/** Only as addresses are usually written: the library knows octal, hexadecimal and shortened ones, too. */
const parse = (ip: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined =>
  isIP(ip) === 0 || ip.includes('%') ? undefined : ipaddr.parse(ip);
