import * as z from 'zod';
import { parseJson } from '../infra/tools/parseJson.ts';
import { AnyFault, type Faults } from './functions/faults.ts';
import type { Usage } from './functions/usage.ts';
import { readAll, respondJson } from './http.ts';
import { newServer, respondWithText } from './ports.ts';

const Setting = z.array(AnyFault, 'must be a list of faults');

/**
 * `/usage`: GET returns every function's usage since the last reset, DELETE resets it.
 * `/faults`: PUT sets the faults of AWS's services (a list of `AnyFault`), GET returns them.
 * `/clock`: POST invokes all scheduled functions and waits for them.
 * `/instance`: GET returns the id of the running service.
 */
export const createControlServer = (usage: Usage, faults: Faults, tick: () => Promise<unknown>, instanceId: string) =>
  newServer(async (incoming, outgoing) => {
    const request = `${incoming.method} ${incoming.url}`;
    if (request === 'DELETE /usage') usage.reset();
    if (request === 'PUT /faults') {
      const { success, data, error } = Setting.safeParse(parseJson(await readAll(incoming)));
      if (!success)
        return respondWithText(incoming, outgoing, 400, `The faults are invalid.\n${z.prettifyError(error)}`);
      faults.set(data);
    }
    if (request === 'POST /clock') await tick();
    const answers: Record<string, unknown> = {
      'GET /instance': { instanceId },
      'GET /usage': usage,
      'DELETE /usage': usage,
      'GET /faults': faults,
      'PUT /faults': faults,
      'POST /clock': {},
    };
    respondJson(outgoing, answers[request] ?? {}, answers[request] ? 200 : 404);
  }, 'ownOrigin');
