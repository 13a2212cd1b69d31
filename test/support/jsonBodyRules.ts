import { describe, expect, test } from '@jest/globals';
import { BODY_BYTES_MAX } from '../../shared/contract/limits.ts';
import { type RequestOptions, send } from './service.ts';

interface JsonRequest {
  path: string;
  key: string;
  /** A body that is accepted. */
  json: object;
}

const JSON_TYPE = { 'Content-Type': 'application/json' };
const bytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text, 'latin1'));

/** The rules that every operation with a JSON body keeps. `newRequest` makes a request that would succeed. */
export function testJsonBodyRules(method: 'POST' | 'PUT', success: 200 | 201, newRequest: () => Promise<JsonRequest>) {
  const sendBody = async (options: RequestOptions) => {
    const { path, key } = await newRequest();
    return send(method, path, { key, ...options });
  };

  describe('request body', () => {
    test('400 when it is empty', async () => {
      const { status, json } = await sendBody({ body: '', headers: JSON_TYPE });
      expect(status).toBe(400);
      expect(json.message).toBe('The body is empty.');
    });

    test.each([
      ['is truncated', '{"name": "Contact fo'],
      ['goes on after its end', '{"name": "Contact form"}}'],
      ['has single quotes', "{'name': 'Contact form'}"],
      ['has an unquoted word', '{"name": NaN}'],
      ['is a form', 'name=Contact+form'],
      ['is white space', '   '],
    ])('400 when the JSON %s', async (_what, body) => {
      const { status, json } = await sendBody({ body, headers: JSON_TYPE });
      expect(status).toBe(400);
      expect(json.message).toBe('The body is not valid JSON.');
    });

    test('400 when it is not UTF-8', async () => {
      const { status, json } = await sendBody({ body: bytes('{"name": "Caf\xe9 form"}'), headers: JSON_TYPE });
      expect(status).toBe(400);
      expect(json.message).toBe('The body is not valid UTF-8.');
    });

    test.each(['null', 'true', '1', '"name"', '[]', '[{"name": "Contact form"}]'])(
      '400 when it is %s, not an object',
      async (body) => {
        const { status, json } = await sendBody({ body, headers: JSON_TYPE });
        expect(status).toBe(400);
        expect(json.message).toContain('the body must be a JSON object');
      },
    );

    test.each([
      'text/plain',
      'text/json',
      'application/jsonp',
      'application/vnd.api+json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'json',
      'application/json, application/json',
    ])('415 for the Content-Type %s', async (type) => {
      const { json: body } = await newRequest();
      const answer = await sendBody({ body: JSON.stringify(body), headers: { 'Content-Type': type } });
      expect(answer.status).toBe(415);
      expect(answer.json.code).toBe('UNSUPPORTED_MEDIA_TYPE');
    });

    test('415 without a Content-Type', async () => {
      const { json: body } = await newRequest();
      // Bytes, because fetch gives a text a type of its own.
      const answer = await sendBody({ body: bytes(JSON.stringify(body)) });
      expect(answer.status).toBe(415);
      expect(answer.json.message).toContain('must be application/json');
    });

    test.each(['iso-8859-1', 'utf-16', 'klingon'])('415 for the charset %s', async (charset) => {
      const { json: body } = await newRequest();
      const headers = { 'Content-Type': `application/json; charset=${charset}` };
      const answer = await sendBody({ body: JSON.stringify(body), headers });
      expect(answer.status).toBe(415);
      expect(answer.json.message).toContain('UTF-8');
    });

    test.each(['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"', 'application/json; v=1'])(
      `${success} for the Content-Type %s`,
      async (type) => {
        const { path, key, json } = await newRequest();
        const headers = { 'Content-Type': type };
        expect((await send(method, path, { key, body: JSON.stringify(json), headers })).status).toBe(success);
      },
    );

    test('413 when it is one byte larger than is accepted', async () => {
      const { json } = await newRequest();
      const body = JSON.stringify(json).padEnd(BODY_BYTES_MAX + 1);
      const answer = await sendBody({ body, headers: JSON_TYPE });
      expect(answer.status).toBe(413);
      expect(answer.json.code).toBe('PAYLOAD_TOO_LARGE');
    });

    test(`${success} when it is exactly as large as is accepted`, async () => {
      const { path, key, json } = await newRequest();
      const body = JSON.stringify(json).padEnd(BODY_BYTES_MAX);
      expect((await send(method, path, { key, body, headers: JSON_TYPE })).status).toBe(success);
    });
  });
}
