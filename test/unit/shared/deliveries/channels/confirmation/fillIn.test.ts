import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fillInConfirmation } from '../../../../../../shared/deliveries/channels/confirmation/fillIn.ts';
import { contactsIn, SPAM_TEXTS } from '../../../../../support/samples/spamTexts.ts';

const OWN = { form: 'Contact', date: '2026-01-01', reference: 'sub_01ARZ3NDEKTSV4RRFFQ69G5FAV' };
const fill = (template: string, data: Record<string, unknown> = {}) => fillInConfirmation(template, { own: OWN, data });
const value = (submitted: unknown) => fill('{{field.x}}', { x: submitted });

describe('A submitted value', () => {
  test.each([
    ['Ada Lovelace', 'Ada Lovelace'],
    ['  Ada  ', 'Ada'],
    ['Dr. Jane O’Neil-Smith', 'Dr. Jane O’Neil-Smith'],
    ['東京', '東京'],
    ['محمد', 'محمد'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['क्\u200dष', 'क्\u200dष'],
    ['👩\u200d💻 ❤️', '👩\u200d💻 ❤️'],
    ['<b>', ''],
    ['ﬁne', 'fine'],
    ['J.R. Miller', 'J. R. Miller'],
    ['Ada Lovelace, Ph.D.', 'Ada Lovelace, Ph. D.'],
    ['Ada (she/her)', 'Ada (she/ her)'],
    ['m/w/d', 'm/ w/ d'],
    ['1/2', '1/2'],
    ['24/7', '24/7'],
    ['evil.com', 'evil. com'],
    ['evil．com', 'evil. com'],
    ['\u202aAda\u202c\ufeff', 'Ada'],
    ['A\u00adda', 'Ada'],
    [['Web', 'Shop'], 'Web, Shop'],
    [['Web', 'me@evil.com', '', null, { a: 1 }, 'Shop'], 'Web, Shop'],
    [[1, true], '1, true'],
    [['2026-12-24', '2026-12-25'], '2026-12-24, 2026-12-25'],
    ['x'.repeat(60), 'x'.repeat(60)],
    ['2026-12-24', '2026-12-24'],
    ['2026-12-24T18:30', '2026-12-24T18:30'],
    ['18:30', '18:30'],
    [true, 'true'],
    [0, '0'],
    [-12.5, '-12.5'],
    [123456, '123456'],
    ['123456', '123456'],
  ])('%j is filled in as %j', (submitted, shown) => {
    expect(value(submitted)).toBe(shown);
  });

  test.each([
    ['x'.repeat(61)],
    ['ﷺ'.repeat(4)],
    ['1234567'],
    [1234567],
    ['2026-13-24'],
    ['2026-12-32'],
    ['5550-12-24'],
    ['a@b'],
    ['http:\\\\evil'],
    ['／／evil'],
    ['a\nb'],
    ['a\u2028b'],
    ['evil.\u200dcom'],
    ['5.\u200c9.1.22'],
    ['0800\u200d12\u200c34'],
    ['a\u0000b'],
    ['\ud800'],
    [null],
    [undefined],
    [[]],
    [['1234', '5678']],
    [Array.from({ length: 10 }, () => 'x'.repeat(20))],
    [[['a']]],
    [{ a: 'b' }],
    [1e21],
  ])('%j is left out', (submitted) => {
    expect(value(submitted)).toBe('');
  });

  test('inherited from a prototype is not filled in', () => {
    expect(fill('{{field.constructor}}{{field.__proto__}}')).toBe('');
    expect(fill('{{field.__proto__}}', JSON.parse('{"__proto__":"Ada"}'))).toBe('Ada');
  });
});

describe('A template', () => {
  test('keeps the owner’s text and links, and fills in the service’s own values', () => {
    const text =
      'Hi {{ field.name }},\nsee https://owner.example/thanks or call 0800 1234567: {{form}}, {{date}}, {{reference}}';
    expect(fill(text, { name: 'Ada' })).toBe(
      `Hi Ada,\nsee https://owner.example/thanks or call 0800 1234567: Contact, 2026-01-01, ${OWN.reference}`,
    );
  });

  test.each([
    ['{{field.a}}.{{field.b}}', { a: 'evil', b: 'com' }, ''],
    ['{{field.a}}{{field.b}}', { a: 'evil.', b: 'com' }, ''],
    ['{{field.a}}{{field.b}}', { a: 'evil.\u200d', b: 'com' }, ''],
    ['{{field.a}}@{{field.b}}', { a: 'me', b: 'evil' }, '@'],
    ['https://owner.example/{{field.a}}', { a: 'delete' }, 'https://owner.example/'],
    ['https:{{field.a}}', { a: 'x' }, 'https:x'],
    ['Call {{field.a}} {{field.b}} now', { a: '0800', b: '123' }, 'Call now'],
    ['Call 0800 {{field.a}}', { a: '1234' }, 'Call 0800'],
    ['{{field.a}}0800 1234567{{field.b}}', { a: 'Ada', b: 'Bob' }, 'Ada0800 1234567Bob'],
    ['{{field.a}} – {{field.b}}', { a: '123', b: '4567' }, ''],
    ['{{field.a}}\n{{field.b}}', { a: '1234', b: '5678' }, '\n'],
    ['Seats: {{field.a}}\nCode: {{field.b}}', { a: '1234', b: '5678' }, 'Seats: 1234\nCode: 5678'],
    [
      '{{field.a}} people on {{field.b}} at {{field.c}}',
      { a: 12, b: '2026-12-24', c: '18:30' },
      '12 people on 2026-12-24 at 18:30',
    ],
    ['{{field.a}}{{field.b}}{{field.c}}', { a: 'evil.', b: '2', c: 'com' }, 'evil.2com'],
    ['1{{field.a}}1{{field.b}}1', { a: '1.1', b: '.1' }, '11.11.11'],
    ['1{{field.a}}.1{{field.b}}', { a: '1.1', b: '.1' }, '1.1'],
  ])('%s filled in with %j is %j', (template, data, text) => {
    expect(fill(template, data)).toBe(text);
  });

  test.each([
    ['Dear {{field.x}},\n\nthank you.', 'Dear\n\nthank you.'],
    ['Dear {{field.x}}, thank you.', 'Dear, thank you.'],
    ['Dear {{field.x}} {{field.x}},\nthank you.', 'Dear\nthank you.'],
    ['Dear {{field.y}} {{field.x}},\nthank you.', 'Dear Ada,\nthank you.'],
    ['Hello {{field.x}}!', 'Hello!'],
    ['Your order ({{field.x}}; {{field.x}} – {{field.x}}) is there.', 'Your order is there.'],
    ['Your order ({{field.x}}, {{field.y}}) is there.', 'Your order (Ada) is there.'],
    ['Your order ({{field.y}}, {{field.x}}) is there.', 'Your order (Ada) is there.'],
    ['Thank you, {{field.x}}.', 'Thank you.'],
    ['Thank you – {{field.x}}!', 'Thank you!'],
    ['{{field.x}}, thank you.', 'thank you.'],
    ['Hi\n{{field.x}}: thank you.', 'Hi\nthank you.'],
    ['Room {{field.y}} ({{field.x}}) is yours.', 'Room Ada is yours.'],
    ['Your choice: “{{field.x}}”.', 'Your choice.'],
    ['親愛なる{{field.x}}、\n', '親愛なる\n'],
    ['عزيزي {{field.x}}،\n', 'عزيزي\n'],
    ['{{field.x}}', ''],
  ])('%j with an empty value is %j', (template, text) => {
    expect(fill(template, { x: '', y: 'Ada' })).toBe(text);
  });

  test.each([
    '{{field.a}}. ({{field.x}}){{field.c}}',
    '{{field.a}} {{field.x}}.{{field.c}}',
    '{{field.a}}, {{field.x}}.{{field.c}}',
    '{{field.a}}.{{field.x}} {{field.c}}',
  ])('%j with an empty value contains no link', (template) => {
    expect(contactsIn(fill(template, { a: 'evil', x: '', c: 'com' }))).toEqual([]);
  });

  test('takes bounded time, however many values exclude each other', () => {
    const template = '{{field.a}}.'.repeat(416);
    expect(fill(template, { a: '123456' })).toBe('');
  });
});

describe('Spam', () => {
  test('is at least 200 texts, each with a link, address or number that the test detects', () => {
    expect(new Set(SPAM_TEXTS).size).toBeGreaterThan(200);
    expect(SPAM_TEXTS.filter((text) => contactsIn(text).length > 0).length).toBeGreaterThan(200);
    expect(contactsIn('Dear Ada, thank you. We answer on 2026, at 18:30.')).toEqual([]);
  });

  test.each([
    '{{field.x}}',
    'Dear {{field.x}}, thank you.',
    '{{field.x}}{{field.x}}',
    '«{{field.x}}»',
    'a.{{field.x}}.b',
  ])('in %s leaves no link, address or telephone number', (template) => {
    for (const text of SPAM_TEXTS) expect([text, contactsIn(fill(template, { x: text }))]).toEqual([text, []]);
  });

  test('split over any number of fields is left out', () => {
    const piece = fc.constantFrom(...'evil . com .com www. 0800 123 45 67 @ + -'.split(' '), ' ', 'a', 'http:', '1.2');
    const between = fc.constantFrom('', ' ', '.', '\n', ' - ', ', ', '@', ' dear ');
    fc.assert(
      fc.property(fc.array(fc.tuple(piece, between), { minLength: 1, maxLength: 6 }), (parts) => {
        const template = parts.map(([, text], i) => `{{field.f${i}}}${text}`).join('');
        const data = Object.fromEntries(parts.map(([text], i) => [`f${i}`, text]));
        expect(contactsIn(fill(template, data))).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });
});
