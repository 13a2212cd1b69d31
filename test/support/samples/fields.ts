import { FILE_TYPES_DEFAULT } from '../../../shared/contract/choices.ts';
import type { EndpointUpdate } from '../../../shared/contract/schemas/endpoints/endpoint.ts';

type Field = keyof EndpointUpdate;
/** A field, the case, the value, and the returned value if it differs. */
export type GoodValue = [field: Field, what: string, value: unknown, answered?: unknown];
/** A field, the case, the invalid value, and the path in the message if it differs. */
export type BadValue = [field: Field, what: string, value: unknown, path?: string];

const WRONG_TEXTS: [what: string, value: unknown][] = [
  ['null', null],
  ['a number', 1234],
  ['true', true],
  ['a list', ['abcd']],
  ['an object', { text: 'abcd' }],
];

export const GOOD_NAMES: GoodValue[] = [
  ['name', '4 characters', 'Form'],
  ['name', '64 characters', 'n'.repeat(64)],
  ['name', '64 emoji', '🎉'.repeat(64)],
  ['name', 'a name of Object.prototype', '__proto__'],
];

export const BAD_NAMES: BadValue[] = [
  ['name', '3 characters', 'abc'],
  ['name', '65 characters', 'n'.repeat(65)],
  ['name', '3 emoji of 2 UTF-16 units each', '🎉🎉🎉'],
  ['name', 'a lone high surrogate', 'form\ud83c'],
  ...WRONG_TEXTS.map(([what, value]): BadValue => ['name', what, value]),
];

const emails = (count: number): string[] => Array.from({ length: count }, (_, i) => `person${i}@example.com`);
const emailOf = (length: number): string =>
  `a@${[63, 63, 63, length - 198].map((labelLength) => 'b'.repeat(labelLength)).join('.')}.com`;
const websites = (count: number): string[] => Array.from({ length: count }, (_, i) => `https://site${i}.example`);
const urlOf = (length: number): string => 'https://example.com/'.padEnd(length, 'a');

export const ICONS = (
  'file, file-chart, start, bookmark, heart, flag, bolt, bell, lightbulb, credit-card, stack, cube, database, server, ' +
  'inbox, calendar, mail, checkcircle, book, chat, user-group, console, tools, grid, moon, sun, cloud, cart, gift, ' +
  'music, beaker, video, code, maps, face-smile, face-frown, paint, bug, school, rocket'
).split(', ');
export const COLORS = 'gray, amber, red, lime, teal, cyan, indigo, violet, pink, white'.split(', ');

const FIELDS = [
  {
    name: 'email',
    label: 'Email',
    type: 'email',
    required: true,
    minLength: 0,
    maxLength: 50_000,
    pattern: '.+@example\\.com',
    multiple: true,
    message: 'Use your address at example.com.',
  },
  { name: 'age', type: 'number', min: 18, max: '120', step: 0.5 },
  { name: 'from', type: 'time', min: '22:00', max: '02:00', step: 'any' },
  { name: 'size', type: 'select', options: ['s', { value: 'm', label: 'Medium' }] },
  { name: 'cv', type: 'file', accept: '.pdf, image/*' },
];

