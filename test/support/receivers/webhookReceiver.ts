import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook as Verifier } from 'standardwebhooks';
import { readAll } from '../../../local/http/http.ts';
import { listen, newServer } from '../../../local/http/ports.ts';

export interface Received {
  id: string;
  /** When it was received completely, in milliseconds since 1970. */
  at: number;
  headers: IncomingHttpHeaders;
  body: string;
  json: { type: string; timestamp: string; data: Record<string, unknown> };
}

export interface Behaviour {
  status: number;
  headers?: Record<string, string>;
  body?: string;
  hangs?: boolean;
  afterMs?: number;
  /** Responds once this resolves. */
  after?: Promise<unknown>;
  resets?: boolean;
}

export interface WebhookReceiver {
  url: string;
  received: Received[];
  underWayMax: number;
  behave: (message: Received) => Behaviour;
  close: () => void;
}

export async function openWebhookReceiver(): Promise<WebhookReceiver> {
  const receiver: WebhookReceiver = {
    url: '',
    received: [],
    underWayMax: 0,
    behave: () => ({ status: 204 }),
    close: () => undefined,
  };
  let underWay = 0;
  const server = newServer(async (incoming, outgoing) => {
    receiver.underWayMax = Math.max(receiver.underWayMax, ++underWay);
    outgoing.on('close', () => underWay--);
    const body = (await readAll(incoming)).toString();
    const message = {
      id: String(incoming.headers['webhook-id']),
      at: Date.now(),
      headers: incoming.headers,
      body,
      json: jsonOf(body),
    };
    receiver.received.push(message);
    const { status, headers = {}, body: answer = '', hangs, afterMs, after, resets } = receiver.behave(message);
    if (hangs) return;
    await after;
    if (afterMs !== undefined) await sleep(afterMs);
    if (resets) incoming.socket.destroy();
    else outgoing.writeHead(status, headers).end(answer);
  });
  receiver.url = `${await listen(server, 0)}/hook`;
  receiver.close = () => {
    server.close();
    server.closeAllConnections();
  };
  return receiver;
}

/** Undefined if the body is not JSON, as in some formats. */
function jsonOf(body: string): Received['json'] {
  try {
    return JSON.parse(body);
  } catch {
    return { type: '', timestamp: '', data: {} };
  }
}

/**
 * Makes a receiver verify each message on arrival, and accept it.
 * @param report is called with invalid ones
 */
export function takeVerified(
  receiver: WebhookReceiver,
  secret: string,
  report: (what: string) => void,
  afterMs = 0,
): void {
  receiver.behave = (message) => {
    try {
      verified(secret, message);
    } catch (error) {
      report(`${message.id}: ${error}`);
    }
    return { status: 204, afterMs };
  };
}

/**
 * An independent library's reading of a message.
 * @throws WebhookVerificationError for an invalid signature
 */
export const verified = (secret: string, { headers, body }: Pick<Received, 'headers' | 'body'>): unknown =>
  new Verifier(secret).verify(body, headers as Record<string, string>);
