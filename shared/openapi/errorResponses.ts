import { ERROR_CODES, type ErrorCode } from '../contract/errors.ts';
import { REMAPPED_CHALLENGE_HEADER } from '../contract/headers.ts';
import { errorCodesOf } from '../contract/operations/errorCodes.ts';
import { OPERATIONS, type Operation } from '../contract/operations/index.ts';
import { exampleError } from '../contract/schemas/commonDocs.ts';
import { EXAMPLE_MESSAGES } from './exampleMessages.ts';
import { type HeaderName, headersWith } from './headers.ts';
import { refTo } from './schemas.ts';
import type { ExampleObject, Reference, Response } from './types.ts';

const ALL_CODES = Object.keys(ERROR_CODES) as ErrorCode[];

/** The contract allows any code for every operation, so a client has to know them all. */
const DEFAULT = 'AnyError';

const OWN_HEADERS: Partial<Record<ErrorCode, HeaderName>> = {
  UNAUTHORIZED: REMAPPED_CHALLENGE_HEADER,
  METHOD_NOT_ALLOWED: 'Allow',
  TOO_MANY_REQUESTS: 'Retry-After',
};

function codesByStatus(operation: Operation): [string, ErrorCode[]][] {
  const answered = new Set(errorCodesOf(operation));
  const codes = new Map<string, ErrorCode[]>();
  for (const code of ALL_CODES.filter((candidate) => answered.has(candidate))) {
    const status = String(ERROR_CODES[code].status);
    codes.set(status, [...(codes.get(status) ?? []), code]);
  }
  return [...codes];
}

const nameOf = (codes: readonly ErrorCode[]): string => codes.join('.');

const refToResponse = (name: string): Reference => ({ $ref: `#/components/responses/${name}` });

/** An operation's error responses by status; `default` covers the contract's other codes. */
export const errorResponsesOf = (operation: Operation): Record<string, Reference> => ({
  ...Object.fromEntries(codesByStatus(operation).map(([status, codes]) => [status, refToResponse(nameOf(codes))])),
  default: refToResponse(DEFAULT),
});

export function errorResponses(): Record<string, Response> {
  const combinations = OPERATIONS.flatMap(codesByStatus).map(([, codes]) => [nameOf(codes), responseOf(codes)]);
  return {
    ...Object.fromEntries(combinations),
    [DEFAULT]: {
      ...responseOf(ALL_CODES),
      description: 'Any other error of the contract: currently none is returned.',
      headers: headersWith(),
    },
  };
}

const responseOf = (codes: ErrorCode[]): Response => ({
  description: codes.map((code) => `\`${code}\`: ${ERROR_CODES[code].meaning}`).join('\n\n'),
  headers: headersWith(codes.flatMap((code) => OWN_HEADERS[code] ?? [])),
  content: {
    'application/json': {
      schema: refTo('Error'),
      examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
    },
  },
});

export const errorExamples = (): Record<string, ExampleObject> =>
  Object.fromEntries(
    ALL_CODES.map((code) => [
      code,
      { summary: ERROR_CODES[code].meaning, value: exampleError(code, EXAMPLE_MESSAGES[code]) },
    ]),
  );
