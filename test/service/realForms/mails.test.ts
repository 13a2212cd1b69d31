import { beforeAll, describe, expect, test } from '@jest/globals';
import { addressParser } from 'postal-mime';
import { sendExactly } from '../../../infra/tools/exactRequest.ts';
import type { Endpoint } from '../../../shared/contract/schemas/endpoint.ts';
import { URL_ENCODED } from '../../support/forms.ts';
import {
  awaitMailsTo,
  newEndpoint,
  newSubmission,
  newWorkspace,
  outputs,
  send,
  uniqueSlug,
} from '../../support/service.ts';

let key: string;
beforeAll(async () => {
  key = (await newWorkspace()).key;
});

const SENDER = 'forms@example.com';

async function form(fields: Partial<Endpoint> = {}) {
  const recipient = `${uniqueSlug()}@example.com`;
  const { id } = await newEndpoint(key, { name: 'Contact form', targetEmails: [recipient], ...fields });
  return { id, recipient };
}

/** Posts as a browser's form does, and returns the one mail. */
async function mailOf(fields: Record<string, string>, settings: Partial<Endpoint> = {}) {
  const { id, recipient } = await form(settings);
  expect((await send('POST', `/v1/f/${id}`, { body: new URLSearchParams(fields) })).status).toBe(303);
  const [mail] = await awaitMailsTo(recipient);
  if (!mail) throw new Error('no mail');
  return mail;
}

describe('From', () => {
  test('has the form’s name and the configured address', async () => {
    expect((await mailOf({ message: 'Hello' })).from).toBe(`"Contact form" <${SENDER}>`);
  });

  test.each(['Kontakt „Zoë“ 日本語 مرحبا 😀', 'Forms, "Inc." \\ (sales) <b>', '=?utf-8?B?eA==?= form'])(
    'is read back as the name %p',
    async (name) => {
      const { from } = await mailOf({ message: 'Hello' }, { name });
      expect(from).toMatch(/^[\x20-\x7e]+$/);
      expect(addressParser(from)).toEqual([{ name: name.replaceAll('=?', '= ?'), address: SENDER }]);
    },
  );
});

describe('Reply-To', () => {
  test.each<[string, Record<string, string>]>([
    ['one field', { name: 'Ada Lovelace', email: 'ada@example.com' }],
    ['first and last name', { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' }],
    ['the address itself', { contact: 'Ada Lovelace <ada@example.com>' }],
  ])('has the sender’s name from %s', async (_what, fields) => {
    expect((await mailOf(fields)).replyTo).toEqual(['"Ada Lovelace" <ada@example.com>']);
  });

  test.each(['Email Address', 'contact[email]', 'your-email', 'correo'])(
    'is the address in the field %p',
    async (name) => {
      const { replyTo } = await mailOf({ message: 'Hello', [name]: 'ada@example.com' });
      expect(replyTo).toEqual(['ada@example.com']);
    },
  );

  test('is the address in the field whose rule says so', async () => {
    const fields: Endpoint['fields'] = [{ name: 'where', type: 'email' }];
    const sent = { where: 'ada@example.com', friend: 'bob@example.com' };
    expect((await mailOf(sent, { fields })).replyTo).toEqual(['ada@example.com']);
    expect((await mailOf(sent)).replyTo).toEqual([]);
  });
});

describe('the subject', () => {
  test('names form and sender', async () => {
    const { subject } = await mailOf({ name: 'Ada Lovelace', message: 'Hello' });
    expect(subject).toMatch(/^New submission: Contact form \(Ada Lovelace\) #[0-9A-Z]{5}$/);
  });

  test('differs for ten equal submissions, also without text in square brackets', async () => {
    const { id, recipient } = await form();
    await Promise.all(Array.from({ length: 10 }, () => newSubmission(id, { name: 'Ada', _subject: 'Order' })));
    const subjects = (await awaitMailsTo(recipient, 10)).map(({ subject }) => subject.replace(/\[[^\]]*\]/g, ''));
    expect(new Set(subjects).size).toBe(10);
    for (const subject of subjects) expect(subject).toMatch(/^Contact form: Order #/);
  });

  test('has no encoded words from the form', async () => {
    const word = '=?utf-8?B?Q2FsbCAwODAwIDEyMzQ1Njc=?=';
    const { subject, replyTo } = await mailOf({ name: word, email: 'ada@example.com', _subject: word });
    for (const header of [subject, ...replyTo]) expect(header).not.toContain('=?');
    expect(subject).toContain('= ?utf-8?B?');
  });
});

describe('the page that shows a form again', () => {
  test('has the labels of the rules, or their names in words', async () => {
    const { id } = await form({
      unknownFields: 'refuse',
      fields: [
        { name: 'plz', label: 'Postcode', type: 'text' },
        { name: 'phone_number', type: 'tel', required: true },
      ],
    });
    const { status, text } = await sendExactly(`${outputs().apiUrl}/v1/f/${id}`, {
      method: 'POST',
      body: 'plz=1010&your-message=Hello',
      headers: { 'Content-Type': URL_ENCODED, Accept: 'text/html' },
    });
    expect(status).toBe(400);
    for (const shown of ['>Postcode</label>', '>Phone number<', '<bdi>Your message</bdi>'])
      expect(text).toContain(shown);
  });
});

describe('the fields', () => {
  test('have the labels of the rules, or their names in words', async () => {
    const { body } = await mailOf(
      { phone_number: '1', 'your-message': 'Hello', plz: '1010', お名前: 'Ada' },
      { fields: [{ name: 'plz', label: 'Postcode', type: 'text' }] },
    );
    for (const label of ['Phone number', 'Your message', 'Postcode', 'お名前']) {
      expect(body.text).toContain(`${label}:\n`);
      expect(body.html).toContain(`>${label}</dt>`);
    }
  });
});
