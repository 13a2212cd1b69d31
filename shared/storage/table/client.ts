import { DynamoDBClient, type DynamoDBClientConfig, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { MiddlewareStack } from '@smithy/types';
import { whileStarting } from '../../runtime/environment.ts';
import { requestTimeouts } from '../../runtime/requestTimeouts.ts';

/**
 * SDK middlewares without use here: they prepare log lines that are never written and add headers that DynamoDB
 * ignores, for up to a tenth of a call's processor time.
 */
const UNUSED_MIDDLEWARES = ['loggerMiddleware', 'recursionDetectionMiddleware', 'getUserAgentMiddleware'];

/** An operation's first calls: its caller's key is read while its request is counted. */
const CONNECTIONS = 2;
/** A connection that takes longer is left to the first request. */
const CONNECT_MS = 1_000;

/** A client with bounded waits: three attempts of at most 1.5 s each fit into any function's deadline. */
export function createClient(config: DynamoDBClientConfig = {}): DynamoDBDocumentClient {
  const client = new DynamoDBClient({ maxAttempts: 3, requestHandler: requestTimeouts(1_500), ...config });
  for (const name of UNUSED_MIDDLEWARES) client.middlewareStack.remove(name);
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  documents.middlewareStack = resolvedOnce(client.middlewareStack);
  whileStarting(() => Promise.allSettled(Array.from({ length: CONNECTIONS }, () => connect(client))));
  return documents;
}

/**
 * Combines and resolves a client's middlewares once for each kind of command, not for each call, which takes a sixth of a
 * call's processor time. The SDK's `cacheMiddleware` does the same, but excludes the document client. Commands must not
 * have options or middlewares of their own.
 */
function resolvedOnce<Input extends object, Output extends object>(
  stack: MiddlewareStack<Input, Output>,
  combined = () => stack,
  handlers: Map<string | undefined, unknown> = new Map(),
): MiddlewareStack<Input, Output> {
  return {
    ...stack,
    concat: (more) => resolvedOnce(more, () => combined().concat(more), handlers),
    resolve: (send, context) => {
      const resolve = () => combined().resolve(send, context);
      const resolved = handlers.get(context.commandName) ?? resolve();
      handlers.set(context.commandName, resolved);
      return resolved as ReturnType<typeof resolve>;
    },
  };
}

/**
 * Opens a connection, which is kept for the first request, by a request that costs nothing: DynamoDB responds to `GET /`
 * that it is healthy. It is prepared and signed like a read, so that this code is compiled, too.
 */
function connect(client: DynamoDBClient): Promise<unknown> {
  const command = new GetItemCommand({ TableName: 'health', Key: { PK: { S: 'health' } } });
  command.middlewareStack.add(
    (next) => (args) => {
      Object.assign(args.request as object, { method: 'GET', headers: {}, body: undefined });
      return next(args);
    },
    { step: 'deserialize', priority: 'high' },
  );
  return client.send(command, { abortSignal: AbortSignal.timeout(CONNECT_MS) });
}
