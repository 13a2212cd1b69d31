import {
  Agent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type ServerResponse,
} from 'node:http';

export interface HttpResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

const agent = new Agent({ keepAlive: true });

/**
 * Posts to a service on this machine and returns the response, also one with an error status. Functions' calls to the table use
 * it: it takes a quarter of the processor time of `fetch`.
 */
export function post(url: string, headers: Record<string, string>, body: string | Buffer): Promise<HttpResponse> {
  const all = { Host: new URL(url).host, ...headers, 'Content-Length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    // As a list, which Node.js writes unchanged; checking each header of an object takes a sixth of a call's time.
    request(url, { method: 'POST', agent, headers: Object.entries(all).flat() }, (incoming) => {
      const { statusCode: status = 500, headers: answered } = incoming;
      readAll(incoming).then((received) => resolve({ status, headers: answered, body: received }), reject);
    })
      .on('error', reject)
      .end(body);
  });
}

/** Responds in one piece: Node.js writes head and body together if it knows the length. */
export function respond(
  outgoing: ServerResponse,
  { status, headers, body }: { status: number; headers: OutgoingHttpHeaders; body: string | Buffer },
): void {
  const length = status === 204 ? {} : { 'Content-Length': Buffer.byteLength(body) };
  outgoing.writeHead(status, { ...headers, ...length }).end(body);
}

export const respondJson = (
  outgoing: ServerResponse,
  value: unknown,
  status = 200,
  headers?: OutgoingHttpHeaders,
): void =>
  respond(outgoing, {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(value),
  });

export const readAll = (incoming: IncomingMessage): Promise<Buffer> =>
  readUpTo(incoming, Number.POSITIVE_INFINITY) as Promise<Buffer>;

/**
 * Reads a body, or returns undefined and discards the rest if it exceeds `bytesMax`. Uses events: an async iterator
 * takes about as much processor time as the rest of a request.
 */
export function readUpTo(incoming: IncomingMessage, bytesMax: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    incoming
      .on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= bytesMax) chunks.push(chunk);
      })
      .on('end', () => resolve(size <= bytesMax ? Buffer.concat(chunks) : undefined))
      .on('error', reject);
  });
}
