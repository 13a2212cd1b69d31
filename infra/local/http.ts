import { Agent, type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';

/** The answer to a request, whole. */
export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

const agent = new Agent({ keepAlive: true });

/**
 * Posts to a service on this machine and gives its answer, whatever the status. Every call of a function to the table
 * goes through here: this takes a quarter of the processor time of `fetch`.
 */
export function post(url: string, headers: OutgoingHttpHeaders, body: string): Promise<HttpAnswer> {
  const bytes = Buffer.from(body);
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', agent, headers: { ...headers, 'content-length': bytes.length } };
    request(url, options, (incoming) => {
      const { statusCode: status = 500, headers: answered } = incoming;
      readAll(incoming).then((received) => resolve({ status, headers: answered, body: received }), reject);
    })
      .on('error', reject)
      .end(bytes);
  });
}

/** All that comes in. By events, because an async iterator takes as much processor time as the rest of a request. */
export function readAll(incoming: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    incoming
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)))
      .on('error', reject);
  });
}
