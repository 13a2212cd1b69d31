import type { Faults } from './faults.ts';
import { readAll } from './http.ts';
import { newServer } from './ports.ts';
import type { Usage } from './usage.ts';

/**
 * `/usage`: GET answers what every function used since the last reset, DELETE resets.
 * `/faults`: PUT sets what is to go wrong with AWS's services (a list of `Fault`), GET answers what is set.
 */
export const createControlServer = (usage: Usage, faults: Faults) =>
  newServer(async (incoming, outgoing) => {
    const request = `${incoming.method} ${incoming.url}`;
    if (request === 'DELETE /usage') usage.reset();
    if (request === 'PUT /faults') faults.set(JSON.parse((await readAll(incoming)).toString()));
    const answers: Record<string, unknown> = {
      'GET /usage': usage,
      'DELETE /usage': usage,
      'GET /faults': faults,
      'PUT /faults': faults,
    };
    const answer = answers[request];
    outgoing.writeHead(answer ? 200 : 404, { 'Content-Type': 'application/json' });
    outgoing.end(JSON.stringify(answer ?? {}));
  });
