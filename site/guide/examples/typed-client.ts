import createClient from 'openapi-fetch';
import type { paths } from './forms.d.ts';

/** Repeats a request that got no response: what has the same key is created once. */
async function fetchAgain(request: Request): Promise<Response> {
  request.headers.set('Idempotency-Key', crypto.randomUUID());
  const again = request.clone();
  return fetch(request).catch(() => fetch(again));
}

export const client = createClient<paths>({
  baseUrl: 'https://YOUR-API',
  headers: { Authorization: `Bearer ${process.env.KEY}` },
  fetch: fetchAgain,
});
