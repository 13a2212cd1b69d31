import { newServer } from './ports.ts';
import type { Usage } from './usage.ts';

/** GET answers what every function used since the last reset; DELETE resets. */
export const createUsageServer = (usage: Usage) =>
  newServer((incoming, outgoing) => {
    if (incoming.method === 'DELETE') usage.reset();
    else if (incoming.method !== 'GET') return void outgoing.writeHead(405, { Allow: 'GET, DELETE' }).end();
    outgoing.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(usage));
  });
