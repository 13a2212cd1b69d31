import { describe, expect, test } from '@jest/globals';
import { type FormBody, MULTIPART, multipart, part, postForm, URL_ENCODED } from '../../support/cloud/forms.ts';
import { ownEndpoint } from '../../support/cloud/ownWorkspace.ts';
import { dataOf } from '../../support/cloud/submissions.ts';

const owner = ownEndpoint();

/** The last stored data as JSON, which shows the order of names, also of names such as `__proto__`. */
async function stored(body: FormBody, type?: string): Promise<string> {
  expect((await postForm(owner.endpointId, body, type)).status).toBe(303);
  return JSON.stringify((await dataOf(owner.key, owner.endpointId))[0]);
}

const EVIL_JSON = '{"__proto__":"a","constructor":["b","c"],"prototype":"d"}';

describe('POST /v1/f/{endpointId} with URL-encoded fields', () => {
  test.each([
    ['z=1&a=2&m=3', '{"z":"1","a":"2","m":"3"}'],
    ['a=1&b=x&a=2&a=3', '{"a":["1","2","3"],"b":"x"}'],
    ['a=&b=&b=', '{"a":"","b":["",""]}'],
    ['a', '{"a":""}'],
    ['=x', '{"":"x"}'],
    ['a=b=c', '{"a":"b=c"}'],
    ['&&a=1&&', '{"a":"1"}'],
    ['a%20b=%2B%26%3D%25%20', '{"a b":"+&=% "}'],
    ['name=Zo%C3%AB&%F0%9F%98%80=%E2%82%AC', '{"name":"Zoë","😀":"€"}'],
    ['text=a%0D%0Ab%00', '{"text":"a\\r\\nb\\u0000"}'],
    ['a=100%&b=%zz&c=%4', '{"a":"100%","b":"%zz","c":"%4"}'],
    ['a=%EF%BF%BD&b=\ufffd', '{"a":"\ufffd","b":"\ufffd"}'],
    ['__proto__=a&constructor=b&constructor=c&prototype=d', EVIL_JSON],
  ])('303 stores %s as %s', async (body, json) => {
    expect(await stored(body)).toBe(json);
  });

  test.each(['charset=utf-8', 'charset=UTF-8', 'charset="utf-8"', 'charset=us-ascii', 'foo=bar'])(
    '303 for the content type with %s',
    async (parameter) => {
      expect(await stored('a=%C3%A9', `${URL_ENCODED}; ${parameter}`)).toBe('{"a":"é"}');
    },
  );
});

describe('POST /v1/f/{endpointId} with multipart fields', () => {
  test.each<[string, Buffer[], string]>([
    ['a name that is repeated', [part('a', '1'), part('b', 'x'), part('a', '2')], '{"a":["1","2"],"b":"x"}'],
    ['an empty file input', [part('a', '1'), part('file', '', '')], '{"a":"1"}'],
    ['nothing but an empty file input', [part('file', '', '')], '{}'],
    ['no field', [], '{}'],
    [
      "names such as the language's",
      [part('__proto__', 'a'), part('constructor', 'b'), part('constructor', 'c'), part('prototype', 'd')],
      EVIL_JSON,
    ],
  ])('303 stores %s', async (_what, parts, json) => {
    expect(await stored(multipart(parts), MULTIPART)).toBe(json);
  });
});
