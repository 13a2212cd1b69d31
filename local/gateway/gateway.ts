import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Template } from '../../infra/localService/template.ts';
import { REQUEST_HEAD_BYTES_MAX } from '../../shared/runtime/awsLimits.ts';
import type { LocalFunction } from '../functions/functions.ts';
import { readUpTo, respond } from '../http/http.ts';
import { newServer } from '../http/ports.ts';
import { type ApiRequest, type ApiResponse, newRequestId, RestApi } from './restApi.ts';
import { type LimitSetting, Throttle } from './throttle.ts';

/** API Gateway's request limit. */
const REQUEST_BYTES_MAX = 10 * 1024 * 1024;

/** Available once the template has been read. */
export interface GatewayBackend {
  template: Template;
  functionWith: (logicalId: string) => LocalFunction | undefined;
  limits: ReadonlySet<LimitSetting>;
  /** True if the table is damaged: the gateway then rejects all requests. */
  isDamaged?: () => boolean;
}

/** A request before its body is read. */
type Head = Omit<ApiRequest, 'body'>;

/** The API over HTTP. */
export class Gateway {
  readonly server: Server = newServer(
    async (incoming, outgoing) => {
      const head = headOf(incoming);
      try {
        send(incoming, outgoing, await this.#answer(head, incoming));
      } catch (error) {
        // The client may have disconnected.
        if (incoming.destroyed && !incoming.complete) return;
        console.error('The local gateway failed:', error);
        send(incoming, outgoing, this.#refuse('DEFAULT_5XX', head));
      }
    },
    'anyOrigin',
    REQUEST_HEAD_BYTES_MAX,
  );
  #backend: (GatewayBackend & { api: RestApi; throttle: Throttle }) | undefined;

  constructor() {
    this.server.on('clientError', (_error, socket) => {
      if (!this.#backend || !socket.writable) return socket.destroy();
      const { headers, body } = this.#refuse('DEFAULT_4XX', { extendedRequestId: newRequestId(), headers: [] });
      const all = { ...headers, 'Content-Length': Buffer.byteLength(body), Connection: 'close' };
      const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.end(`HTTP/1.1 400 Bad Request\r\n${lines.join('')}\r\n${body}`);
    });
  }

  serve(backend: GatewayBackend): void {
    const { template, limits } = backend;
    this.#backend = { ...backend, api: new RestApi(template), throttle: new Throttle(template, limits) };
  }

  async #answer(head: Head, incoming: IncomingMessage): Promise<ApiResponse> {
    if (!this.#backend) return this.#refuse('DEFAULT_5XX', head);
    const { api, throttle, functionWith, isDamaged } = this.#backend;
    const match = api.route(head);
    if (typeof match === 'string') return api.refuse(match, head);
    const target = functionWith(match.functionLogicalId);
    if (!target) return api.refuse('MISSING_AUTHENTICATION_TOKEN', head);
    if (isDamaged?.()) return api.refuse('DEFAULT_5XX', head);
    if (!throttle.accepts(match.method, match.path)) return api.refuse('THROTTLED', head);
    const isTooLarge = Number(incoming.headers['content-length'] ?? 0) > REQUEST_BYTES_MAX;
    const body = isTooLarge ? undefined : await readUpTo(incoming, REQUEST_BYTES_MAX);
    if (!body) return api.refuse('REQUEST_TOO_LARGE', head);
    return api.perform({ ...head, body }, match, (event) => target.invoke(event));
  }

  #refuse(type: string, head: Pick<Head, 'extendedRequestId' | 'headers'>): ApiResponse {
    return this.#backend?.api.refuse(type, head) ?? { status: 503, headers: {}, body: '' };
  }
}

function headOf({ method = 'GET', url = '/', rawHeaders, socket }: IncomingMessage): Head {
  const headers: Head['headers'] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) headers.push([rawHeaders[i] ?? '', rawHeaders[i + 1] ?? '']);
  return { method, url, headers, sourceIp: socket.remoteAddress, extendedRequestId: newRequestId() };
}

function send(incoming: IncomingMessage, outgoing: ServerResponse, response: ApiResponse): void {
  respond(outgoing, response);
  // Discards the rest of a refused request, so that the caller can read the response.
  incoming.resume();
}
