import middy from '@middy/core';
import { ApiError } from '../contract/errors.ts';
import { isAudited, type Operation } from '../contract/operations/define.ts';
import { audit } from './audit.ts';
import { authentication } from './authentication.ts';
import { type BodyParsers, body } from './body.ts';
import type { Dependencies } from './dependencies.ts';
import type { HttpFunction, Input } from './middleware.ts';
import { requestLog } from './requestLog.ts';
import { respond } from './respond.ts';
import { validation } from './validation.ts';

/** Time between the response deadline and the function's own time limit. */
const DEADLINE_MARGIN_MS = 500;

/** Only authentication needs repositories. */
type Needed<O extends Operation> = 'public' extends O['permission'] ? Pick<Dependencies, 'siteUrl'> : Dependencies;

/**
 * Makes an operation's function from its dependencies: its handler wrapped in the common middleware. The handler gets
 * parsed input and returns a value; errors it throws become error responses.
 */
export const serve =
  <O extends Operation, D extends Needed<O> = Needed<O>>(
    operation: O,
    handle: (input: Input<O>, dependencies: D) => Promise<unknown>,
    parsers?: BodyParsers,
  ) =>
  (dependencies: D): HttpFunction => {
    const needed = dependencies as unknown as Dependencies;
    const stack = middy({ timeoutEarlyInMillis: DEADLINE_MARGIN_MS, timeoutEarlyResponse: giveUp })
      .use(requestLog(operation))
      .use(respond(operation, needed.siteUrl))
      .use(operation.permission === 'public' ? [] : authentication(operation, needed))
      .use(isAudited(operation) ? audit(operation, needed) : [])
      .use(body(operation, parsers))
      .use(validation(operation))
      // `validation` replaces the event with the parsed input.
      .handler((async (input: Input<O>) => {
        const response = await handle(input, dependencies);
        await input.recordResult?.(response);
        return response;
      }) as never);
    return stack as unknown as HttpFunction;
  };

function giveUp(): never {
  throw new ApiError('GATEWAY_TIMEOUT', 'The service could not respond in time: try again in a moment.');
}
