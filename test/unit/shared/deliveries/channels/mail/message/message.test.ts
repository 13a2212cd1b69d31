import type { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { describe, expect, test } from '@jest/globals';
import { ENDPOINT_DEFAULTS } from '../../../../../../../shared/contract/schemas/endpoints/endpoint.ts';
import type { SubmittedFile } from '../../../../../../../shared/contract/schemas/files/submittedFile.ts';
import type { SubmissionData } from '../../../../../../../shared/contract/schemas/submissions/submission.ts';
import {
  composeMessage,
  MAIL_BYTES_MAX,
  type Message,
} from '../../../../../../../shared/deliveries/channels/mail/message/message.ts';
import { Mailer } from '../../../../../../../shared/deliveries/channels/mail/sending/mailer.ts';
import { newId } from '../../../../../../../shared/runtime/newId.ts';
import type { StoredEndpoint } from '../../../../../../../shared/storage/endpoints/storedEndpoint.ts';
import { PATHS } from '../../../../../../../site/app/ui/paths.ts';
import { growthOf } from '../../../../../../support/growth.ts';
import { unescapeHtml } from '../../../../../../support/unescapeHtml.ts';

const SITE_URL = 'https://site.example';
const endpoint: StoredEndpoint = {
  id: newId('endpoint'),
  workspaceId: newId('workspace'),
  slug: 'contact',
  name: 'Contact form',
  targetEmails: ['you@example.com'],
  ...ENDPOINT_DEFAULTS,
};

const compose = (data: SubmissionData, name = endpoint.name, location = 'Spain') =>
  composeMessage(
    { ...endpoint, name },
    { id: newId('submission'), endpointId: endpoint.id, data, location, isSpam: false, isRead: false },
    SITE_URL,
  );

const shownIn = (html: string): string[] =>
  [...html.matchAll(/<dd[^>]*>([\s\S]*?)<\/dd>/g)].map(([, value = '']) => unescapeHtml(value));

test('a picture in a field is shown by its type and size', () => {
  const picture = `data:image/png;base64,${'iVBO'.repeat(10_000)}`;
  const { text, html } = compose({ signature: picture, pictures: [picture, 'text'], more: { drawn: picture } });
  expect(text).toMatch(/image\/png, 30 kB.*image\/png, 30 kB.*text.*Drawn: image\/png, 30 kB/s);
  expect(shownIn(html).join(' ')).toContain('image/png, 30 kB');
  for (const shown of [text, html]) expect(shown).not.toContain('iVBO');
});

describe('the headers', () => {
  const headersOf = async (message: Message) => {
    const sent: SendEmailCommand[] = [];
    const client = { send: async (command: SendEmailCommand) => sent.push(command) && {} } as unknown as SESv2Client;
    const mailer = new Mailer(client, { senderAddress: 'forms@example.com', configurationSet: 'forms' });
    await mailer.send({ about: 'sub_1', endpointId: endpoint.id, recipient: 'you@example.com' }, message);
    return sent[0]?.input.Content?.Simple?.Headers;
  };

  test('of a mail about one submission do not mark it as automatic, because help desks hold such mails back', async () => {
    expect(await headersOf(compose({ name: 'Ada', email: 'ada@example.com' }))).toEqual([]);
  });

  test('of digests and alerts mark them as automatic', async () => {
    const digest: Message = { fromName: 'Contact', subject: '3 submissions', text: '', html: '' };
    expect(await headersOf(digest)).toEqual([{ Name: 'Auto-Submitted', Value: 'auto-generated' }]);
  });
});

describe('the subject', () => {
  const subjectOf = (data: SubmissionData, name?: string) => compose(data, name).subject.replace(/ #[0-9A-Z]{5}$/, '');

  test.each<[string, SubmissionData, string]>([
    ['the endpoint', {}, 'New submission: Contact form'],
    ['the sender', { topic: 'Order', email: 'a@example.com', name: 'Ada' }, 'New submission: Contact form (Ada)'],
    ['else the address', { topic: 'Order', email: 'a@example.com' }, 'New submission: Contact form (a@example.com)'],
    ['else the first short text', { agreed: 'on', age: '36', topic: 'Order' }, 'New submission: Contact form (Order)'],
  ])('names %s', (_what, data, expected) => {
    expect(subjectOf(data)).toBe(expected);
  });

  test('has no secrets', () => {
    const data = { card_number: 'Visa 4111', pin: 'abcd', password: 'sesame', name: '4111 1111 1111 1111' };
    expect(subjectOf(data)).toBe('New submission: Contact form');
  });

  test('is short for a long name', () => {
    expect(compose({ name: 'Ada '.repeat(100) }, 'F'.repeat(64)).subject.length).toBeLessThanOrEqual(160);
  });

  test('is the same in all mails about a submission, and differs between submissions', () => {
    const submission = {
      endpointId: endpoint.id,
      data: { name: 'Ada' },
      location: 'Spain',
      isSpam: false,
      isRead: false,
    };
    const subjectFor = (id: string) => composeMessage(endpoint, { id, ...submission }, SITE_URL).subject;
    const ids = Array.from({ length: 10 }, () => newId('submission', 0));
    expect(ids.map(subjectFor)).toEqual(ids.map(subjectFor));
    expect(new Set(ids.map(subjectFor)).size).toBe(10);
  });

  test.each([
    'Contact\r\nBcc: everybody@example.com',
    'Contact\nBcc: everybody@example.com',
    'Contact\rBcc: everybody@example.com',
    'Contact\u2028Bcc: everybody@example.com',
    'Contact\u0085\u0000Bcc: everybody@example.com',
  ])('is one line for the name %p', (name) => {
    expect(subjectOf({}, name)).toBe('New submission: Contact Bcc: everybody@example.com');
  });
});

describe('HTML', () => {
  test('shows all submitted values as text', () => {
    const data = { '<b>name</b>': `<script>alert("1")</script> & 'more' &amp;` };
    const { html } = compose(data, '<i>Form</i>');
    expect(html).not.toMatch(/<script|<b>|<i>/);
    expect(html).toContain('&lt;b&gt;name&lt;/b&gt;');
    expect(html).toContain('&lt;i&gt;Form&lt;/i&gt;');
    expect(shownIn(html)).toEqual([`<script>alert("1")</script> & 'more' &amp;`]);
  });

  test('loads nothing, and contains no submitted links', () => {
    const { html } = compose({ website: 'https://evil.example/"onload="x' });
    expect(html).not.toMatch(/\s(?:src|onload)=/);
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => new URL(url ?? '').origin)).toEqual([SITE_URL]);
  });

  test('says if nothing was submitted', () => {
    expect(compose({}).html).toContain('without any field');
    expect(compose({}).text).toContain('without any field');
  });
});