export const GOOD_ENDPOINT_FIELDS: GoodValue[] = [
  [
    'confirmation',
    'subject and text',
    { subject: 'Hi {{field.name}}', text: 'Bye' },
    { subject: 'Hi {{field.name}}', text: 'Bye', emailField: 'email' },
  ],
  ['slug', '4 characters', 'abcd'],
  ['slug', '64 characters', 's'.repeat(64)],
  ['slug', 'every kind of character', 'a-z.0-9'],
  ...GOOD_NAMES,
  ['isEnabled', 'false', false],
  ['isEnabled', 'true', true],
  ['emailNotifications', 'false', false],
  ['emailNotifications', 'true', true],
  ['redirectUrl', 'http', 'http://example.com'],
  ['redirectUrl', 'a scheme in capitals', 'HTTPS://EXAMPLE.COM/'],
  ['redirectUrl', 'an IPv6 address', 'http://[::1]/'],
  ['redirectUrl', '2,048 characters', urlOf(2_048)],
  ['targetEmails', 'no address', []],
  ['targetEmails', '50 addresses', emails(50)],
  ['targetEmails', 'an address of 254 characters', [emailOf(254)]],
  ['targetEmails', 'a domain in both its forms', ['ana@почта.рф', 'ANA@xn--80a1acny.xn--p1ai'], ['ana@почта.рф']],
  ['targetEmails', 'duplicates but for case', ['Ana@example.com', 'ana@EXAMPLE.com'], ['Ana@example.com']],
  ['honeypotField', '100 characters', '🎉'.repeat(100)],
  ['allowedOrigins', 'none, so that nobody may send', []],
  ['allowedOrigins', '20 websites', websites(20)],
  [
    'allowedOrigins',
    'capitals, a slash, the usual port, a duplicate and an internationalised host',
    ['HTTPS://Example.com/', 'https://example.com:443', 'http://localhost:3000', 'https://пример.рф'],
    ['https://example.com', 'http://localhost:3000', 'https://xn--e1afmkfd.xn--p1ai'],
  ],
  ['blockedTerms', 'none', []],
  ['blockedTerms', '100 terms of 100 characters', Array(100).fill('賭'.repeat(100))],
  ['blockedTerms', 'a word, a phrase, an address and a domain', ['Casino', 'a  b', 'a@b.example', '@b.example']],
  ['blockedTerms', 'what a regular expression would take long for', ['(a+)+$', '.*a.*b', '\\1', '[z-a]']],
  ['captcha', 'ALTCHA', { provider: 'altcha' }],
  ['fields', 'one of every kind', FIELDS],
  ['fields', '100 fields', Array.from({ length: 100 }, (_, i) => ({ name: `field${i}`, type: 'text' }))],
  ['fields', 'names of Object.prototype', [{ name: '__proto__', type: 'text', label: '<b>"&' }]],
  ...['keep', 'drop', 'refuse'].map((value): GoodValue => ['unknownFields', value, value]),
  ['files', 'the defaults', {}, { maxCount: 5, maxBytes: 10_000_000, types: FILE_TYPES_DEFAULT }],
  [
    'files',
    'a pattern and an ending',
    { maxCount: 10, types: ['image/*', '.step'] },
    { maxCount: 10, maxBytes: 10_000_000, types: ['image/*', '.step'] },
  ],
  ['spamFilter', 'learning', 'learn'],
  ['duplicates', 'merge', 'merge'],
  ['thankYouText', 'a letter', 'x'],
  ['thankYouText', '1,000 characters and markup', `<b>&\n${'🎉'.repeat(995)}`],
  ['maxSubmissions', 'one', 1],
  ['maxSubmissions', 'a million', 1_000_000],
  ['closedText', 'two lines', 'Closed.\nSorry.'],
  ['isArchived', 'true', true],
  ['isArchived', 'false', false],
  ['closesAt', 'a date', '2030-02-28', '2030-02-28 00:00:00.000000'],
  ['closesAt', 'a time in ISO 8601', '2030-02-28T12:30:15.5Z', '2030-02-28 12:30:15.500000'],
  ['closesAt', 'a time of the contract', '2030-02-28 12:30:15.123000', '2030-02-28 12:30:15.123000'],
  ['closesAt', 'the last moment, rounded', '9999-12-31 23:59:59.999999', '9999-12-31 23:59:59.999000'],
  ...(['keepDays', 'keepSpamDays'] as const).flatMap((name): GoodValue[] => [
    [name, 'a day', 1],
    [name, 'ten years', 3_650],
  ]),
  ['keep', 'untilDelivered', 'untilDelivered'],
  ...ICONS.map((icon): GoodValue => ['icon', icon, icon]),
  ...COLORS.map((color): GoodValue => ['color', color, color]),
];

