import { afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { createHandler as createFallback } from '../../../lambdas/fallback.ts';
import { expectBadFields } from '../../support/expectations.ts';
import { MULTIPART, multipart, part, postForm, URL_ENCODED } from '../../support/forms.ts';
import { catchLogs } from '../../support/logged.ts';
import { awaitMailsTo, mailsTo, newEndpoint, newWorkspace, outputs, send, uniqueSlug } from '../../support/service.ts';
import { dataOf, postJson } from '../../support/submissions.ts';

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

  test.each(BREAKS)('%s in a slug or an email address is rejected', async (_what, text) => {
    const json = {
      slug: `slug${text}x`,
      targetEmails: [`a${text}@example.com`, `a@example.com${text}Bcc: b@example.com`],
    };
    const answer = await send('POST', '/v1/endpoint', { key, json });
    expectBadFields(answer, 'body', 'slug', 'targetEmails[0]', 'targetEmails[1]');
  });

  test.each(BREAKS)('%s in a name or in fields adds no recipient and no header to the mail', async (_what, text) => {
    const recipient = `${uniqueSlug()}@example.com`;
    const evil = `Form${text}Bcc: victim@example.com${text}Subject: Other`;
    const { id } = await newEndpoint(key, { name: evil, targetEmails: [recipient] });
    const address = `a@example.com${text}Bcc: victim@example.com`;
    await postJson(
      id,
      JSON.stringify({ email: address, _replyto: address, [evil]: evil, subject: evil, to: 'victim@example.com' }),
    );
    const [mail] = await awaitMailsTo(recipient);
    expect(mail?.destination).toEqual({ to: [recipient], cc: [], bcc: [] });
    expect(mail?.replyTo).toEqual([]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(mail?.subject).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/);
    expect(mail?.subject).toMatch(/^New submission: Form/);
    expect(await mailsTo('victim@example.com')).toEqual([]);
  });
});

/** Valid absolute URLs that a browser or server might misread. */
const TARGETS: [what: string, redirectUrl: string, location: string][] = [
  ['a backslash after the host', 'https://example.com\\@evil.example/', 'https://example.com/@evil.example/'],
  ['three slashes', 'https:///evil.example/', 'https://evil.example/'],
  ['a host in other letters', 'https://еxample.com/', 'https://xn--xample-2of.com/'],
  ['full-width letters and dots', 'https://ｅｘａｍｐｌｅ。com/', 'https://example.com/'],
  ['an encoded line end', 'https://example.com/%0d%0aSet-Cookie:%20a=b', 'https://example.com/%0d%0aSet-Cookie:%20a=b'],
  [
    'letters whose low bytes are a line end',
    'https://example.com/\u560d\u560aSet-Cookie:a=b',
    'https://example.com/%E5%98%8D%E5%98%8ASet-Cookie:a=b',
  ],
  ['a line separator', 'https://example.com/\u2028Set-Cookie:a=b', 'https://example.com/%E2%80%A8Set-Cookie:a=b'],
  ['markup and quotes', 'https://example.com/"><script>', 'https://example.com/%22%3E%3Cscript%3E'],
  [
    'another scheme in its query',
    'https://example.com/?next=javascript:alert(1)',
    'https://example.com/?next=javascript:alert(1)',
  ],
  ['an at sign in its path', 'https://example.com/@ada', 'https://example.com/@ada'],
  ['an at sign in its query', 'https://example.com?a@b', 'https://example.com/?a@b'],
  ['an at sign in its fragment', 'https://example.com#a@b', 'https://example.com/#a@b'],
  [
    '2,048 characters once they are encoded',
    `https://example.com/${'a'.repeat(2_022)}ä`,
    `https://example.com/${'a'.repeat(2_022)}%C3%A4`,
  ],
  ['a number for a host', 'http://2130706433/', 'http://127.0.0.1/'],
];

const NO_TARGETS: [what: string, redirectUrl: string][] = [
  ['a script', 'javascript:alert(1)//https://example.com/'],
  ['a script, after a control character', '\u0001javascript:alert(1)'],
  ['a script with a tab in its name', 'java\tscript:alert(1)'],
  ['another script', 'vbscript:msgbox(1)'],
  ['data', 'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg=='],
  ['a blob', 'blob:https://example.com/1'],
  ['a page source', 'view-source:https://example.com/'],
  ['a host without scheme', '//evil.example/'],
  ['backslashes for slashes', 'https:\\\\evil.example/'],
  ['a slash and a backslash', '/\\evil.example/'],
  ['one slash', 'https:/evil.example/'],
  ['a line end within', 'https://example.com/\nSet-Cookie: a=b'],
  ['a tab within the host', 'https://exa\tmple.com/'],
  ['a NUL', 'https://example.com/\u0000'],
  ['a space before', ' https://example.com/'],
  ['a host with a percent sign', 'https://exa%00mple.com/'],
  ['a host that no name system has', 'https://[::g]/'],
  ['a user name that looks like a host', 'https://bank.example@evil.example/'],
  ['a user name after three slashes', 'https:///bank.example@evil.example/'],
  ['a user name with a password', 'https://bank.example:443@evil.example/'],
  ['a user name that is encoded', 'https://bank.example%2F@evil.example/'],
  ['an empty user name', 'https://@evil.example/'],
  ['an empty user name and password', 'https://:@evil.example/'],
  ['a user name before backslashes', 'https://bank.example@evil.example\\path'],
  ['6,146 characters once they are encoded', `https://example.com/${'ä'.repeat(1_021)}`],
  ['1,400 characters that would be 12,000', `https://example.com/${'語'.repeat(1_380)}`],
  ['a host that becomes too long', `https://${'ü.'.repeat(1_000)}example/`],
  ['2,049 characters', `https://example.com/${'a'.repeat(2_029)}`],
];

