import { beforeAll, describe, expect, test } from '@jest/globals';
import { postForm, URL_ENCODED } from '../../support/cloud/forms.ts';
import { newEndpoint, newWorkspace, send } from '../../support/cloud/service.ts';

let key: string;
let endpointId: string;

beforeAll(async () => {
  ({ key } = await newWorkspace());
  endpointId = (await newEndpoint(key, { redirectUrl: 'https://example.com/thanks' })).id;
});

const BREAKS: [what: string, text: string][] = [
  ['CR LF', '\r\n'],
  ['LF', '\n'],
  ['CR', '\r'],
  ['a line separator', '\u2028'],
  ['a paragraph separator', '\u2029'],
  ['a next-line character', '\u0085'],
  ['a vertical tab and a form feed', '\u000b\u000c'],
  ['NUL', '\u0000'],
  ['an ANSI escape', '\u001b[2K\u001b[1A'],
  ['an encoded CR LF', '%0d%0a'],
  ['characters whose low bytes are CR LF', '\u560d\u560a'],
];

const headersOf = ({ headers }: { headers: Headers }): string[] => [...headers.keys()].sort();

describe('header injection', () => {
  test.each(BREAKS)(
    '%s in any part of a request neither adds a header to the response nor ends one',
    async (_what, text) => {
      const evil = `${text}X-Injected: 1${text}Set-Cookie: a=b`;
      const encoded = encodeURIComponent(evil);
      const plain = [
        await send('GET', '/v1/endpoint/enp_1', { key }),
        await send('GET', '/v1/keys?page=1', { key }),
        await send('GET', '/nope'),
        await postForm('enp_1', 'a=1'),
      ];
      const injected = [
        await send('GET', `/v1/endpoint/enp_1${encoded}`, { key }),
        await send('GET', `/v1/keys?page=1&${encoded}=${encoded}`, { key }),
        await send('GET', `/nope/${encoded}`),
        await postForm('enp_1', `a${encoded}=${encoded}`),
      ];
      expect(injected.map(headersOf)).toEqual(plain.map(headersOf));
      for (const { headers } of injected) expect(headers.get('set-cookie')).toBeNull();
    },
  );
});

/** Valid absolute URLs that a browser or server might misread. */
const TARGETS: [what: string, redirectUrl: string, location: string][] = [
  ['a backslash after the host', 'https://example.com\\@evil.example/', 'https://example.com/@evil.example/'],
  ['a host in other letters', 'https://еxample.com/', 'https://xn--xample-2of.com/'],
  ['full-width letters and dots', 'https://ｅｘａｍｐｌｅ。com/', 'https://example.com/'],
  ['an encoded line end', 'https://example.com/%0d%0aSet-Cookie:%20a=b', 'https://example.com/%0d%0aSet-Cookie:%20a=b'],
  ['a line separator', 'https://example.com/\u2028Set-Cookie:a=b', 'https://example.com/%E2%80%A8Set-Cookie:a=b'],
  ['markup and quotes', 'https://example.com/"><script>', 'https://example.com/%22%3E%3Cscript%3E'],
  ['an at sign in its path', 'https://example.com/@ada', 'https://example.com/@ada'],
  [
    '2,048 characters once they are encoded',
    `https://example.com/${'a'.repeat(2_022)}ä`,
    `https://example.com/${'a'.repeat(2_022)}%C3%A4`,
  ],
  ['a number for a host', 'http://2130706433/', 'http://127.0.0.1/'],
];

describe('redirect targets', () => {
  test.each(TARGETS)('303 to a URL in plain ASCII for %s', async (_what, redirectUrl, location) => {
    const { id } = await newEndpoint(key, { redirectUrl });
    const answer = await postForm(id, 'a=1');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, location]);
    expect(answer.headers.get('location')).toMatch(/^https?:\/\/[\x21-\x7e]+$/);
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  test.each(['_next', '_redirect', 'redirect', 'redirectUrl', 'redirect_uri', 'next', 'return_to', 'url', 'Location'])(
    'only come from the endpoint: %s in field, query or header changes nothing',
    async (name) => {
      const evil = 'https://evil.example/';
      const { status, headers } = await send('POST', `/v1/f/${endpointId}?${name}=${evil}`, {
        body: `${name}=${evil}`,
        headers: {
          'Content-Type': URL_ENCODED,
          Accept: 'text/html',
          [name]: evil,
          Referer: 'https://page.example/contact',
          'X-Forwarded-Host': 'evil.example',
        },
      });
      expect([status, headers.get('location')]).toEqual([303, 'https://example.com/thanks']);
    },
  );
});