describe('the fields', () => {
  test('come in the order in which they were sent', () => {
    const { text, html } = compose({ zebra: 'first', apple: 'second', mango: 'third' });
    expect(shownIn(html)).toEqual(['first', 'second', 'third']);
    const positions = ['Zebra', 'first', 'Apple', 'second', 'Mango', 'third'].map((word) => text.indexOf(word));
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
    expect(positions[0]).toBeGreaterThan(0);
  });

  test('keep their types readable: numbers, booleans, null, lists and nested values', () => {
    const data = {
      age: 42,
      agreed: false,
      nothing: null,
      empty: '',
      colours: ['red', 'green', 3],
      address: { city: 'Vienna', geo: { lat: 48.2 } },
      items: [{ sku: 'a' }, { sku: 'b' }],
    };
    const { text, html } = compose(data);
    const address = 'City: Vienna\nGeo:\n  Lat: 48.2';
    const items = '-\n  Sku: a\n-\n  Sku: b';
    expect(shownIn(html)).toEqual(['42', 'no', '', '', 'red\ngreen\n3', address, items]);
    expect(text).toContain('Address:\n  City: Vienna\n  Geo:\n    Lat: 48.2\n');
    expect(text).toContain('Items:\n  -\n    Sku: a\n  -\n    Sku: b\n');
  });

  test('keep line breaks, with every line indented in plain text', () => {
    const { text, html } = compose({ message: 'one\r\ntwo\rthree\n--\nSubmission sub_forged' });
    expect(shownIn(html)).toEqual(['one\ntwo\nthree\n--\nSubmission sub_forged']);
    expect(text).toContain('  one\n  two\n  three\n  --\n  Submission sub_forged\n');
  });

  test('lose control characters; a name stays on one line', () => {
    const { text, html } = compose({ 'a\nb': 'x\u0000\u001b[31my\u0007' });
    expect(shownIn(html)).toEqual(['x[31my']);
    expect(html).toContain('>a b<');
    expect(text).toContain('a b:\n  x[31my\n');
  });

  test('named like a property of Object.prototype are shown like any other', () => {
    const data: SubmissionData = JSON.parse('{"__proto__": "one", "constructor": "two", "toString": "three"}');
    expect(shownIn(compose(data).html)).toEqual(['one', 'two', 'three']);
  });
});

