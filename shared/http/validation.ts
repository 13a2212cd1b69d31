import * as z from 'zod/mini';
import { ApiError, invalidInput } from '../contract/errors.ts';
import { nearestName } from '../contract/nearestName.ts';
import { type Operation, refusesUnknownQuery } from '../contract/operations/define.ts';
import { type MiddlewareRequest, middleware } from './middleware.ts';

/** Innermost: parses path, query and body with the operation's schemas; the handler gets the result as its event. */
export const validation = (operation: Operation) =>
  middleware({
    before: (request: MiddlewareRequest): void => {
      const { event, internal } = request;
      const query = singleValues(event.multiValueQueryStringParameters ?? {});
      if (refusesUnknownQuery(operation)) refuseUnknown(operation, Object.keys(query));
      const input = {
        params: parse(operation.params, decodePath(event.pathParameters ?? {}), 'path'),
        query: parse(operation.query, query, 'query'),
        body: operation.bodyTypes.length > 0 ? parse(operation.body, internal.body, 'body') : undefined,
        sentBody: internal.body,
        headers: internal.headers,
        sourceIp: event.requestContext?.identity?.sourceIp,
        requestId: internal.requestId,
        ...(internal.content && { content: internal.content }),
        ...(internal.recordResult && { recordResult: internal.recordResult }),
        ...(internal.authenticate && { authenticate: internal.authenticate, keyId: internal.keyId }),
      };
      internal.named = input;
      request.event = input as never;
    },
  });

/** The gateway passes path parameters percent-encoded. */
function decodePath(params: Record<string, string | undefined>): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value ?? '')]));
  } catch (cause) {
    throw new ApiError('BAD_REQUEST', 'The path is not correctly percent-encoded.', { cause });
  }
}

/** A repeated parameter stays a list, which every schema rejects. */
const singleValues = (query: Record<string, string[] | undefined>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(query).map(([name, values]) => [name, values?.length === 1 ? values[0] : values]));

/** A misspelled condition would otherwise be ignored and match everything. */
function refuseUnknown({ query }: Operation, names: readonly string[]): void {
  const known = query instanceof z.ZodMiniObject ? Object.keys(query.shape) : [];
  const problems = names.flatMap((name) => {
    if (known.includes(name)) return [];
    const nearest = nearestName(name, known);
    return `${name.slice(0, NAME_LENGTH_MAX)} is not a parameter${nearest ? ` (the nearest is ${nearest})` : ''}`;
  });
  if (problems.length > 0) throw invalidInput('query', problems);
}

const NAME_LENGTH_MAX = 50;

function parse(schema: z.ZodMiniType, value: unknown, where: 'path' | 'query' | 'body'): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw invalidInput(
    where,
    result.error.issues.map((issue) => describe(issue, value, where)),
  );
}

/** Describes a problem so that a person can fix it: `targetEmails[1] must be an email address`. */
function describe(issue: z.core.$ZodIssue, value: unknown, where: string): string {
  const name = issue.path.reduce<string>(
    (path, key) => path + (typeof key === 'number' ? `[${key}]` : `${path && '.'}${String(key)}`),
    '',
  );
  return `${name || `the ${where}`} ${problemOf(issue, valueAt(value, issue.path))}`;
}

const TYPE_WORDS: Record<string, string> = {
  string: 'text',
  number: 'a whole number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a JSON object',
};

function problemOf(issue: z.core.$ZodIssue, value: unknown): string {
  if (value === undefined) return 'is missing';
  if (issue.code === 'invalid_type') {
    return Array.isArray(value) && issue.expected === 'string'
      ? 'must be a single value, not a list'
      : `must be ${TYPE_WORDS[issue.expected] ?? issue.expected}`;
  }
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  return issue.message;
}

const valueAt = (value: unknown, path: PropertyKey[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[key], value);
