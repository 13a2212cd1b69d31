import * as z from 'zod';
import { AnyFault, type Faults } from './functions/faults.ts';
import type { Usage } from './functions/usage.ts';
import { parseJson, readAll, respondJson } from './http.ts';
import type { LocalClock } from './localClock.ts';
import { newServer, respondWithText } from './ports.ts';

const Setting = z.array(AnyFault, 'must be a list of faults');

/** Moves the time ahead for objects with a key prefix; 0 resets it. */
const Move = z.strictObject({ keyPrefix: z.string(), aheadMs: z.int().min(0) });

/**
 * `/usage`: GET returns every function's usage since the last reset, DELETE resets it.
 * `/faults`: PUT sets the faults of AWS's services (a list of `AnyFault`), GET returns them.
 * `/clock`: PUT moves the time ahead by which objects and presigned URLs expire (`Move`) and responds once expired
 * objects are removed; GET returns the offsets; POST invokes all scheduled functions and waits for them.
 * `/instance`: GET returns the id of the running service.
 */
export const createControlServer = (usage: Usage, faults: Faults, clock: LocalClock, instanceId: string) =>
  newServer(async (incoming, outgoing) => {
    const request = `${incoming.method} ${incoming.url}`;
    if (request === 'DELETE /usage') usage.reset();
    if (request === 'PUT /faults') {
      const { success, data, error } = Setting.safeParse(parseJson(await readAll(incoming)));
      if (!success)
        return respondWithText(incoming, outgoing, 400, `The faults are invalid.\n${z.prettifyError(error)}`);
      faults.set(data);
    }
    if (request === 'PUT /clock') {
      const { success, data, error } = Move.safeParse(parseJson(await readAll(incoming)));
      if (!success)
        return respondWithText(incoming, outgoing, 400, `The clock cannot be moved.\n${z.prettifyError(error)}`);
      clock.move(data.keyPrefix, data.aheadMs);
    }
    if (request === 'POST /clock') await clock.onTick();
    const answers: Record<string, unknown> = {
      'GET /instance': { instanceId },
      'GET /usage': usage,
      'DELETE /usage': usage,
      'GET /faults': faults,
      'PUT /faults': faults,
      'GET /clock': clock,
      'PUT /clock': clock,
      'POST /clock': clock,
    };
    respondJson(outgoing, answers[request] ?? {}, answers[request] ? 200 : 404);
  }, 'ownOrigin');
