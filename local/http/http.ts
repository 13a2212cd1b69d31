import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** Responds with a known length, so that Node.js writes head and body together. */
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
