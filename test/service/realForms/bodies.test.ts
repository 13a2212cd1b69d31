import { describe, expect, test } from '@jest/globals';
import { type FormBody, MULTIPART, multipart, part, postForm, sitePage } from '../../support/cloud/forms.ts';
import { ownEndpoint } from '../../support/cloud/ownWorkspace.ts';
import { dataOf } from '../../support/cloud/submissions.ts';

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
    [
      'URL-encoded fields in a string given to fetch',
      'a=1&b=x+y%26z&b=&c%5Bd%5D=Zo%C3%AB',
      { a: '1', b: ['x y&z', ''], 'c[d]': 'Zoë' },
    ],
    ['a single one', 'email=ada@example.com', { email: 'ada@example.com' }],
    ['those with a value that has an equals sign', 'key=YQ==&a=1', { key: 'YQ==', a: '1' }],
    ['text with a blank', 'a=1&b=2 and more', { message: 'a=1&b=2 and more' }],
    ['text with a part that is no pair', 'R&D=fun&games', { message: 'R&D=fun&games' }],
    ['text with an escape that is none', 'discount=100%', { message: 'discount=100%' }],
    ['a URL', 'https://example.com/?a=1&b=2', { message: 'https://example.com/?a=1&b=2' }],
    ['a sum', '1+1=2', { message: '1+1=2' }],
    ['a name without a start', '=1&a=2', { message: '=1&a=2' }],
    ['lines of pairs', 'a=1\nb=2', { message: 'a=1\nb=2' }],
    ['a JSON object', ' {"a": 1, "b": [true]}\n', { a: 1, b: [true] }],
    ['a JSON object after a byte order mark', '\ufeff{"a":1}', { a: 1 }],
    ['other JSON', '[1]', { message: '[1]' }],
    ['what looks like JSON', '{"a": 1', { message: '{"a": 1' }],
  ])('303 stores %s', async (_what, body, data) => {
    await expectStored(data, 303, body, 'text/plain;charset=UTF-8');
  });
});

describe('POST /v1/f/{endpointId} with a type that the body contradicts', () => {
  const URL_ENCODED = 'application/x-www-form-urlencoded';

  test.each<[string, string, object]>([
    ['a JSON object', '{"a": "1&b=2", "c": [true]}', { a: '1&b=2', c: [true] }],
    ['one after a byte order mark and blanks', '\ufeff \n{"a":1}', { a: 1 }],
    ['one after more blanks than are looked at first', `${' '.repeat(200)}{"a":1}`, { a: 1 }],
    ['one that URLSearchParams has encoded', new URLSearchParams('{"a":"1 2"}').toString(), { a: '1 2' }],
    ['what looks like one', '{"a":1', { '{"a":1': '' }],
    ['a field with one as its value', 'data={"a":1}', { data: '{"a":1}' }],
    ['one beside another field', '{"a":1}&b=2', { '{"a":1}': '', b: '2' }],
    ['a list', '[1]', { '[1]': '' }],
  ])('303 stores %s as what it is, sent as URL-encoded', async (_what, body, data) => {
    await expectStored(data, 303, body, URL_ENCODED);
    await expectStored(data, 303, body, `${URL_ENCODED}; charset=UTF-8`);
  });

  test('303 stores JSON in invalid UTF-8 as a URL-encoded field', async () => {
    await expectStored({ '{"a":"é"}': '' }, 303, Buffer.from('{"a":"é"}', 'latin1'), URL_ENCODED);
  });

  test.each([URL_ENCODED, 'text/plain'])('303 stores a FormData sent as %s', async (type) => {
    await expectStored({ a: '1', b: '2' }, 303, multipart([part('a', '1'), part('b', '2')]), type);
  });
});

describe('POST /v1/f/{endpointId} from a page that sends nothing', () => {
  const asPage = { Origin: 'https://example.com', Accept: '*/*' };

  test.each([
    ['{}', 'application/json'],
    [' {} ', 'text/plain;charset=UTF-8'],
    ['{}', 'application/x-www-form-urlencoded'],
    ['{"data":{}}', 'application/json'],
    ['[object FormData]', 'text/plain;charset=UTF-8'],
    ['[object Object]', 'application/x-www-form-urlencoded'],
    ['%5Bobject+HTMLFormElement%5D=', 'application/x-www-form-urlencoded'],
    ['[object SubmitEvent]', ''],
  ])('400 for %s of the type %s, with a message that says why', async (body, type) => {
    const { status, json } = await postForm(owner.endpointId, body, type, asPage);
    expect([status, json.message]).toEqual([400, expect.stringContaining('In JSON and in text a FormData is empty')]);
    const person = await postForm(owner.endpointId, body, type, { ...asPage, 'Sec-Fetch-Mode': 'navigate' });
    expect([person.status, person.headers.get('location')]).toEqual([303, sitePage('/form/invalid')]);
  });

  test('201 for {} without an origin, for fields that control the service, and for text about an object', async () => {
    expect((await postForm(owner.endpointId, '{}', 'application/json')).status).toBe(201);
    const sent: [string, string][] = [
      ['{"_subject":"Hello"}', 'application/json'],
      ['{"a":""}', 'application/json'],
      ['I see [object FormData]', 'text/plain'],
      ['a=%5Bobject+Object%5D&b=1', 'application/x-www-form-urlencoded'],
    ];
    for (const [body, type] of sent) expect((await postForm(owner.endpointId, body, type, asPage)).status).toBe(201);
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

test('303 despite a charset misplaced in Content-Encoding', async () => {
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