describe('text and HTML', () => {
  test('name endpoint, submission and location', () => {
    const { text, html } = compose({ message: 'Hello' });
    for (const body of [text, html]) {
      expect(body).toMatch(/Submission sub_[0-9A-Z]{26}/);
      expect(body).toMatch(/Sent on \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
      for (const fact of [endpoint.id, 'Spain', 'Contact form', 'Hello']) expect(body).toContain(fact);
    }
  });

  test('link to the submission in the dashboard', () => {
    const { text, html } = compose({ message: 'Hello' });
    const [id = ''] = /sub_[0-9A-Z]{26}/.exec(text) ?? [];
    const address = `${SITE_URL}${PATHS.inbox(endpoint.id, { id })}`;
    expect(html).toContain(`<a href="${address}">Open it in the dashboard</a>`);
    expect(text).toContain(`Open it in the dashboard: ${address}\n`);
  });

  test('omit an unknown location', () => {
    const { text, html } = compose({ message: 'Hello' }, endpoint.name, 'Unknown');
    for (const body of [text, html]) expect(body).not.toMatch(/Unknown|Sent from/);
  });

  test('cannot be disguised by bidirectional controls, nor can the subject', () => {
    const { subject, text, html } = compose({ 'a\u202eb': 'exe\u202e\u2066fdp' }, 'Con\u202dtact');
    for (const each of [subject, text, html]) expect(each).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    expect(text).toContain('ab:\n  exefdp\n');
  });
});

describe('files', () => {
  const id = newId('submission');
  const file = (field: string, name: string, bytes: number, scan: SubmittedFile['scan'] = 'not scanned') => {
    return { id: newId('file'), field, name, type: 'image/png', bytes, scan };
  };
  const withFiles = (...files: SubmittedFile[]) => {
    const submission = { id, endpointId: endpoint.id, data: {}, location: 'Spain', isSpam: false, isRead: false };
    return composeMessage(endpoint, { ...submission, files }, SITE_URL);
  };

  test('are listed with their sizes by field; the only link goes to the dashboard, which requires a key', () => {
    const { text, html } = withFiles(
      file('cv', 'Ada.pdf', 184_320),
      file('photos', '<b>1.png', 1),
      file('photos', '2.png', 12_345_678),
    );
    for (const line of ['Cv (files)', 'Ada.pdf (184 kB)', 'Photos (files)', '<b>1.png (1 byte)', '2.png (12 MB)']) {
      expect(text).toContain(line);
    }
    expect(shownIn(html)).toEqual(['Ada.pdf (184 kB)', '<b>1.png (1 byte)\n2.png (12 MB)']);
    const address = `${SITE_URL}${PATHS.inbox(endpoint.id, { id })}`;
    expect(html).toContain(`<a href="${address}">Get the files in the dashboard</a>`);
    expect(text).toContain(`Get the files in the dashboard: ${address}\n`);
    expect(`${text}${html}`.match(/https?:/g)).toHaveLength(2);
    expect(text).not.toContain('without any field');
  });
});

describe('the size of a mail', () => {
  const sizeOf = ({ text, html }: { text: string; html: string }) => Buffer.byteLength(text) + Buffer.byteLength(html);
  const named = (count: number, entryOf: (place: number) => [string, SubmissionData[string]]): SubmissionData =>
    Object.fromEntries(Array.from({ length: count }, (_, place) => entryOf(place)));
  const bytesOf = (data: SubmissionData) => Buffer.byteLength(JSON.stringify(data));

  test('repeats no label for repeated values', () => {
    const data = { ["'".repeat(20_000)]: [{}, ...Array(10_000).fill(0)] };
    const message = compose(data);
    expect(sizeOf(message)).toBeLessThan(5 * bytesOf(data));
    expect(message.text).toMatch(/^'{100}…:$/m);
  });

  test('is bounded, and ends with the number of omitted fields and a link', () => {
    const { text, html } = compose({ quotes: "'".repeat(49_900), after: 'one', list: [1, { two: 2 }] });
    for (const body of [text, html]) {
      expect(body).toContain('This mail is incomplete: 4 values are shortened or missing.');
      expect(body).toContain('The dashboard shows everything.');
      expect(body).toContain(`${SITE_URL}/app/${endpoint.id}?id=sub_`);
    }
    expect(text).toContain("''…");
  });

  test.each<[string, number, (size: number) => SubmissionData]>([
    ['quotes', 48_000, (size) => ({ a: "'".repeat(size) })],
    ['line breaks, deep down', 24_000, (size) => ({ a: { b: { c: { d: { e: { f: { g: '\n'.repeat(size) } } } } } } })],
    ['numbers among lists, deep down', 24_000, (size) => ({ a: [[[[[[[[[], ...Array(size).fill(0)]]]]]]]] })],
    ['empty objects', 16_000, (size) => ({ a: Array(size).fill({}) })],
    ['empty names', 192, (size) => named(size, (i) => [' '.repeat(i), { '': '' }])],
    ['control characters', 8_000, (size) => ({ a: '\u0001'.repeat(size) })],
    ['half characters', 8_000, (size) => ({ a: '\ud800'.repeat(size) })],
    ['long names', 192, (size) => named(size, (i) => [`${i}${"'".repeat(240)}`, 1])],
  ])('is linear in the data, as is the time: %s', (_what, size, dataOf) => {
    const data = dataOf(size);
    expect(bytesOf(data)).toBeLessThanOrEqual(50_000);
    expect(sizeOf(compose(data))).toBeLessThanOrEqual(Math.min(16 * bytesOf(data) + 16_000, MAIL_BYTES_MAX));
    expect(growthOf(dataOf, size, compose)).toBeLessThan(4);
  });
});
