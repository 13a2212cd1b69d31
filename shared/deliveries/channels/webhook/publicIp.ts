import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The part of IPv6 that IANA has assigned for public use. */
const PUBLIC_IPV6 = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/** In a public range, but served inside data centres: Azure's metadata service. */
const METADATA = ['168.63.129.16'];

/**
 * True if an IP address is reachable by anyone on the Internet: not private, loopback, cloud metadata or reserved. IPv6
 * addresses that embed IPv4 ones (mapped, NAT64, 6to4, Teredo) are never public, nor is any other text.
 */
export function isPublicIp(ip: string): boolean {
  const address = parse(ip);
  if (address === undefined || METADATA.includes(ip)) return false;
  if (address instanceof ipaddr.IPv6 && !address.match(PUBLIC_IPV6)) return false;
  return address.range() === 'unicast';
}

export const isLoopbackIp = (ip: string): boolean => parse(ip)?.range() === 'loopback';

/** Only the usual notation: the library also accepts octal, hexadecimal and shortened addresses. */
const parse = (ip: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined =>
  isIP(ip) === 0 || ip.includes('%') ? undefined : ipaddr.parse(ip);
