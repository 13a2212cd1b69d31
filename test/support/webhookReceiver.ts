import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import type { Json } from './json.ts';

/** A request as a receiver of webhooks got it. */
export interface ReceivedEvent {
  headers: Record<string, string>;
  body: string;
  json: Json;
}

/** A receiver of webhooks on this machine. */
export interface WebhookReceiver {
  url: string;
  received: ReceivedEvent[];
  /** What it answers from now on. */
  answer: (status: number, body?: string) => void;
  close: () => void;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedEvent[] = [];
  let answer = { status: 200, body: 'ok' };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    received.push({ headers: request.headers as Record<string, string>, body, json: JSON.parse(body) });
    response.writeHead(answer.status).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer: (status, body = '') => {
      answer = { status, body };
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Whether the package of Standard Webhooks, which is not ours, takes an event for genuine. */
export function isGenuine({ headers, body }: ReceivedEvent, secret: string): boolean {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}
