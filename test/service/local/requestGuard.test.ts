import { once } from 'node:events';
import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createAwsServices } from '../../../infra/local/aws/awsServices.ts';
import { authorizationWith } from '../../../infra/local/aws/signature.ts';
import { close, listen } from '../../../infra/local/ports.ts';
import { SIGN_IN_PATHS } from '../../../site/app/api/signInPaths.ts';
import { outputs } from '../../support/service.ts';

/** The URLs by which functions reach AWS's services are not published: another server represents them. */
const awsServices = createAwsServices(() => {
  throw new Error('asked for its backends');
});
let awsUrl: string;
beforeAll(async () => {
  awsUrl = await listen(awsServices, 0);
});
afterAll(() => close(awsServices));

const ADDRESSES: [name: string, url: () => string][] = [
  ['the API', () => `${outputs().apiUrl}/v1/keys`],
  ['the site', () => outputs().siteUrl],
  ['S3', () => `${outputs().s3Endpoint}/any`],
  ['sign-in', () => outputs().siteUrl + SIGN_IN_PATHS.spend],
  ['the inbox', () => `${outputs().inboxUrl}/store`],
  ['usage', () => outputs().usageUrl],
  ['faults', () => outputs().faultsUrl],
  ['the table', () => outputs().dynamodbEndpoint],
  ["AWS's services", () => awsUrl],
];
const PRIVATE = ADDRESSES.slice(3);
const OPEN = ADDRESSES.slice(0, 3);

interface Heard {
  status: number | undefined;
  headers: IncomingMessage['headers'];
  text: string;
}

async function ask(url: string, headers: OutgoingHttpHeaders, method = 'GET'): Promise<Heard> {
  const outgoing = request(url, { method, headers });
  outgoing.end();
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of incoming.setEncoding('utf8')) text += chunk;
  return { status: incoming.statusCode, headers: incoming.headers, text };
}

const expectRefusal = ({ status, text, headers }: Heard, what: RegExp): void => {
  expect(status).toBe(403);
  expect(text).toMatch(what);
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
};
const isRefusal = ({ status, text }: Heard): boolean => status === 403 && text.startsWith('This server only responds');

describe.each(ADDRESSES)('%s', (_name, url) => {
  test.each([
    'evil.example',
    'evil.example:80',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'evil.example#localhost',
    '10.0.0.1',
    '0.0.0.0',
    '[::]',
  ])('403 for the host "%s", as a page with a rebound DNS name sends it', async (Host) => {
    expectRefusal(await ask(url(), { Host }), /^This server only responds to localhost, .* not to other names\.\n$/);
  });

  test.each(['localhost', 'LOCALHOST:4100', '127.0.0.1', '127.3.2.1:80', '[::1]', '[::1]:4100'])(
    'accepts the host %s, which is this machine',
    async (Host) => {
      expect(isRefusal(await ask(url(), { Host }))).toBe(false);
    },
  );
});

describe.each(PRIVATE)('%s, which is for programs and the site’s own pages', (_name, url) => {
  const own = () => new URL(url()).origin;

  test.each([
    ['another port', () => ({ Origin: outputs().apiUrl })],
    ['another scheme', () => ({ Origin: own().replace('http:', 'https:') })],
    ['another name of this machine', () => ({ Origin: own().replace('127.0.0.1', 'localhost') })],
    ['another site', () => ({ Origin: 'https://evil.example' })],
    ['a sandbox', () => ({ Origin: 'null' })],
    ['another site, without its name', () => ({ 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' })],
    ['another port, without its name', () => ({ 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'no-cors' })],
    [
      'a page that frames it',
      () => ({ 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' }),
    ],
  ])('403 for %s, with any method', async (_what, headersOf) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const headers = { ...headersOf(), 'Access-Control-Request-Method': 'POST' };
      expectRefusal(await ask(url(), headers, method), /^This server only responds to programs and its own pages/);
    }
  });

  test.each([
    ['a program', () => ({})],
    ['its own page', () => ({ Origin: own(), 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'cors' })],
    ['who types its address', () => ({ 'Sec-Fetch-Site': 'none', 'Sec-Fetch-Mode': 'navigate' })],
    [
      'who follows a link',
      () => ({ 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' }),
    ],
  ])('accepts requests of %s, without letting other pages read the response', async (_what, headersOf) => {
    const authorization = authorizationWith(outputs().dynamodbAccessKeyId);
    const heard = await ask(url(), { ...headersOf(), authorization });
    expect(isRefusal(heard)).toBe(false);
    expect(Object.keys(heard.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });
});

test.each(OPEN)('%s is open to pages of any origin', async (_name, url) => {
  for (const Origin of ['https://example.com', 'null']) {
    expect(isRefusal(await ask(url(), { Origin, 'Sec-Fetch-Site': 'cross-site' }))).toBe(false);
  }
});
