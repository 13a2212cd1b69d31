import { describe, expect, test } from '@jest/globals';
import { type FormBody, MULTIPART, multipart, part, postForm, sitePage } from '../../support/forms.ts';
import { ownEndpoint } from '../../support/ownWorkspace.ts';
import { dataOf } from '../../support/submissions.ts';

const owner = ownEndpoint();

async function expectStored(data: object, status: number, body: FormBody, type: string): Promise<void> {
  expect((await postForm(owner.endpointId, body, type)).status).toBe(status);
  expect((await dataOf(owner.key, owner.endpointId))[0]).toEqual(data);
}

describe('POST /v1/f/{endpointId} as text/plain', () => {
  test.each<[string, string, object]>([
    ['fields as HTML writes them', 'name=Ada\r\nmessage=a=b\r\nempty=\r\n', { name: 'Ada', message: 'a=b', empty: '' }],
    ['a value of several lines', 'message=one\r\n\r\ntwo\r\nname=Ada\r\n', { message: 'one\r\n\r\ntwo', name: 'Ada' }],
    ['a repeated name', 'a=1\r\na=2\r\n', { a: ['1', '2'] }],
    ['text', 'Hello, 1 + 1 = 2?', { message: 'Hello, 1 + 1 = 2?' }],
    ['text of several lines', 'Dear Ada,\r\n\r\nhello\r\n', { message: 'Dear Ada,\r\n\r\nhello\r\n' }],
    ['URL-encoded text, which no browser sends as plain text', 'a=1&b=2', { message: 'a=1&b=2' }],
    ['a JSON object', ' {"a": 1, "b": [true]}\n', { a: 1, b: [true] }],
    ['a JSON object after a byte order mark', '\ufeff{"a":1}', { a: 1 }],
    ['other JSON', '[1]', { message: '[1]' }],
    ['what looks like JSON', '{"a": 1', { message: '{"a": 1' }],
  ])('303 stores %s', async (_what, body, data) => {
    await expectStored(data, 303, body, 'text/plain;charset=UTF-8');
  });
});

describe('POST /v1/f/{endpointId} with other types', () => {
  test.each(['application/vnd.api+json', 'application/ld+json; charset=utf-8', 'application/csp-report+json'])(
    '201 stores JSON of the type %s',
    async (type) => {
      await expectStored({ a: 1 }, 201, '{"a":1}', type);
    },
  );

  test('303 stores a body without a type: a JSON object, or URL-encoded fields', async () => {
    await expectStored({ a: 1 }, 303, '{"a":1}', '');
    await expectStored({ a: 2 }, 303, '\ufeff{"a":2}', '');
    await expectStored({ a: '1', b: 'x y' }, 303, 'a=1&b=x+y', '');
    await expectStored({ '{"a":1': '' }, 303, '{"a":1', '');
  });

  test.each(['application/xml', 'text/html', 'application/jsonx', 'json', 'application/octet-stream'])(
    '415 for the type %s, with a message that names the accepted ones',
    async (type) => {
      const { status, json } = await postForm(owner.endpointId, 'a=1', type, { Accept: 'application/json' });
      expect([status, json.message]).toEqual([415, expect.stringContaining('multipart/form-data or text/plain')]);
    },
  );
});

test('303 for a charset in Content-Encoding, where it does not belong', async () => {
  expect((await postForm(owner.endpointId, 'a=1', undefined, { 'Content-Encoding': 'utf-8' })).status).toBe(303);
});

test('303 stores a multipart body with text behind its last boundary', async () => {
  const body = multipart([part('a', '1')], `${MULTIPART.slice(30)}`.replace(/^/, '--').concat('--\r\nBye'));
  await expectStored({ a: '1' }, 303, body, MULTIPART);
});

describe('POST /v1/f/{endpointId} with a file', () => {
  const postFile = async (filePart: Buffer, headers: Record<string, string> = {}) => {
    const { id } = await owner.newEndpoint({
      files: { maxCount: 2, maxBytes: 1_000, types: ['text/*', 'application/pdf'] },
    });
    return { id, ...(await postForm(id, multipart([part('a', '1'), filePart]), MULTIPART, headers)) };
  };

  test('400 for an empty file that somebody chose, with a message that names it; a page for a browser', async () => {
    const { status, json } = await postFile(part('cv', '', 'cv.pdf'), { Accept: 'application/json' });
    expect([status, json.message]).toEqual([400, 'The file "cv.pdf" is empty: choose another one.']);
    const person = await postFile(part('cv', '', 'cv.pdf'));
    expect([person.status, person.headers.get('location')]).toEqual([303, sitePage('/form/files')]);
  });
});
