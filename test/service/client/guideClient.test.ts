import { expect, test } from '@jest/globals';
import { transformSync } from 'esbuild';
import createClient, { type Client } from 'openapi-fetch';
import type { paths } from '../../../.build/client/contract.ts';
import { OPERATIONS } from '../../../shared/contract/operations/index.ts';
import { filledIn } from '../../support/guideExamples.ts';
import { newWorkspace, outputs, uniqueSlug } from '../../support/service.ts';

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
