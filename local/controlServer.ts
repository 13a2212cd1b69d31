import * as z from 'zod';
import { parseJson } from '../infra/tools/parseJson.ts';
import { type LocalClock, secondsOf } from './clock.ts';
import { AnyFault, type Faults } from './functions/faults.ts';
import type { Usage } from './functions/usage.ts';
import { readAll, respondJson } from './http/http.ts';
import { newServer, respondWithText } from './http/ports.ts';

const Setting = z.array(AnyFault, 'must be a list of faults');

const INVALID_FORWARD =
  'forward must be such as 90-seconds, 15-minutes, 2-hours or 30-days, in total at most 50 years.';

interface Controlled {
  usage: Usage;
  faults: Faults;
  clock: LocalClock;
  /** Does at once all that is due by now. */
  tick: () => Promise<unknown>;
  instanceId: string;
}

/**
 * `/usage`: GET returns every function's usage since the last reset, DELETE resets it.
 * `/faults`: PUT sets the faults of AWS's services (a list of `AnyFault`), GET returns them.
 * `/clock`: GET returns the service's time. POST invokes all scheduled functions and waits for them; with
 * `?forward=15-minutes` it sets the clock forward first.
 * `/instance`: GET returns the id of the running service.
 */
export const createControlServer = ({ usage, faults, clock, tick, instanceId }: Controlled) =>
  newServer(async (incoming, outgoing) => {
    const [path = '', query] = (incoming.url ?? '').split('?');
    const request = `${incoming.method} ${path}`;
    if (request === 'DELETE /usage') usage.reset();
    if (request === 'PUT /faults') {
      const { success, data, error } = Setting.safeParse(parseJson(await readAll(incoming)));
      if (!success)
        return respondWithText(incoming, outgoing, 400, `The faults are invalid.\n${z.prettifyError(error)}`);
      faults.set(data);
    }
    if (request === 'POST /clock') {
      const label = new URLSearchParams(query).get('forward');
      const seconds = label === null ? 0 : secondsOf(label);
      if (seconds === undefined || !clock.forward(seconds))
        return respondWithText(incoming, outgoing, 400, INVALID_FORWARD);
      await tick();
    }
    const answers: Record<string, unknown> = {
      'GET /instance': { instanceId },
      'GET /usage': usage,
      'DELETE /usage': usage,
      'GET /faults': faults,
      'PUT /faults': faults,
      'GET /clock': clock,
      'POST /clock': clock,
    };
    respondJson(outgoing, answers[request] ?? {}, answers[request] ? 200 : 404);
  }, 'ownOrigin');
