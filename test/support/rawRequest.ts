import { request } from 'node:http';
import { outputs, type TextResponse } from './service.ts';

/** Sends what `fetch` does not allow: a body with any method. */
export function rawRequest(method: string, path: string, body: Buffer, headers: Record<string, string>) {
  return new Promise<TextResponse>((resolve, reject) => {
    const outgoing = request(outputs().apiUrl + path, {
      method,
      headers: { ...headers, 'Content-Length': body.length },
    });
    outgoing.on('error', reject).on('response', async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      const text = Buffer.concat(chunks).toString();
      resolve({
        status: response.statusCode ?? 0,
        headers: new Headers(response.headers as Record<string, string>),
        text,
        json: JSON.parse(text),
      });
    });
    outgoing.end(body);
  });
}
