import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { Certificate } from './certificates.ts';

export interface TcpReceiver {
  port: number;
  hasTls: boolean;
  connections: () => number;
  /** Bytes accepted by the other side before it closed. */
  bytesTaken: () => number;
  close: () => Promise<void>;
}

/** Starts a receiver on a loopback address. `behave` gets each connection with the first bytes of its request. */
export async function startTcpReceiver(
  behave: (socket: Socket, request: string) => void,
  { host = '127.0.0.1', port = 0, certificate }: { host?: string; port?: number; certificate?: Certificate } = {},
): Promise<TcpReceiver> {
  const open = new Set<Socket>();
  let connections = 0;
  let bytesTaken = 0;
  const accept = (socket: Socket) => {
    connections += 1;
    socket.on('error', () => undefined);
    socket.on('close', () => {
      bytesTaken += socket.bytesWritten;
    });
    socket.once('data', (request) => behave(socket, request.toString()));
  };
  const server: Server = certificate ? createTlsServer(certificate, accept) : createServer(accept);
  server.on('tlsClientError', () => undefined);
  // Also those that never finish their TLS handshake, for which `accept` is not called.
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  await once(server.listen(port, host), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    hasTls: certificate !== undefined,
    connections: () => connections,
    bytesTaken: () => bytesTaken,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}
