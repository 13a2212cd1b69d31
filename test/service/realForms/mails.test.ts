import { beforeAll, describe, expect, test } from '@jest/globals';
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
});

describe('the subject', () => {
  test('differs for ten equal submissions, also without text in square brackets', async () => {
    const { id, recipient } = await form();
    await Promise.all(Array.from({ length: 10 }, () => newSubmission(id, { name: 'Ada', _subject: 'Order' })));
    const subjects = (await awaitMailsTo(recipient, 10)).map(({ subject }) => subject.replace(/\[[^\]]*\]/g, ''));
    expect(new Set(subjects).size).toBe(10);
    for (const subject of subjects) expect(subject).toMatch(/^Contact form: Order #/);
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
