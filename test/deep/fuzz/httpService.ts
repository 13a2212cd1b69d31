import { once } from 'node:events';
import { connect } from 'node:net';
import type { Outputs } from '../../../infra/local/outputs.ts';
import type { FuzzAnswer, FuzzRequest, Service } from './exchange.ts';
import { readRouting } from './routing.ts';

const ANSWER_TIMEOUT_MS = 30_000;

/** Characters that HTTP does not allow in a path are rejected first. */
const NOT_IN_A_PATH = /[^\x21-\x7e]/;

/** A local cloud over raw sockets, since client libraries would not send many of these requests. */
export function openHttpService({ apiUrl, siteUrl }: Pick<Outputs, 'apiUrl' | 'siteUrl'>): Service {
  const { hostname, port } = new URL(apiUrl);
  const routing = readRouting();
  const operationOf: Service['operationOf'] = (request) =>
    NOT_IN_A_PATH.test(request.path) ? undefined : routing.operationOf(request);
  const send = async (request: FuzzRequest) => parseAnswer(await exchangeBytes(wire(request), hostname, Number(port)));
  return { siteUrl, operationOf, send };
}

/** The bytes of a request. Keeps a Content-Length, right or wrong, but not a Host, which is rejected. */
function wire({ method, path, headers, body }: FuzzRequest): Buffer {
  const has = (wanted: string) => headers.some(([name]) => name.toLowerCase() === wanted);
  const all = [
    ['Host', 'localhost'],
    ...headers.filter(([name]) => name.toLowerCase() !== 'host'),
    ...(has('content-length') || body.length === 0 ? [] : [['Content-Length', String(body.length)]]),
    ['Connection', 'close'],
  ];
  const head = `${method} ${path} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), body]);
}

async function exchangeBytes(bytes: Buffer, host: string, port: number): Promise<Buffer> {
  const socket = connect({ host, port });
  socket.setTimeout(ANSWER_TIMEOUT_MS, () => socket.destroy(new Error('no answer came')));
  await once(socket, 'connect');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  // Not half-closed: Node.js aborts such requests.
  socket.write(bytes);
  try {
    await once(socket, 'close');
  } catch (error) {
    // A server that rejects early may reset the connection while bytes are being sent.
    if (chunks.length === 0) throw error;
  }
  return Buffer.concat(chunks);
}

function parseAnswer(bytes: Buffer): FuzzAnswer {
  const end = bytes.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = bytes.subarray(0, Math.max(end, 0)).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1]);
  if (!status) throw new Error(`no HTTP answer but ${JSON.stringify(bytes.toString('latin1').slice(0, 200))}`);
  const pairs = lines
    .map((line) => line.split(/: ?(.*)/s))
    .map(([name = '', value = '']) => [name.toLowerCase(), value]);
  const headers: Record<string, string> = Object.fromEntries(pairs);
  const rest = bytes.subarray(end + 4);
  return { status, headers, body: headers['transfer-encoding'] === 'chunked' ? joinChunks(rest) : rest };
}

function joinChunks(bytes: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (let start = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', start);
    const size = Number.parseInt(bytes.subarray(start, lineEnd).toString('latin1'), 16);
    if (!(size > 0)) return Buffer.concat(chunks);
    chunks.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    start = lineEnd + 2 + size + 2;
  }
}
