import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import net from 'node:net';
import { complain } from '../process/complain.ts';
import { isOfDisk } from '../process/diskFiles.ts';
import { respond } from './http.ts';
import { type Audience, refusalOf } from './requestGuard.ts';

/** All servers listen on loopback only. */
export const HOST = '127.0.0.1';

/**
 * Listens on a port; 0 for any free one.
 * @throws Error with the port if it is taken
 */
export async function listen(server: Server, port: number): Promise<string> {
  server.listen(port, HOST);
  try {
    await once(server, 'listening');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw cause;
    throw new Error(`Port ${port} is in use: choose another with --port, or 0 for any free one.`, { cause });
  }
  return serverUrl(server);
}

export const serverUrl = (server: Server): string => `http://${HOST}:${(server.address() as AddressInfo).port}`;

/** Stops a running part; called in reverse order. */
export type Stop = () => Promise<unknown> | unknown;

/** Time for which shutdown waits for requests and functions in progress. */
export const END_TIMEOUT_MS = 20_000;

export async function openServer(server: Server, port: number, stops: Stop[]): Promise<string> {
  const address = await listen(server, port);
  stops.push(() => close(server));
  return address;
}

export async function freePort(host = HOST): Promise<number> {
  const server = net.createServer().listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** API Gateway keeps idle connections for minutes, so clients reuse them after a pause. */
const KEEP_ALIVE_MS = 60_000;

export type Handler = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void> | void;

const answersUnderWay = new WeakMap<Server, Set<ServerResponse>>();

/**
 * A server that rejects requests from other sites' web pages (`refusalOf`). A failing handler responds with 500.
 * @param maxHeaderSize bytes of request line and headers; default: Node.js's
 */
export function newServer(handle: Handler, audience: Audience = 'anyOrigin', maxHeaderSize?: number): Server {
  const underWay = new Set<ServerResponse>();
  const server = createServer(
    { keepAliveTimeout: KEEP_ALIVE_MS, ...(maxHeaderSize && { maxHeaderSize }) },
    (incoming, outgoing) => {
      underWay.add(outgoing);
      outgoing.once('close', () => underWay.delete(outgoing));
      // The client must not reuse the connection while the server ends.
      if (!server.listening) outgoing.setHeader('Connection', 'close');
      void serve(handle, audience, incoming, outgoing);
    },
  );
  answersUnderWay.set(server, underWay);
  return server;
}

async function serve(handle: Handler, audience: Audience, incoming: IncomingMessage, outgoing: ServerResponse) {
  const refusal = refusalOf(incoming, audience);
  if (refusal !== undefined) return respondWithText(incoming, outgoing, 403, refusal);
  try {
    await handle(incoming, outgoing);
  } catch (error) {
    // The client may have disconnected.
    if (incoming.destroyed && !incoming.complete) return;
    if (isOfDisk(error)) complain('A local server failed:', error);
    else console.error('A local server failed:', error);
    if (outgoing.headersSent) outgoing.destroy();
    else if (isOfDisk(error))
      respondWithText(incoming, outgoing, 503, 'The disk of the local service is full or broken.');
    else respondWithText(incoming, outgoing, 500, 'The local server failed; its output says why.');
  }
}

/** Responds with one line of text and discards the rest of the request, so that the caller can read it. */
export function respondWithText(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  status: number,
  text: string,
): void {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' };
  respond(outgoing, { status, headers, body: `${text}\n` });
  incoming.resume();
}

/** Time for which a request may still arrive while its server shuts down. */
const ARRIVAL_GRACE_MS = 2_000;

/** Stops accepting, waits at most `graceMs` for responses in progress, and closes every connection. */
export async function close(server: Server, graceMs = 0): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  const underWay = answersUnderWay.get(server) ?? new Set();
  const timers = [
    setTimeout(() => server.closeAllConnections(), graceMs),
    setTimeout(() => {
      for (const { req } of underWay) if (!req.complete) req.destroy();
    }, ARRIVAL_GRACE_MS),
  ];
  while (underWay.size > 0) await Promise.all([...underWay].map(ended));
  for (const timer of timers) clearTimeout(timer);
  server.closeAllConnections();
  await closed;
}

const ended = (outgoing: ServerResponse): Promise<void> => new Promise((resolve) => outgoing.once('close', resolve));
