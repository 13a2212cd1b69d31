import { describe, expect, test } from '@jest/globals';
import { OPERATIONS, type OperationId } from '../../../../shared/contract/operations/index.ts';
import { docsOf } from '../../../../shared/openapi/operationDocs.ts';
import { inputOf, type RequestParts, refusalOf } from '../../../support/parsedRequest.ts';

const BODY_BYTES_MAX = 524_288;

const ids = OPERATIONS.filter(({ bodyTypes }) => bodyTypes.join() === 'application/json').map(
  ({ id }) => id as OperationId,
);
const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const PARAMS = { endpointId: 'enp_1', id: 'enp_1' };

describe.each(ids)('a JSON body of %s', (id) => {
  const [example = { value: {} }] = Object.values(docsOf(id).body ?? {});
  const text = JSON.stringify(example.value);
  const names = Object.keys(example.value as object);
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
    ['has single quotes', "{'name': 'Contact form'}"],
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
      expect(Object.keys(body)).toEqual(expect.arrayContaining(names));
    },
  );

  test('413 one byte above the maximum size', async () => {
    const { status, json: error } = await refusal(json(text.padEnd(BODY_BYTES_MAX + 1)));
    expect([status, error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  test('accepted at the maximum size', async () => {
    const { body } = await inputOf(id, { params: PARAMS, ...json(text.padEnd(BODY_BYTES_MAX)) });
    expect(Object.keys(body)).toEqual(expect.arrayContaining(names));
  });
});
