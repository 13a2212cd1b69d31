import type { Socket } from 'node:net';
import { expect } from '@jest/globals';
import {
  createPoster,
  type PosterOptions,
  type PostRequest,
  type PostResult,
} from '../../../../../shared/deliveries/channels/webhook/post.ts';
import { judgeStatus } from '../../../../../shared/messages/formats/verdicts.ts';
import { type Certificate, certificateFor } from '../../../../support/receivers/certificates.ts';
import { startTcpReceiver, type TcpReceiver } from '../../../../support/receivers/tcpReceiver.ts';

export const NAME = 'hooks.example.com';
export const OK = 'HTTP/1.1 200 OK\r\n';

const certificate: Certificate = await certificateFor(NAME);
const started: TcpReceiver[] = [];

/** Starts a receiver with a certificate for `NAME`, or without TLS. */
export async function givenReceiver(
  behave: (socket: Socket, request: string) => void,
  options: Parameters<typeof startTcpReceiver>[1] & { isPlain?: boolean } = {},
): Promise<TcpReceiver> {
  const receiver = await startTcpReceiver(behave, options.isPlain ? options : { certificate, ...options });
  started.push(receiver);
  return receiver;
}

export const closeReceivers = async (): Promise<void> => {
  await Promise.all(started.splice(0).map((receiver) => receiver.close()));
};

/** Posts to a local receiver, whose name resolves to this machine. */
export const postTo = (
  { port, hasTls }: Pick<TcpReceiver, 'port' | 'hasTls'>,
  options: Partial<PosterOptions> = {},
  request: Partial<PostRequest> = {},
): Promise<PostResult> =>
  createPoster({ allowLoopback: true, lookup: async () => ['127.0.0.1'], authorities: certificate.cert, ...options })({
    url: `${hasTls ? 'https' : 'http'}://${NAME}:${port}/hook`,
    headers: { 'content-type': 'application/json', 'webhook-id': 'msg_1' },
    body: '{}',
    judge: judgeStatus,
    ...request,
  });

export const outcome = (expected: Omit<PostResult, 'durationMs'>): PostResult => ({
  durationMs: expect.any(Number) as unknown as number,
  ...expected,
});

export const say = (text: string) => (socket: Socket) => void socket.end(text);

export function pour(socket: Socket, text: string): void {
  const write = () => {
    while (!socket.destroyed && socket.write(text));
  };
  socket.on('drain', write);
  write();
}
