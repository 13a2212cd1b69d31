import http from 'node:http';
import https from 'node:https';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

export interface ExactResponse {
  status: number;
  headers: Headers;
  text: string;
}

interface ExactRequest {
  method: string;
  headers: Record<string, string>;
  body?: string | Uint8Array | null;
  timeoutMs?: number;
}

/** Sends these headers only, and follows no redirects. `fetch` adds headers of a page's script, such as `Sec-Fetch-Mode`. */
export function sendExactly(url: string, { method, headers, body, timeoutMs }: ExactRequest): Promise<ExactResponse> {
  const signal = timeoutMs === undefined ? {} : { signal: AbortSignal.timeout(timeoutMs) };
  // Node.js sets it for some methods only.
  const length = body ? { 'Content-Length': Buffer.byteLength(body) } : {};
  return new Promise((resolve, reject) => {
    const outgoing = (url.startsWith('https:') ? https : http).request(url, {
      method,
      headers: { ...headers, ...length },
      ...signal,
    });
    outgoing.on('error', reject).on('response', (incoming) => {
      const { statusCode: status = 0, headers: received } = incoming;
      const lists = Object.entries(received).map(([name, value]): [string, string] => [name, String(value)]);
      const isCompressed = received['content-encoding'] === 'gzip';
      buffer(incoming)
        .then((bytes) => (isCompressed && bytes.length > 0 ? gunzipSync(bytes) : bytes).toString())
        .then((text) => resolve({ status, headers: new Headers(lists), text }), reject);
    });
    outgoing.end(body ?? undefined);
  });
}
