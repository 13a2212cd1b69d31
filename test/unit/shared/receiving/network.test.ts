import { describe, expect, test } from '@jest/globals';
import { networkOf } from '../../../../shared/receiving/network.ts';

describe('one network has one name', () => {
  test.each([
    ['an IPv4 /24', ['203.0.113.1', '203.0.113.254', '::ffff:203.0.113.7', '::FFFF:203.0.113.8']],
    ['an IPv4 /24 in hexadecimal', ['203.0.113.1', '::ffff:cb00:7107', '0:0:0:0:0:FFFF:CB00:71fe']],
    ['an IPv6 /48', ['2001:db8:a:1::1', '2001:db8:a::', '2001:0DB8:000A:ffff:1:2:3:4']],
    ['an IPv6 /48 whose third group is zero', ['2001:db8::1', '2001:db8:0:1::1', '2001:db8:0:1:2:3:4:5', '2001:db8::']],
    ['an IPv6 /48 whose second group is zero', ['2001:0:a::1', '2001::a:1:2:3:4:5', '2001:0:a:1:2:3:4:5']],
    ['the /48 of loopback', ['::1', '0:0:0:0:0:0:0:1', '::']],
  ])('%s', (_name, addresses) => {
    expect(new Set(addresses.map(networkOf)).size).toBe(1);
  });

  test('others have other names', () => {
    const others = [
      '203.0.113.1',
      '203.0.114.1',
      '2001:db8::1',
      '2001:db8:1::1',
      '2001:db9::1',
      '2001::1',
      '::1',
      '::ffff:c612:1',
    ];
    expect(new Set(others.map(networkOf)).size).toBe(others.length);
  });
});
