import type { Endpoint } from '../../../shared/contract/schemas/endpoint.ts';
import { apiUrl } from '../api/client.ts';
import { formOf } from './formSnippet.ts';
import { sampleData } from './sampleData.ts';

const jsonOf = (endpoint: Endpoint): string => JSON.stringify(sampleData(endpoint) ?? EXAMPLE);
const EXAMPLE = { email: 'ada@example.com', message: 'Hello' };

/** Code to paste for an endpoint. */
export const SNIPPETS: Record<'html' | 'fetch' | 'curl', (endpoint: Endpoint) => string> = {
  html: formOf,
  fetch: (endpoint) => `const response = await fetch('${apiUrl}/v1/f/${endpoint.id}', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(${jsonOf(endpoint)}),
});
if (!response.ok) throw new Error((await response.json()).message);`,
  curl: (endpoint) => `curl ${apiUrl}/v1/f/${endpoint.id} \\
  --json '${jsonOf(endpoint).replaceAll("'", "'\\''")}'`,
};
