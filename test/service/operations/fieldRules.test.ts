import { beforeAll, describe, expect, test } from '@jest/globals';
import type { FieldRule } from '../../../shared/contract/schemas/endpoints/fieldRules.ts';
import { expectBadFields } from '../../support/cloud/expectations.ts';
import { newEndpoint, newWorkspace, type RequestOptions, send } from '../../support/cloud/service.ts';

const RULES: FieldRule[] = [
  { name: 'email', type: 'email', required: true },
  { name: 'age', type: 'number', min: 18, message: 'You must be 18.' },
  { name: 'plan', type: 'select', options: ['free', 'paid'] },
  { name: 'code', type: 'text', pattern: '[A-Z]{3}', maxLength: 3 },
];
const RIGHT = { email: 'ada@example.com', age: '36', plan: 'paid', code: 'ABC' };
const WRONG = { age: 17, plan: 'none', code: 'ab', other: 'x' };

let key: string;
beforeAll(async () => {
  ({ key } = await newWorkspace());
});

const formOf = (fields: object = {}) => newEndpoint(key, { fields: RULES, ...fields });
const post = (id: string, json: object, { headers, query = '' }: RequestOptions & { query?: string } = {}) =>
  send('POST', `/v1/f/${id}${query}`, { json, ...(headers && { headers }) });
const submissionsOf = async (id: string) => (await send('GET', `/v1/submissions/${id}`, { key })).json.submissions;

describe('POST /v1/f/{endpointId} to an endpoint with rules', () => {
  test('400 has an issue per field in the order of the rules, and stores nothing', async () => {
    const { id } = await formOf();
    const { status, json } = await post(id, WRONG);
    expect(status).toBe(400);
    expect(json.issues).toEqual([
      { field: 'email', code: 'valueMissing', message: 'Fill in this field.' },
      { field: 'age', code: 'rangeUnderflow', message: 'You must be 18.' },
      { field: 'plan', code: 'notAnOption', message: 'Choose one of the options.' },
      { field: 'code', code: 'patternMismatch', message: 'Use the required format.' },
    ]);
    expect(json).toMatchObject({ code: 'BAD_REQUEST', message: expect.stringContaining('"age": You must be 18.') });
    expect(await submissionsOf(id)).toEqual([]);
  });

  test.each([
    ['ar-EG,ar;q=0.9', 'يُرجى ملء هذا الحقل.'],
    ['*', 'Fill in this field.'],
  ])('400 says so in the language of Accept-Language: %s', async (language, message) => {
    const { id } = await formOf();
    const { json } = await post(id, {}, { headers: { 'Accept-Language': language } });
    expect(json.issues).toEqual([{ field: 'email', code: 'valueMissing', message }]);
  });

  test('drops or rejects unknown fields as configured, but no control fields', async () => {
    const sent = { ...RIGHT, other: 'x', _replyto: 'a@example.com', _subject: 'Hi', 'g-recaptcha-response': 'x' };
    const { other: _, _subject, ...kept } = sent;
    const dropping = await formOf({ unknownFields: 'drop' });
    expect((await post(dropping.id, sent)).status).toBe(201);
    expect(await submissionsOf(dropping.id)).toEqual([expect.objectContaining({ data: kept })]);
    const refusing = await formOf({ unknownFields: 'refuse' });
    const { status, json } = await post(refusing.id, sent);
    expect(status).toBe(400);
    expect(json.issues).toEqual([expect.objectContaining({ field: 'other', code: 'unknownField' })]);
    expect((await post(refusing.id, kept)).status).toBe(201);
  });

  test('400 takes precedence over the captcha and does not use up its response', async () => {
    const { id } = await formOf({ captcha: { provider: 'altcha' } });
    const { json } = await post(id, { ...RIGHT, email: '' });
    expect(json.issues).toEqual([expect.objectContaining({ field: 'email' })]);
    expect((await post(id, RIGHT)).json.message).toContain('captcha');
  });
});

describe('POST /v1/f/{endpointId}?validate=only', () => {
  const query = '?validate=only';

  test('200 without issues, 400 with all of them; stores nothing', async () => {
    const { id } = await formOf();
    expect(await post(id, RIGHT, { query })).toMatchObject({ status: 200, json: { issues: [] } });
    const wrong = await post(id, WRONG, { query });
    expect({ status: wrong.status, count: wrong.json.issues.length }).toEqual({ status: 400, count: 4 });
    expect(await submissionsOf(id)).toEqual([]);
  });

  test('200 uses up no captcha, and is JSON for a browser, too', async () => {
    const { id } = await formOf({ captcha: { provider: 'altcha' } });
    const body = new URLSearchParams(RIGHT);
    expect(await send('POST', `/v1/f/${id}${query}`, { body })).toMatchObject({ status: 200, json: { issues: [] } });
    expect(
      (await send('POST', `/v1/f/${id}${query}`, { body: new URLSearchParams({ email: '' }) })).json.issues,
    ).toHaveLength(1);
  });

  test('400 for another value', async () => {
    expectBadFields(await post((await newEndpoint(key)).id, {}, { query: '?validate=all' }), 'query', 'validate');
  });
});

describe('rules', () => {
  test.each(['create', 'update'])('400 by %s names each invalid part', async (what) => {
    const fields = [
      { name: 'a', type: 'text', pattern: '(a)\\1' },
      { name: 'a', type: 'number', maxLength: 3 },
    ];
    const json = { slug: 'slug', targetEmails: [], fields };
    const answer =
      what === 'create'
        ? await send('POST', '/v1/endpoint', { key, json })
        : await send('PUT', `/v1/endpoint/${(await newEndpoint(key)).id}`, { key, json: { fields } });
    expectBadFields(answer, 'body', 'fields[0].pattern', 'fields[1].maxLength', 'fields[1].name');
  });
});
