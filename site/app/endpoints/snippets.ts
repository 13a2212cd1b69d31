import { apiUrl } from '../api/client.ts';

/** What people paste to use an endpoint. */
export const SNIPPETS: Record<'html' | 'fetch' | 'curl', (endpointId: string) => string> = {
  html: (endpointId) => `<form method="post" accept-charset="utf-8"
  action="${apiUrl}/v1/f/${endpointId}">
  <label>Email <input type="email" name="email" required></label>
  <label>Message <textarea name="message" required></textarea></label>
  <button>Send</button>
</form>`,
  fetch: (endpointId) => `const response = await fetch('${apiUrl}/v1/f/${endpointId}', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ email: 'ada@example.com', message: 'Hello' }),
});
if (!response.ok) throw new Error((await response.json()).message);`,
  curl: (endpointId) => `curl ${apiUrl}/v1/f/${endpointId} \\
  --json '{"email": "ada@example.com", "message": "Hello"}'`,
};
