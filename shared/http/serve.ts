import middy from '@middy/core';
import { ApiError } from '../contract/errors.ts';
import type { Operation } from '../contract/operations/define.ts';
import { answer } from './answer.ts';
import { authentication } from './authentication.ts';
import { type BodyParsers, body } from './body.ts';
import type { Dependencies } from './dependencies.ts';
import type { HttpFunction, Input } from './middleware.ts';
import { requestLog } from './requestLog.ts';
import { validation } from './validation.ts';

/** An answer leaves this long before the function's own time limit. */
const DEADLINE_MARGIN_MS = 500;

/**
 * How the function of an operation is made from its dependencies: its handler within the middleware that all
 * operations share. The handler gets parsed input and returns a value; what it throws becomes an error answer.
 */
export const serve =
  <O extends Operation, D extends Dependencies = Dependencies>(
    operation: O,
    handle: (input: Input<O>, dependencies: D) => Promise<unknown>,
    parsers?: BodyParsers,
  ) =>
  (dependencies: D): HttpFunction => {
    const stack = middy({ timeoutEarlyInMillis: DEADLINE_MARGIN_MS, timeoutEarlyResponse: giveUp })
      .use(requestLog(operation.id))
      .use(answer(operation, dependencies.siteUrl))
      .use(operation.permission === 'public' ? [] : authentication(operation, dependencies.keys))
      .use(body(operation, parsers))
      .use(validation(operation))
      // `validation` puts the parsed input in the event's place.
      .handler(((input: Input<O>) => handle(input, dependencies)) as never);
    return stack as unknown as HttpFunction;
  };

function giveUp(): never {
  throw new ApiError('GATEWAY_TIMEOUT', 'The service could not answer in time: try again in a moment.');
}
