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

/**
 * That an operation's JSON body passes the middleware whose rules test/unit/http/jsonBody.test.ts has, and reaches it
 * byte for byte. `newRequest` makes a request that would succeed.
 */
export function testJsonBodyWiring(method: 'POST' | 'PUT', success: 200 | 201, newRequest: () => Promise<JsonRequest>) {
  const sendBody = async (options: RequestOptions) => {
    const { path, key } = await newRequest();
    return send(method, path, { key, ...options });
  };

  describe('request body', () => {
    test('400 when it is not UTF-8', async () => {
      const { status, json } = await sendBody({ body: bytes('{"name": "Caf\xe9 form"}'), headers: JSON_TYPE });
      expect(status).toBe(400);
      expect(json.message).toBe('The body is not valid UTF-8.');
    });

    test('415 without a Content-Type', async () => {
      const { json: body } = await newRequest();
      // Bytes, because fetch gives a text a type of its own.
      const answer = await sendBody({ body: bytes(JSON.stringify(body)) });
      expect(answer.status).toBe(415);
      expect(answer.json.message).toContain('must be application/json');
    });

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
      const headers = { 'Content-Type': 'Application/JSON; charset="UTF-8"' };
      expect((await send(method, path, { key, body, headers })).status).toBe(success);
    });
  });
}
