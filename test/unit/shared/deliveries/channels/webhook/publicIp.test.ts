import { describe, expect, test } from '@jest/globals';
import { isLoopbackIp, isPublicIp } from '../../../../../../shared/deliveries/channels/webhook/publicIp.ts';

/** The first and last address of each range that is not public, by IANA's special-purpose registries. */
const NOT_PUBLIC: [range: string, first: string, last: string][] = [
  ['this network', '0.0.0.0', '0.255.255.255'],
  ['private 10/8', '10.0.0.0', '10.255.255.255'],
  ['shared with a provider (CGNAT)', '100.64.0.0', '100.127.255.255'],
  ['loopback', '127.0.0.0', '127.255.255.255'],
  ['link-local', '169.254.0.0', '169.254.255.255'],
  ['private 172.16/12', '172.16.0.0', '172.31.255.255'],
  ['protocol assignments', '192.0.0.0', '192.0.0.255'],
  ['documentation 1', '192.0.2.0', '192.0.2.255'],
  ['6to4 relays', '192.88.99.0', '192.88.99.255'],
  ['private 192.168/16', '192.168.0.0', '192.168.255.255'],
  ['benchmarking', '198.18.0.0', '198.19.255.255'],
  ['documentation 2', '198.51.100.0', '198.51.100.255'],
  ['documentation 3', '203.0.113.0', '203.0.113.255'],
  ['multicast', '224.0.0.0', '239.255.255.255'],
  ['reserved', '240.0.0.0', '255.255.255.255'],
  ['IPv4-compatible, unspecified, loopback', '::', '::ffff:ffff'],
  ['IPv4-mapped', '::ffff:0:0', '::ffff:ffff:ffff'],
  ['IPv4-translated', '::ffff:0:0:0', '::ffff:0:ffff:ffff'],
  ['NAT64', '64:ff9b::', '64:ff9b::ffff:ffff'],
  ['local NAT64', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['discard', '100::', '100::ffff:ffff:ffff:ffff'],
  ['Teredo', '2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['IPv6 benchmarking', '2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff'],
  ['ORCHID', '2001:10::', '2001:2f:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['IPv6 documentation 1', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['6to4', '2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['IPv6 documentation 2', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['not given out', '4000::', 'fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['unique local', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['IPv6 link-local', 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['site-local', 'fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['IPv6 multicast', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
];

describe('a non-public address', () => {
  test.each(NOT_PUBLIC)('%s', (_range, first, last) => {
    expect([first, last].filter(isPublicIp)).toEqual([]);
  });

  test('Azure’s metadata service, in a public range', () => {
    expect(isPublicIp('168.63.129.16')).toBe(false);
  });

  test.each([
    '',
    ...'8 8.8 010.8.8.8 0x8.8.8.8 134744072 8.8.8.8.'.split(' '),
    ' 8.8.8.8',
    '2606:4700::1%eth0',
    'a.com',
  ])('an address in an unusual notation: %j', (text) => {
    expect(isPublicIp(text)).toBe(false);
    expect(isLoopbackIp(text)).toBe(false);
  });
});

describe('a public address', () => {
  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    ...'128.0.0.0 169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 192.167.255.255 192.169.0.0'.split(' '),
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2001:200::',
    '2606:4700::1111',
    '2a00:1450::1',
    '3ffe::1',
  ])('%s', (ip) => expect(isPublicIp(ip)).toBe(true));
});

test.each([
  ['127.0.0.1', true],
  ['127.255.255.255', true],
  ['::1', true],
  ['::ffff:127.0.0.1', false],
  ['0.0.0.0', false],
  ['::', false],
  ['10.0.0.1', false],
  ['128.0.0.1', false],
])('%s is an address of this machine: %s', (ip, expected) => expect(isLoopbackIp(ip)).toBe(expected));
