import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type * as z from 'zod/mini';
import { ApiError } from '../contract/errors.ts';
import type { Operation } from '../contract/operations/define.ts';
import { readSettings } from '../runtime/environment.ts';
import { createClient, Table } from '../storage/table.ts';
import { answer } from './answer.ts';
import { authentication } from './authentication.ts';
import { body } from './body.ts';
import type { Input } from './middleware.ts';
import { createRepositories, type Repositories } from './repositories.ts';
import { requestLog } from './requestLog.ts';
import { validation } from './validation.ts';

/** An answer leaves this long before the function's own time limit. */
const DEADLINE_MARGIN_MS = 500;

/** What a handler gets besides its input. */
export interface Dependencies extends Repositories {
  siteUrl: string;
}

/** Parsed input in, value out; what it throws becomes an error answer. */
export type Handler<P, Q, B> = (input: Input<P, Q, B>, dependencies: Dependencies) => Promise<unknown>;

function fromEnvironment(): Dependencies {
  const { tableName, siteUrl } = readSettings('tableName', 'siteUrl');
  return { ...createRepositories(new Table(createClient(), tableName)), siteUrl };
}

/** The Lambda function of an operation: its handler within the one stack that all operations share. */
export function serve<
  P extends z.ZodMiniType,
  Q extends z.ZodMiniType,
  B extends z.ZodMiniType,
  R extends z.ZodMiniType,
>(
  operation: Operation<P, Q, B, R>,
  handler: Handler<z.output<P>, z.output<Q>, z.output<B>>,
  dependencies: Dependencies = fromEnvironment(),
) {
  const plain = operation as unknown as Operation;
  const run = (input: unknown) => handler(input as Input<z.output<P>, z.output<Q>, z.output<B>>, dependencies);
  const stack = middy({ timeoutEarlyInMillis: DEADLINE_MARGIN_MS, timeoutEarlyResponse: giveUp })
    .use(requestLog(operation.id))
    .use(answer(plain, dependencies.siteUrl))
    .use(operation.permission === 'public' ? [] : authentication(plain, dependencies.keys))
    .use(body(plain))
    .use(validation(plain))
    .handler(run as never);
  return stack as unknown as (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;
}

function giveUp(): never {
  throw new ApiError('GATEWAY_TIMEOUT', 'The service could not answer in time: try again in a moment.');
}
