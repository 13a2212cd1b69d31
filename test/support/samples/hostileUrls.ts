/** Addresses of this machine, of private networks, of clouds' metadata services and of nobody in particular. */
const ADDRESSES = [
  '127.0.0.1',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.0.1',
  '100.64.0.1',
  '169.254.169.254',
  '168.63.129.16',
  '224.0.0.1',
  '255.255.255.255',
];

/** Every notation of an IPv4 address that a parser of URLs understands, and those within IPv6 addresses. */
function notationsOf(address: string): Record<string, string> {
  const bytes = address.split('.').map(Number);
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  const number = bytes.reduce((sum, byte) => sum * 256 + byte, 0);
  const [high, low] = [a * 256 + b, c * 256 + d].map((half) => half.toString(16));
  const withDigits = (zero: string, dot = '.') =>
    address
      .replace(/\d/g, (digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)))
      .replaceAll('.', dot);
  return {
    'as usual': address,
    'with a dot at its end': `${address}.`,
    'as a number': String(number),
    'as a hexadecimal number': `0X${number.toString(16)}`,
    'as an octal number': `0${number.toString(8)}`,
    'of hexadecimal parts': bytes.map((byte) => `0x${byte.toString(16)}`).join('.'),
    'of octal parts': bytes.map((byte) => `0${byte.toString(8)}`).join('.'),
    'of parts with zeros': bytes.map((byte) => `0000${byte.toString(8)}`).join('.'),
    'of mixed parts': `0x${a.toString(16)}.${b}.0${c.toString(8)}.${d}`,
    'of three parts': `${a}.${b}.${c * 256 + d}`,
    'of two parts': `${a}.${(b * 256 + c) * 256 + d}`,
    'in full-width digits': withDigits('０', '．'),
    'in mathematical digits': withDigits('𝟘'),
    'with ideographic full stops': address.replaceAll('.', '。'),
    'with half-width full stops': address.replaceAll('.', '｡'),
    'percent-encoded': address.replace(/\d/g, (digit) => `%3${digit}`),
    'with encoded dots': address.replaceAll('.', '%2e'),
    'mapped to IPv6': `[::ffff:${address}]`,
    'mapped to IPv6 in hexadecimal': `[0:0:0:0:0:FFFF:${high}:${low}]`,
    'compatible with IPv6': `[::${address}]`,
    'translated to IPv6': `[::ffff:0:${address}]`,
    'behind NAT64': `[64:ff9b::${address}]`,
    'behind a local NAT64': `[64:ff9b:1::${address}]`,
    'by 6to4': `[2002:${high}:${low}::1]`,
    'by Teredo': `[2001:0:${high}:${low}::]`,
  };
}

/** Names, IPv6 addresses, and invalid hosts. `publicIp.test.ts` has the ranges. */
const HOSTS: Record<string, readonly string[]> = {
  'this machine': ['localhost', 'LOCALHOST.', 'a.b.localhost', 'ｌｏｃａｌｈｏｓｔ。', '[::1]', '[0000::0001]', '[::]'],
  'a zone': ['[::1%25lo]', '[::1%lo]', '[fe80::1%25eth0]'],
  'an IPv6 address of a private network, a link, a cloud or nobody': [
    '[fd00::1]',
    '[FD12:3456:789a::1]',
    '[fec0::1]',
    '[FE80::abcd:ef01]',
    '[fd00:ec2::254]',
    '[ff02::1]',
    '[2001:db8::1]',
    '[1::1]',
  ],
  'a public address within another': ['[::ffff:8.8.8.8]', '[::8.8.8.8]', '[64:ff9b::8.8.8.8]', '[::ffff:0:8.8.8.8]'],
  'a name of a private network': [
    'intranet',
    'com',
    'computeMetadata',
    'printer.local',
    'ａ.ｌｏｃａｌ.',
    'api.prod.internal',
    'METADATA.GOOGLE.INTERNAL',
    'router.home.arpa',
    'server.localdomain',
    'service.alt',
    'hidden.onion',
    'kubernetes.default.svc.cluster.local',
  ],
  'no host': [
    '',
    '.',
    'example..com.',
    '256.1.1.1',
    '1.2.3.4.5',
    '0x100000000',
    '08.0.0.1',
    '[]',
    '[::1',
    '::1',
    '[gggg::1]',
    '[1:2:3:4:5:6:7:8:9]',
    '%00',
    '%zz',
    'exa%20mple.com',
    'a|b.com',
    'xn--a',
    '\u00ad',
    'example.com.',
  ],
};

const OTHERS: Record<string, readonly string[]> = {
  'another scheme': [
    'http://example.com/',
    'HTTP://example.com:8443/',
    'wss://example.com/',
    'file:///etc/passwd',
    'data:text/plain,x',
    'javascript:alert(1)',
    'blob:https://example.com/x',
    'https:',
    'https:example.com',
    'https:/example.com',
    '//example.com/',
    '/hook',
    'example.com:443/',
    '',
    ' ',
  ],
  'a user name': [
    'https://ada@example.com/',
    'https://:secret@example.com/',
    'https://@example.com/',
    'https://example.com:443@evil.example/',
    'https://example.com%40evil@b.com/',
    'https:\\\\ada@example.com/',
    'https:///ada@example.com/',
  ],
  'a port': [
    ...[0, 22, 25, 53, 80, 442, 444, 445, 1_023, 65_536].map((port) => `https://example.com:${port}/`),
    'https://example.com:-1/',
    'https://example.com:0022/',
    'https://example.com:２２/',
    'https://example.com:22:443/',
    'https://example.com:a/',
  ],
  'characters that are silently dropped or encoded': [
    'https://exam\tple.com/',
    'https://example.com/\r\nHost: a',
    ' https://example.com/',
    'https://example.com/ ',
    'https://example.com/a b',
    'https://example.com\u0000.evil.example/',
    '\u0001https://example.com/',
    'https://example.com/\ud800',
    'java\nscript:alert(1)',
    'https://example.com/\u007f',
  ],
  'its length': [`https://example.com/${'a'.repeat(2_048)}`, `https://example.com/${'ä'.repeat(2_000)}`],
};

/** URLs to which no webhook may be sent, each with its defect. */
export const HOSTILE_URLS: readonly [what: string, url: string][] = [
  ...ADDRESSES.flatMap((address) =>
    Object.entries(notationsOf(address)).map(([how, host]): [string, string] => [
      `an address ${how}`,
      `https://${host}/hook`,
    ]),
  ),
  ...Object.entries(HOSTS).flatMap(([what, hosts]) =>
    hosts.map((host): [string, string] => [what, `https://${host}/hook`]),
  ),
  ...Object.entries(OTHERS).flatMap(([what, urls]) => urls.map((url): [string, string] => [what, url])),
];
