import { describe, expect, test } from '@jest/globals';
import { newId } from '../../../shared/ids.ts';
import { composeMessage } from '../../../shared/notifications/message.ts';
import type { StoredEndpoint } from '../../../shared/repositories/endpoints.ts';
import type { SubmissionData } from '../../../shared/schemas/submission.ts';

const endpoint: StoredEndpoint = {
  id: newId('endpoint'),
  workspaceId: newId('workspace'),
  slug: 'contact',
  name: 'Contact form',
  isEnabled: true,
  emailNotifications: true,
  targetEmails: ['you@example.com'],
  icon: 'file',
  color: 'gray',
};

/** The notification of this data, for an endpoint with this name. */
const compose = (data: SubmissionData, name = endpoint.name) =>
  composeMessage(
    { ...endpoint, name },
    { id: newId('submission'), endpointId: endpoint.id, data, location: 'Spain', isSpam: false, isRead: false },
  );

/** The values of the HTML's fields, as the mail client shows them. */
const shownIn = (html: string): string[] =>
  [...html.matchAll(/<dd[^>]*>([\s\S]*?)<\/dd>/g)].map(([, value = '']) =>
    value
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&quot;/g, '"')
      .replace(/&#39;/g, "'")
      .replace(/&amp;/g, '&'),
  );

describe('the subject', () => {
  test('names the endpoint', () => {
    expect(compose({}).subject).toBe('New submission: Contact form');
  });

  test('comes from the endpoint alone', () => {
    const data = { subject: 'Mine', _subject: 'Mine', Subject: 'Mine', from: 'a@example.com', name: 'Mine' };
    expect(compose(data).subject).toBe(compose({}).subject);
  });

  test.each([
    'Contact\r\nBcc: everybody@example.com',
    'Contact\nBcc: everybody@example.com',
    'Contact\rBcc: everybody@example.com',
    'Contact\u2028Bcc: everybody@example.com',
    'Contact\u0085\u0000Bcc: everybody@example.com',
  ])('is one line, whatever the name %p has in it', (name) => {
    expect(compose({}, name).subject).toBe('New submission: Contact Bcc: everybody@example.com');
  });
});

describe('HTML', () => {
  test('shows everything that was submitted as text', () => {
    const data = { '<b>name</b>': `<script>alert("1")</script> & 'more' &amp;` };
    const { html } = compose(data, '<i>Form</i>');
    expect(html).not.toMatch(/<script|<b>|<i>/);
    expect(html).toContain('&lt;b&gt;name&lt;/b&gt;');
    expect(html).toContain('&lt;i&gt;Form&lt;/i&gt;');
    expect(shownIn(html)).toEqual([`<script>alert("1")</script> & 'more' &amp;`]);
  });

  test('escapes a location and has no address to load from or go to', () => {
    const { html } = compose({ website: 'https://evil.example/"onload="x' });
    expect(html).not.toMatch(/\s(?:src|href|onload)=/);
  });

  test('says when nothing was submitted', () => {
    expect(compose({}).html).toContain('without any field');
    expect(compose({}).text).toContain('without any field');
  });
});

describe('the fields', () => {
  test('come in the order in which they were sent', () => {
    const { text, html } = compose({ zebra: 'first', apple: 'second', mango: 'third' });
    expect(shownIn(html)).toEqual(['first', 'second', 'third']);
    const positions = ['zebra', 'first', 'apple', 'second', 'mango', 'third'].map((word) => text.indexOf(word));
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
    expect(shownIn(html)).toEqual(['42', 'false', '', '', 'red\ngreen\n3', 'Vienna', '48.2', 'a', 'b']);
    for (const name of ['age', 'colours', 'address.city', 'address.geo.lat', 'items[1].sku', 'items[2].sku']) {
      expect(text).toContain(`${name}:`);
      expect(html).toContain(`>${name}<`);
    }
  });

  test('keep line breaks, and of the text every line is indented', () => {
    const { text, html } = compose({ message: 'one\r\ntwo\rthree\n--\nSubmission sub_forged' });
    expect(shownIn(html)).toEqual(['one\ntwo\nthree\n--\nSubmission sub_forged']);
    expect(text).toContain('  one\n  two\n  three\n  --\n  Submission sub_forged\n');
  });

  test('lose control characters, and a name is one line', () => {
    const { text, html } = compose({ 'a\nb': 'x\u0000\u001b[31my\u0007' });
    expect(shownIn(html)).toEqual(['x[31my']);
    expect(html).toContain('>a b<');
    expect(text).toContain('a b:\n  x[31my\n');
  });

  test('called like a property of every object are shown like any other', () => {
    const data: SubmissionData = JSON.parse('{"__proto__": "one", "constructor": "two", "toString": "three"}');
    expect(shownIn(compose(data).html)).toEqual(['one', 'two', 'three']);
  });
});

test('text and HTML say which submission of which endpoint it is, and where it came from', () => {
  const { text, html, submissionId } = compose({ message: 'Hello' });
  for (const body of [text, html]) {
    for (const fact of [submissionId, endpoint.id, 'Spain', 'Contact form', 'Hello']) expect(body).toContain(fact);
  }
});

describe('Reply-To', () => {
  const ADDRESS = 'ada@example.com';

  test.each<[string, SubmissionData]>([
    ['the field email', { email: ADDRESS }],
    ['the field _replyto', { _replyto: ADDRESS }],
    ['a field in other letters', { 'E-Mail': ADDRESS }],
    ['an address with space around it', { email: ` ${ADDRESS} ` }],
    ['the same address twice', { email: ADDRESS, _replyto: ADDRESS }],
    ['the same address in other letters', { email: ADDRESS, _replyto: 'Ada@Example.com' }],
    ['one address beside what is none', { email: ADDRESS, _replyto: 'none' }],
    ['an address in a field that is meant for none', { email: ADDRESS, friend: 'bob@example.com' }],
  ])('is the address of %s', (_, data) => {
    expect(compose(data).replyTo).toBe(ADDRESS);
  });

  test('is as SES takes it where its domain is an internationalised one', () => {
    expect(compose({ email: 'ada@почта.рф', _replyto: 'ada@xn--80a1acny.xn--p1ai' }).replyTo).toBe(
      'ada@xn--80a1acny.xn--p1ai',
    );
  });

  test.each<[string, SubmissionData]>([
    ['no field', {}],
    ['two different addresses', { email: ADDRESS, _replyto: 'bob@example.com' }],
    ['what is no address', { email: 'ada' }],
    ['an empty text', { email: '' }],
    ['a list', { email: [ADDRESS, 'bob@example.com'] }],
    ['a nested value', { email: { email: ADDRESS } }],
    ['a number', { email: 42 }],
    ['two addresses in one', { email: `${ADDRESS},bob@example.com` }],
    ['a header behind it', { email: `${ADDRESS}\r\nBcc: bob@example.com` }],
    ['a name before it', { email: `Ada <${ADDRESS}>` }],
    ['a local part that is too long', { email: `${'a'.repeat(65)}@example.com` }],
    ['letters beyond ASCII before the at sign', { email: 'añа@example.com' }],
    ['too many characters', { email: `${'a'.repeat(250)}@example.com` }],
    ['an address in a field that is meant for none', { message: ADDRESS }],
  ])('is not set with %s', (_, data) => {
    expect(compose(data).replyTo).toBeUndefined();
  });
});
