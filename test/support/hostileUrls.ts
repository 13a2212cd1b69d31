/** Hosts that mean this machine, a private network, a cloud's metadata service or nothing, in every notation. */
const HOSTS: Record<string, readonly string[]> = {
  'this machine': [
    ...['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'a.b.localhost.', 'ｌｏｃａｌｈｏｓｔ', 'localhost。'],
    ...['127.0.0.1', '127.0.0.1.', '127.1', '127.0.1', '127.255.255.254', '127.127.127.127', '127。0。0。1'],
    ...['0', '0.0.0.0', '0.0.0.0.', '0x0', '00000', '0.0', '0.1.2.3'],
    ...['2130706433', '0x7f000001', '0X7F000001', '017700000001', '0x7f.1', '0177.1', '0177.0.0.1', '0x7f.0x0.0x0.0x1'],
    ...[
      '00000177.00000000.00000000.00000001',
      '0x000000007f.1',
      '127.0x1',
      '127.00.00.01',
      '%31%32%37.1',
      '127%2e0.0.1',
    ],
    ...['１２７.0.0.1', '①②⑦.⓪.⓪.①', '１２７．０．０．１', '⑫7.0.0.1', '𝟙𝟚𝟟.𝟘.𝟘.𝟙', '0₀.0.0.0', '１２７｡1'],
    ...['[::1]', '[0:0:0:0:0:0:0:1]', '[0000::0001]', '[::]', '[0:0::]', '[::0.0.0.1]', '[::127.0.0.1]'],
    ...[
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[0:0:0:0:0:ffff:127.0.0.1]',
      '[::FFFF:127.0.0.1]',
      '[::ffff:0.0.0.0]',
    ],
    ...['[::ffff:0:127.0.0.1]', '[::1%25lo]', '[::1%lo]', '[::1%eth0]'],
  ],
  'a private network': [
    ...['10.0.0.1', '10.255.255.255', '10.1', '012.0.0.1', '0xa.0.0.1', '167772161', '0xa000001', '10.0.0.1.'],
    ...['172.16.0.1', '172.31.255.254', '172.20.1', '2886729729', '0xac100001', '0254.020.0.1'],
    ...['192.168.0.1', '192.168.1', '192.168.255.255', '3232235521', '0xc0a80001', '0300.0250.0.1', '１９２.168.0.1'],
    ...['100.64.0.1', '100.127.255.254', '0144.0100.0.1', '198.18.0.1', '198.19.255.255'],
    ...['[::ffff:10.0.0.1]', '[::ffff:a00:1]', '[::ffff:192.168.0.1]', '[::ffff:172.16.0.1]', '[::10.0.0.1]'],
    ...['[fc00::1]', '[fd00::1]', '[fdff:ffff::1]', '[FD12:3456:789a::1]', '[fec0::1]', '[feff::1]'],
    ...['intranet', 'router', 'wiki', 'db', 'printer.local', 'nas.LOCAL', 'host.internal', 'api.prod.internal'],
    ...['router.home.arpa', 'server.localdomain', 'service.alt', 'hidden.onion', 'printer.local.', 'ａ.ｌｏｃａｌ'],
    ...['kubernetes', 'kubernetes.default.svc.cluster.local', 'host.docker.internal', 'gateway.docker.internal'],
  ],
  'a link': [
    ...['169.254.0.1', '169.254.255.254', '169.254.1', '[fe80::1]', '[fe80::1%25eth0]', '[fe80::1%eth0]', '[febf::1]'],
    ...['[::ffff:169.254.0.1]', '[FE80::abcd:ef01]'],
  ],
  'a cloud’s metadata': [
    ...['169.254.169.254', '169.254.169.254.', '169.254.43518', '169.16689662', '2852039166', '0xa9fea9fe'],
    ...['0xa9.0xfe.0xa9.0xfe', '0251.0376.0251.0376', '025177524776', '0251.254.169.254', '１６９.254.169.254'],
    ...['①⑥⑨.②⑤④.①⑥⑨.②⑤④', '169。254。169。254', '[::ffff:169.254.169.254]', '[::ffff:a9fe:a9fe]'],
    ...[
      '[::169.254.169.254]',
      '[64:ff9b::169.254.169.254]',
      '[64:ff9b::a9fe:a9fe]',
      '[fd00:ec2::254]',
      '[fd20:ce::254]',
    ],
    ...['169.254.170.2', '169.254.170.23', '169.254.169.123', '169.254.169.253', '[fd00:ec2::253]', '[fd00:ec2::23]'],
    ...['100.100.100.200', '192.0.0.192', '168.63.129.16', '0xa83f8110', 'metadata', 'metadata.google.internal'],
    ...[
      'metadata.google.internal.',
      'METADATA.GOOGLE.INTERNAL',
      'instance-data',
      'instance-data.ec2.internal',
      'computeMetadata',
    ],
  ],
  'an address within another': [
    ...['[64:ff9b::10.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b::192.168.0.1]', '[64:ff9b::8.8.8.8]', '[64:ff9b:1::1]'],
    ...['[64:ff9b:1::10.0.0.1]', '[64:ff9b:1:ffff::a00:1]', '[2002:7f00:1::1]', '[2002:a00:1::]', '[2002:c0a8:1::1]'],
    ...['[2002:a9fe:a9fe::1]', '[2001:0:7f00:1::]', '[2001::f5ff:fffe]', '[2001:0:4136:e378:8000:63bf:3fff:fdd2]'],
    ...['[::ffff:8.8.8.8]', '[::8.8.8.8]', '[::ffff:0:8.8.8.8]'],
  ],
  'nobody in particular': [
    ...['224.0.0.1', '239.255.255.250', '232.1.2.3', '[ff02::1]', '[ff05::1:3]', '[ff0e::1]', '255.255.255.255'],
    ...['4294967295', '0xffffffff', '240.0.0.1', '250.1.2.3', '192.0.0.1', '192.0.0.170', '192.88.99.1'],
    ...[
      '192.0.2.1',
      '198.51.100.1',
      '203.0.113.1',
      '[2001:db8::1]',
      '[3fff::1]',
      '[100::1]',
      '[2001:2::1]',
      '[2001:10::1]',
    ],
    ...['[2001:20::1]', '[5f00::1]', '[4000::1]', '[1::1]', '[200::1]', '[e000::1]', '[::2]', '[1234::]'],
  ],
  'no host': [
    ...['', '.', '..', 'example..com.', '256.1.1.1', '1.2.3.4.5', '0x100000000', '4294967296', '08.0.0.1', '1.2.3.08'],
    ...['[]', '[1]', '[::1', '::1', '[gggg::1]', '[1:2:3:4:5:6:7:8:9]', '[v1.a]', '%', '%00', '%zz', 'exa%20mple.com'],
    ...[
      'exa<mple.com',
      'a|b.com',
      'a^b.com',
      'xn--',
      'xn--a',
      'xn--localhost-.',
      '\u00ad',
      '\u200d',
      'com',
      'example.com.',
    ],
  ],
};

const OTHERS: Record<string, readonly string[]> = {
  'another scheme': [
    ...[
      'http://example.com/',
      'http://example.com:8080/',
      'HTTP://example.com:8443/',
      'ftp://example.com/',
      'ws://example.com/',
    ],
    ...[
      'wss://example.com/',
      'file:///etc/passwd',
      'gopher://example.com:70/_',
      'data:text/plain,x',
      'javascript:alert(1)',
    ],
    ...['blob:https://example.com/x', 'dict://example.com:11211/', 'ldap://example.com/', 'jar:https://example.com!/'],
    ...[
      'unix:/var/run/docker.sock',
      'https',
      'https:',
      'https:example.com',
      'https:/example.com',
      '//example.com/',
      '/hook',
    ],
    ...['example.com', 'example.com:443/', 'about:blank', '', ' '],
  ],
  'a user name': [
    ...[
      'https://ada@example.com/',
      'https://ada:secret@example.com/',
      'https://:secret@example.com/',
      'https://@example.com/',
    ],
    ...['https://example.com@10.0.0.1/', 'https://example.com:443@evil.example/', 'https://example.com%40evil@b.com/'],
    ...[
      'https://a@b@example.com/',
      'https:\\\\ada@example.com/',
      'https:///ada@example.com/',
      'https://\\ada@example.com/',
    ],
  ],
  'a port': [
    ...[0, 1, 21, 22, 23, 25, 53, 80, 110, 143, 389, 442, 444, 445, 465, 587, 993, 1022, 1023, 65_536, 99_999].map(
      (port) => `https://example.com:${port}/`,
    ),
    ...[
      'https://example.com:-1/',
      'https://example.com:0022/',
      'https://example.com:0x16/',
      'https://example.com:２２/',
    ],
    ...['https://example.com:22:443/', 'https://example.com: 443/', 'https://example.com:a/'],
  ],
  'characters that are silently dropped or encoded': [
    ...['https://exam\tple.com/', 'https://exam\nple.com/', 'https://example.com/\r\nHost: a', ' https://example.com/'],
    ...[
      'https://example.com/ ',
      'https://example.com/a b',
      'https://example.com\u0000.evil.example/',
      '\u0001https://example.com/',
    ],
    ...['https://example.com/\ud800', 'https://\udc00.com/', 'java\nscript:alert(1)', 'https://example.com/\u007f'],
  ],
  'its length': [`https://example.com/${'a'.repeat(2_048)}`, `https://example.com/${'ä'.repeat(2_000)}`],
};

/** URLs to which no webhook may be sent, each with its defect. */
export const HOSTILE_URLS: readonly [what: string, url: string][] = [
  ...Object.entries(HOSTS).flatMap(([what, hosts]) =>
    hosts.map((host): [string, string] => [what, `https://${host}/hook`]),
  ),
  ...Object.entries(OTHERS).flatMap(([what, urls]) => urls.map((url): [string, string] => [what, url])),
];
