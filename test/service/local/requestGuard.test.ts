import { once } from 'node:events';
import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createAwsServices } from '../../../local/aws/awsServices.ts';
import { close, listen } from '../../../local/http/ports.ts';
import { SIGN_IN_PATH } from '../../../site/app/api/signInPath.ts';
import { outputs } from '../../support/cloud/service.ts';

/** The URLs by which functions reach AWS's services are not published: another server represents them. */
const awsServices = createAwsServices(() => {
  throw new Error('asked for its backends');
});
let awsUrl: string;
beforeAll(async () => {
  awsUrl = await listen(awsServices, 0);
});
afterAll(() => close(awsServices));

const OPEN: [name: string, url: () => string][] = [
  ['the API', () => `${outputs().apiUrl}/v1/keys`],
  ['the site', () => outputs().siteUrl],
  ['S3', () => `${outputs().s3Endpoint}/any`],
];
const PRIVATE: typeof OPEN = [
  ['sign-in', () => outputs().siteUrl + SIGN_IN_PATH],
  ['the inbox', () => `${outputs().inboxUrl}/store`],
  ['usage', () => outputs().usageUrl],
  ['faults', () => outputs().faultsUrl],
  ['the table', () => outputs().dynamodbEndpoint],
  ["AWS's services", () => awsUrl],
];

/** Why a request is refused; undefined if it is not. Other origins' pages may never read what a private server says. */
async function refusal(url: string, headers: OutgoingHttpHeaders, method = 'GET'): Promise<string | undefined> {
  const outgoing = request(url, { method, headers });
  outgoing.end();
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of incoming.setEncoding('utf8')) text += chunk;
  const isRefused = incoming.statusCode === 403 && text.startsWith('This server only responds');
  if (isRefused || PRIVATE.some(([, each]) => each() === url))
    expect(Object.keys(incoming.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  return isRefused ? text : undefined;
}

test.each([...OPEN, ...PRIVATE])('%s responds to names of this machine only, against DNS rebinding', async (_, url) => {
  for (const Host of ['localhost', 'LOCALHOST:4100', '127.0.0.1', '127.3.2.1:80', '[::1]', '[::1]:4100'])
    expect([Host, await refusal(url(), { Host })]).toEqual([Host, undefined]);
  for (const Host of [
    'evil.example',
    'evil.example:80',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'evil.example#localhost',
    '10.0.0.1',
    '0.0.0.0',
    '[::]',
  ])
    expect([Host, await refusal(url(), { Host })]).toEqual([Host, expect.stringMatching(/not to other names\.\n$/)]);
});

test.each(OPEN)('%s is open to pages of any origin', async (_, url) => {
  for (const Origin of ['https://example.com', 'null'])
    expect(await refusal(url(), { Origin, 'Sec-Fetch-Site': 'cross-site' })).toBeUndefined();
});

const fetchOf = (site: string, mode: string, destination = 'empty') => ({
  'Sec-Fetch-Site': site,
  'Sec-Fetch-Mode': mode,
  'Sec-Fetch-Dest': destination,
});

test.each(PRIVATE)('%s responds to programs and its own pages, not to those of other origins', async (_, url) => {
  const { origin, port } = new URL(url());
  for (const headers of [
    {},
    { Origin: origin, ...fetchOf('same-origin', 'cors') },
    fetchOf('none', 'navigate', 'document'),
    fetchOf('cross-site', 'navigate', 'document'),
  ])
    expect([headers, await refusal(url(), headers)]).toEqual([headers, undefined]);
  for (const headers of [
    { Origin: outputs().apiUrl },
    { Origin: `https://127.0.0.1:${port}` },
    { Origin: `http://localhost:${port}` },
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    fetchOf('cross-site', 'no-cors'),
    fetchOf('same-site', 'no-cors'),
    fetchOf('same-site', 'navigate', 'iframe'),
  ])
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'])
      expect([headers, await refusal(url(), { ...headers, 'Access-Control-Request-Method': 'POST' }, method)]).toEqual([
        headers,
        expect.stringMatching(/not to pages of other origins\.\n$/),
      ]);
});
