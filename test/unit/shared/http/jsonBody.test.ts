import { describe, expect, test } from '@jest/globals';
import { OPERATIONS, type OperationId } from '../../../../shared/contract/operations/index.ts';
import { inputOf, type RequestParts, refusalOf } from '../../../support/parsedRequest.ts';

const BODY_BYTES_MAX = 524_288;

const RIGHT: Partial<Record<OperationId, object>> = {
  testConfirmation: { recipient: 'you@example.com' },
  answerConfirmation: { token: 'a-token', action: 'confirm' },
  createEndpoint: { slug: 'contact', targetEmails: [] },
  createUpload: { name: 'a.txt', bytes: 1 },
  updateEndpoint: { name: 'Newsletter' },
  updateSubmission: { isRead: true },
  updateSubmissions: { ids: ['sub_1'], isRead: true },
  deleteSubmissions: { ids: ['sub_1'] },
  createKey: { name: 'Website', expiresAt: 'never' },
  updateKey: { name: 'Website' },
  createWebhook: { endpointId: 'enp_1', url: 'https://hooks.example.com/' },
  updateWebhook: { isEnabled: false },
  replayWebhookDeliveries: { ids: ['msg_1'] },
  verifyKey: { key: 'key_0123456789ABCDEFGHIJKL' },
};

const ids = Object.keys(RIGHT) as OperationId[];
const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const PARAMS = { endpointId: 'enp_1', id: 'enp_1' };

test('is accepted by every operation with a JSON body only', () => {
  const declared = OPERATIONS.filter(({ bodyTypes }) => bodyTypes.join() === 'application/json');
  expect(declared.map(({ id }) => id).sort()).toEqual([...ids].sort());
});

describe.each(ids)('a JSON body of %s', (id) => {
  const text = JSON.stringify(RIGHT[id]);
  const refusal = (parts: RequestParts) => refusalOf(id, { params: PARAMS, ...parts });
  const withType = (type: string, body: string | Uint8Array = text) => ({ body, headers: { 'content-type': type } });
  const json = (body: string | Uint8Array) => withType('application/json', body);

  test('400 when it is empty', async () => {
    expect(await refusal(json(''))).toEqual({
      status: 400,
      json: { code: 'BAD_REQUEST', message: 'The body is empty.' },
    });
  });

  test.each([
    ['is truncated', '{"name": "Contact fo'],
    ['has trailing characters', '{"name": "Contact form"}}'],
    ['has single quotes', "{'name': 'Contact form'}"],
    ['has an unquoted word', '{"name": NaN}'],
    ['is a form', 'name=Contact+form'],
    ['is white space', '   '],
  ])('400 when the JSON %s', async (_what, body) => {
    expect(await refusal(json(body))).toEqual({
      status: 400,
      json: { code: 'BAD_REQUEST', message: 'The body is not valid JSON.' },
    });
  });

  test('400 when it is not UTF-8', async () => {
    expect(await refusal(json(bytes('{"name": "Caf\xe9 form"}')))).toEqual({
      status: 400,
      json: { code: 'BAD_REQUEST', message: 'The body is not valid UTF-8.' },
    });
  });

  test.each(['null', 'true', '1', '"name"', '[]', '[{"name": "Contact form"}]', '[{"isRead": true}]'])(
    '400 when it is %s, not an object',
    async (body) => {
      const { status, json: error } = await refusal(json(body));
      expect(status).toBe(400);
      expect(error.message).toContain('the body must be a JSON object');
    },
  );

  test.each([
    ...'text/plain text/json application/jsonp application/js application/vnd.api+json'.split(' '),
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'json',
    'application/json, application/json',
  ])('415 for the Content-Type %s', async (type) => {
    const { status, json: error } = await refusal(withType(type));
    expect([status, error.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  test('415 without a Content-Type', async () => {
    const { status, json: error } = await refusal({ body: text });
    expect(status).toBe(415);
    expect(error.message).toContain('must be application/json');
  });

  test.each(['iso-8859-1', 'utf-16', 'klingon'])('415 for the charset %s', async (charset) => {
    const { status, json: error } = await refusal(withType(`application/json; charset=${charset}`));
    expect(status).toBe(415);
    expect(error.message).toContain('UTF-8');
  });

  test.each(['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"', 'application/json; v=1'])(
    'accepted with the Content-Type %s',
    async (type) => {
      const { body } = await inputOf(id, { params: PARAMS, ...withType(type) });
      expect(Object.keys(body)).toEqual(expect.arrayContaining(Object.keys(RIGHT[id] ?? {})));
    },
  );

  test('413 one byte above the maximum size', async () => {
    const { status, json: error } = await refusal(json(text.padEnd(BODY_BYTES_MAX + 1)));
    expect([status, error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  test('accepted at the maximum size', async () => {
    const { body } = await inputOf(id, { params: PARAMS, ...json(text.padEnd(BODY_BYTES_MAX)) });
    expect(Object.keys(body)).toEqual(expect.arrayContaining(Object.keys(RIGHT[id] ?? {})));
  });
});