describe('redirect targets', () => {
  test.each(TARGETS)('303 to a URL in plain ASCII for %s', async (_what, redirectUrl, location) => {
    const { id } = await newEndpoint(key, { redirectUrl });
    const answer = await postForm(id, 'a=1');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, location]);
    expect(answer.headers.get('location')).toMatch(/^https?:\/\/[\x21-\x7e]+$/);
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  test.each(NO_TARGETS)('400 for %s', async (_what, redirectUrl) => {
    expectBadFields(
      await send('PUT', `/v1/endpoint/${endpointId}`, { key, json: { redirectUrl } }),
      'body',
      'redirectUrl',
    );
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
          Referer: evil,
          'X-Forwarded-Host': 'evil.example',
        },
      });
      expect([status, headers.get('location')]).toEqual([303, 'https://example.com/thanks']);
    },
  );
});

const EVIL = '{"isSpam":true,"polluted":"yes"}';
const NAMES = ['__proto__', 'constructor', 'prototype', '__defineGetter__', 'toString', 'hasOwnProperty', 'then'];

describe('prototype pollution', () => {
  /** Asserts that the injected property is in no submission, now or later, and in no other response. */
  async function expectClean(id: string): Promise<void> {
    for (let i = 0; i < 4; i++) {
      const { json } = await postJson(id, '{"clean":1}');
      expect(json).toMatchObject({ isSpam: false, isRead: false, location: 'Unknown' });
      expect(Object.keys(json).sort()).toEqual(['endpointId', 'id', 'isRead', 'isSpam', 'location']);
    }
    expect((await dataOf(key, id)).slice(0, 4)).toEqual(Array(4).fill({ clean: 1 }));
    expect((await send('GET', '/v1/endpoints', { key })).text).not.toContain('polluted');
  }

  test.each(NAMES)('by the name %s in JSON, at any level', async (name) => {
    const { id } = await newEndpoint(key);
    const body = `{"${name}":${EVIL},"a":{"${name}":{"prototype":${EVIL}}},"b":[{"${name}":${EVIL}}]}`;
    expect((await postJson(id, body)).status).toBe(201);
    expect(JSON.stringify((await dataOf(key, id))[0])).toBe(body);
    await expectClean(id);
  });

  test.each(NAMES)('by the name %s in a form, also in brackets and with dots', async (name) => {
    const { id } = await newEndpoint(key);
    const fields = [
      name,
      `${name}[polluted]`,
      `a[${name}][polluted]`,
      `a.${name}.polluted`,
      `constructor[prototype][${name}]`,
    ];
    const body = fields.map((field) => `${encodeURIComponent(field)}=yes`).join('&');
    const expected = JSON.stringify(Object.fromEntries(fields.map((field) => [field, 'yes'])));
    expect((await postForm(id, body)).status).toBe(303);
    expect((await postForm(id, multipart(fields.map((field) => part(field, 'yes'))), MULTIPART)).status).toBe(303);
    expect((await dataOf(key, id)).map((data) => JSON.stringify(data))).toEqual([expected, expected]);
    await expectClean(id);
  });

  test.each(NAMES)('by the name %s of a query parameter, a header or in a path', async (name) => {
    const { id } = await newEndpoint(key);
    const headers = { [name]: 'yes', [`X-${name}`]: 'yes' };
    const list = await send('GET', `/v1/endpoints?${name}=yes&${name}[page]=0&${name}=2`, { key, headers });
    expect([list.status, list.json._metadata.page]).toEqual([200, 1]);
    expect((await send('GET', `/v1/endpoint/${name}`, { key })).status).toBe(400);
    expect((await send('GET', `/v1/submission/${id}/${name}`, { key })).status).toBe(404);
    await expectClean(id);
  });
});

describe('log injection', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  // The runtime logs an object as one line of JSON, but prints a text as it is.
  test.each(BREAKS)('%s in a request id, which no caller can set, stays a value of its line', async (_what, text) => {
    const logged = catchLogs();
    const extendedRequestId = `id${text}{"level":"ERROR"}${text}`;
    const event = {
      resource: '/v1/keys',
      httpMethod: 'PATCH',
      headers: {},
      requestContext: { extendedRequestId, requestId: extendedRequestId },
    } as unknown as APIGatewayProxyEvent;
    const fallback = createFallback({ siteUrl: outputs().siteUrl, allowedMethods: { '/v1/keys': 'GET, OPTIONS' } });
    expect(await fallback(event, {} as Context)).toMatchObject({ statusCode: 405 });
    expect(logged.lines).toEqual([
      { level: 'info', message: expect.objectContaining({ requestId: extendedRequestId, status: 405 }) },
    ]);
  });
});
