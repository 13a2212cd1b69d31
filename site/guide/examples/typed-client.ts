import createClient from 'openapi-fetch';
import type { paths } from './forms.d.ts';

/** Items that the service creates once for each `Idempotency-Key`. */
const CREATED = /\/v1\/(endpoint|key|member|webhook|f\/\w+)$/;

/** Repeats a request that creates something and got no response. */
async function fetchAgain(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (request.method !== 'POST' || !CREATED.test(pathname))
    return fetch(request);
  request.headers.set('Idempotency-Key', crypto.randomUUID());
  const again = request.clone();
  return fetch(request).catch(() => fetch(again));
}

export const client = createClient<paths>({
  baseUrl: 'https://YOUR-API',
  headers: { Authorization: `Bearer ${process.env.KEY}` },
  fetch: fetchAgain,
});