export const BAD_ENDPOINT_FIELDS: BadValue[] = [
  ['confirmation', 'no text', { subject: 'Hi' }, 'confirmation.text'],
  ['confirmation', 'two lines of subject', { subject: 'a\nb', text: 'Bye' }, 'confirmation.subject'],
  ['confirmation', 'an unknown placeholder', { subject: 'Hi', text: '{{name}}' }, 'confirmation.text'],
  ['confirmation', 'too long a text', { subject: 'Hi', text: 'x'.repeat(5_001) }, 'confirmation.text'],
  ['confirmation', 'no address for replies', { subject: 'Hi', text: 'Bye', replyTo: 'me' }, 'confirmation.replyTo'],
  ...['', 'x'.repeat(1_001), 7].map(
    (text): BadValue => ['thankYouText', `${typeof text} ${String(text).length}`, text],
  ),
  ['closedText', 'no text', ''],
  ...['soon', '2030-02-30', '2030-01-01T00:00+01:00', 1_900_000_000, ''].map(
    (time): BadValue => ['closesAt', `${typeof time} ${time}`, time],
  ),
  ['isArchived', 'a text', 'true'],
  ...[0, 1_000_001, 1.5, '7'].map((max): BadValue => ['maxSubmissions', `${typeof max} ${max}`, max]),
  ...(['keepDays', 'keepSpamDays'] as const).flatMap((name) =>
    [0, 3_651, 1.5, '7'].map((days): BadValue => [name, `${typeof days} ${days}`, days]),
  ),
  ['slug', '3 characters', 'abc'],
  ['slug', '65 characters', 's'.repeat(65)],
  ['slug', 'a capital', 'Abcd'],
  ['slug', 'a line end', 'abcd\n'],
  ['slug', 'a number sign, as in stored keys', 'ab#cd'],
  ...WRONG_TEXTS.map(([what, value]): BadValue => ['slug', what, value]),
  ...BAD_NAMES,
  ...(['isEnabled', 'emailNotifications'] as const).flatMap((field): BadValue[] => [
    [field, 'null', null],
    [field, 'the text true', 'true'],
    [field, '1', 1],
  ]),
  ['redirectUrl', 'a script', 'javascript:alert(1)'],
  ['redirectUrl', 'a script in mixed case', 'JavaScript:alert(1)'],
  ['redirectUrl', 'a script with a line end', 'java\nscript:alert(1)'],
  ['redirectUrl', 'a path', '/thanks'],
  ['redirectUrl', 'no slashes', 'https:example.com'],
  ['redirectUrl', 'no host', 'https://'],
  ['redirectUrl', 'a line end, as for a header of its own', 'https://example.com/\r\nSet-Cookie: a=b'],
  ['redirectUrl', 'a lone surrogate', 'https://example.com/\ud800'],
  ['redirectUrl', '2,049 characters', urlOf(2_049)],
  ['redirectUrl', 'backslashes for slashes', 'https:\\\\evil.example/'],
  ['redirectUrl', 'a host that no name system has', 'https://[::g]/'],
  ['redirectUrl', 'a user name that looks like a host', 'https://bank.example@evil.example/'],
  ['redirectUrl', 'a user name after three slashes', 'https:///bank.example@evil.example/'],
  ['redirectUrl', 'an empty user name', 'https://@evil.example/'],
  ['redirectUrl', 'a user name before backslashes', 'https://bank.example@evil.example\\path'],
  ['redirectUrl', '1,400 characters that would be 12,000', `https://example.com/${'語'.repeat(1_380)}`],
  ...WRONG_TEXTS.map(([what, value]): BadValue => ['redirectUrl', what, value]),
  ['targetEmails', 'null', null],
  ['targetEmails', 'one text', 'ana@example.com'],
  ['targetEmails', '51 addresses', emails(51)],
  ['targetEmails', 'a bad one after a good one', ['ana@example.com', 'ana'], 'targetEmails[1]'],
  ['targetEmails', 'an address of 255 characters', [emailOf(255)], 'targetEmails[0]'],
  ['targetEmails', 'a number in it', ['ana@example.com', 1], 'targetEmails[1]'],
  ['honeypotField', 'no text', ''],
  ['honeypotField', '101 characters', 'x'.repeat(101)],
  ['allowedOrigins', 'one text', 'https://example.com'],
  ['allowedOrigins', '21 websites', websites(21)],
  ['allowedOrigins', 'a path', ['https://example.com', 'https://example.com/contact'], 'allowedOrigins[1]'],
  ['allowedOrigins', 'a user name', ['https://me@example.com'], 'allowedOrigins[0]'],
  ['allowedOrigins', 'every website', ['*'], 'allowedOrigins[0]'],
  ['allowedOrigins', 'the origin of sandboxed pages', ['null'], 'allowedOrigins[0]'],
  ['allowedOrigins', '268 characters', [`https://${'a'.repeat(260)}`], 'allowedOrigins[0]'],
  ['blockedTerms', 'one text', 'casino'],
  ['blockedTerms', '101 terms', Array(101).fill('casino')],
  ['blockedTerms', 'a term of 101 characters', ['x'.repeat(101)], 'blockedTerms[0]'],
  ['blockedTerms', 'no text', ['casino', ''], 'blockedTerms[1]'],
  ['blockedTerms', 'a number', [24], 'blockedTerms[0]'],
  ['fields', 'an object', { email: { type: 'email' } }],
  ['fields', 'none', []],
  ['fields', '101 fields', Array.from({ length: 101 }, (_, i) => ({ name: `field${i}`, type: 'text' }))],
  ['fields', 'a name alone', ['email'], 'fields[0]'],
  ['fields', 'a name of 101 characters', [{ name: 'n'.repeat(101), type: 'text' }], 'fields[0].name'],
  ['fields', 'the text true', [{ name: 'a', type: 'text', required: 'true' }], 'fields[0].required'],
  ['fields', 'a negative length', [{ name: 'a', type: 'text', minLength: -1 }], 'fields[0].minLength'],
  ['fields', 'half a character', [{ name: 'a', type: 'text', maxLength: 0.5 }], 'fields[0].maxLength'],
  ['fields', 'a list as a bound', [{ name: 'a', type: 'number', min: [1] }], 'fields[0].min'],
  ['fields', 'a step as text', [{ name: 'a', type: 'number', step: '1' }], 'fields[0].step'],
  [
    'fields',
    'a pattern of 501 characters',
    [{ name: 'a', type: 'text', pattern: 'a'.repeat(501) }],
    'fields[0].pattern',
  ],
  ['fields', 'no options', [{ name: 'a', type: 'select', options: [] }], 'fields[0].options'],
  [
    'fields',
    'an option without label',
    [{ name: 'a', type: 'select', options: [{ value: 'a' }] }],
    'fields[0].options[0]',
  ],
  [
    'fields',
    'a message of 301 characters',
    [{ name: 'a', type: 'text', message: 'm'.repeat(301) }],
    'fields[0].message',
  ],
  ['files', 'too many', { maxCount: 11 }, 'files.maxCount'],
  ['files', 'a file of more bytes than S3 takes in one request', { maxBytes: 100_000_001 }, 'files.maxBytes'],
  ['files', 'no type', { types: [] }, 'files.types'],
  ['spamFilter', 'an unknown one', 'on'],
  ['duplicates', 'an unknown one', 'drop'],
  ['keep', 'an unknown one', 'forever'],
  ['unknownFields', 'an unknown one', 'ignore'],
  ['captcha', 'a provider by name', 'altcha'],
  ['captcha', 'an unknown provider', { provider: 'friendly' }, 'captcha.provider'],
  ['captcha', 'a site key for ALTCHA', { provider: 'altcha', siteKey: 'a' }],
  ['captcha', 'a secret for ALTCHA', { provider: 'altcha', secret: 'b' }],
  ['captcha', 'a secret without site key', { provider: 'turnstile', secret: 'b' }],
  ['captcha', 'an empty secret', { provider: 'turnstile', siteKey: 'a', secret: '' }, 'captcha.secret'],
  [
    'captcha',
    'a site key of 201 characters',
    { provider: 'hcaptcha', siteKey: 's'.repeat(201), secret: 's' },
    'captcha.siteKey',
  ],
  ...(
    [
      ['icon', 'star'],
      ['color', 'black'],
    ] as const
  ).flatMap(([field, unknown]): BadValue[] => [
    [field, 'an unknown one', unknown],
    [field, 'a capital', field === 'icon' ? 'File' : 'Gray'],
    ...WRONG_TEXTS.map(([what, value]): BadValue => [field, what, value]),
  ]),
];
