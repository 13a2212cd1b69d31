import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import net from 'node:net';

/** All servers of the local cloud are reached from this machine only. */
export const HOST = '127.0.0.1';

/**
 * Listens on a port, 0 for any free one.
 * @throws Error that names the port when it is taken
 */
export async function listen(server: Server, port: number): Promise<string> {
  server.listen(port, HOST);
  try {
    await once(server, 'listening');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw cause;
    throw new Error(`Port ${port} is in use: choose another with --port, or 0 for any free one.`, { cause });
  }
  return addressOf(server);
}

export const addressOf = (server: Server): string => `http://${HOST}:${(server.address() as AddressInfo).port}`;

export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, HOST);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** As API Gateway, which keeps idle connections for minutes: a client may well use one again after a pause. */
const KEEP_ALIVE_MS = 60_000;

export const newServer = (handle: RequestListener): Server => createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, handle);
