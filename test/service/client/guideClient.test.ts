import { expect, test } from '@jest/globals';
import { transformSync } from 'esbuild';
import createClient, { type Client } from 'openapi-fetch';
import type { paths } from '../../../.build/client/contract.ts';
import { OPERATIONS } from '../../../shared/contract/operations/index.ts';
import { newEndpoint, newWorkspace, outputs, uniqueSlug } from '../../support/cloud/service.ts';
import { postJson } from '../../support/cloud/submissions.ts';
import { filledIn } from '../../support/site/guideExamples.ts';

/** The guide's typed client. */
function guideClient(key: string, fetch: (request: Request) => Promise<Response>): Client<paths> {
  const source = filledIn('typed-client.ts', { 'https://YOUR-API': outputs().apiUrl })
    .replace(/^import .*$/gm, '')
    .replace('export const client =', 'return');
  const { code } = transformSync(`function load() {${source}}`, { loader: 'ts' });
  return new Function('createClient', 'process', 'fetch', `${code}; return load();`)(
    createClient,
    { env: { KEY: key } },
    fetch,
  );
}

test('the guide’s iterator neither repeats nor misses a submission while others arrive and are deleted', async () => {
  const { key } = await newWorkspace();
  const client = guideClient(key, (request) => fetch(request));
  const source = filledIn('all-submissions.ts', {})
    .replace(/^import .*$/gm, '')
    .replace('export async', 'return async');
  const { code } = transformSync(`function load() {${source}}`, { loader: 'ts' });
  type Iterate = (id: string) => AsyncGenerator<{ id: string; data: { number: number } }>;
  const allSubmissions: Iterate = new Function('client', `${code}; return load();`)(client);
  const { id: endpointId } = await newEndpoint(key);
  const post = (number: number) => postJson(endpointId, JSON.stringify({ number }));
  for (let number = 0; number < 120; number++) await post(number);
  const numbers: number[] = [];
  for await (const { id, data } of allSubmissions(endpointId)) {
    numbers.push(data.number);
    if (data.number % 10 === 0 && data.number < 120) await post(120 + data.number);
    if (data.number % 20 === 0)
      await client.DELETE('/v1/submission/{endpointId}/{id}', { params: { path: { endpointId, id } } });
  }
  expect(numbers.slice(0, 120)).toEqual(Array.from({ length: 120 }, (_, number) => number));
  expect(new Set(numbers).size).toBe(numbers.length);
});

test('the guide’s typed client creates an endpoint once, though the first response is lost', async () => {
  const { key } = await newWorkspace();
  let attempts = 0;
  const client = guideClient(key, async (request) => {
    const response = await fetch(request);
    if (++attempts === 1) throw new TypeError('fetch failed');
    return response;
  });
  const { data, response } = await client.POST('/v1/endpoint', { body: { slug: uniqueSlug(), targetEmails: [] } });
  expect(response.headers.get('Idempotency-Status')).toBe('replayed');
  const list = await client.GET('/v1/endpoints', {});
  expect(list.data?.endpoints).toEqual([data]);
  expect(attempts).toBe(3);
});

test('the guide’s typed client repeats only requests that the service executes once', async () => {
  const attempts: string[] = [];
  const client = guideClient('key', async ({ method, url }) => {
    attempts.push(`${method} ${new URL(url).pathname}`);
    throw new TypeError('fetch failed');
  });
  for (const { method, path } of OPERATIONS) {
    const url = path.replaceAll(/[{}]/g, '') as '/v1/endpoint';
    await expect(client[method as 'POST'](url, {} as never)).rejects.toThrow('fetch failed');
  }
  expect(attempts).toEqual(
    OPERATIONS.flatMap(({ method, path, repeated }) =>
      Array(repeated ? 2 : 1).fill(`${method} ${path.replaceAll(/[{}]/g, '')}`),
    ),
  );
});
