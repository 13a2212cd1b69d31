import * as z from 'zod/mini';
import type { Group } from '../choices.ts';
import type { ErrorCode } from '../errors.ts';
import type { Role } from '../roles.ts';
import type { Repeatable } from './repeatable.ts';

export type BodyType = 'application/json' | 'application/x-www-form-urlencoded' | 'multipart/form-data' | 'text/plain';

/**
 * Declares an operation. Routes, validation, documents and tests are derived from it; what its function may use is declared in
 * `infra/access`.
 */
export interface Operation {
  /** The operationId; also the name of its handler file and test file. */
  id: string;
  group: Group;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** In API Gateway's notation: `/v1/endpoint/{id}`. */
  path: string;
  summary: string;
  /** The permission that the caller's key needs; `public` operations take no credential. */
  permission: 'public' | 'read' | 'write';
  /** The least role of a member that may call it, if not that of its group: see `leastRoleOf`. */
  leastRole?: Role;
  /**
   * How it treats callers that are limited to endpoints, if its request names none: `byHandler` if its handler applies
   * the caller's narrowing, `ofCaller` if any caller may moreover call it about itself. Otherwise they are rejected.
   */
  narrowed?: 'byHandler' | 'ofCaller';
  params: z.ZodMiniType;
  query: z.ZodMiniType;
  body: z.ZodMiniType;
  bodyTypes: readonly BodyType[];
  response: z.ZodMiniType;
  /**
   * The response (200) to a request that only asks for validation. Described in words only, because a second success
   * response would change the response type of generated clients.
   */
  validationResponse?: z.ZodMiniType;
  status: 200 | 201;
  /** Redirect status for clients that do not accept JSON; the handler supplies the URL. */
  redirectStatus?: 302 | 303;
  /** Error codes that do not follow from the rest of the declaration; see `errorCodesOf`. */
  errors?: readonly ErrorCode[];
  /** Requests per second, if lower than the setting for the other operations. */
  requestsPerSecondMax?: number;
  repeatable: Repeatable;
  /**
   * Set if it creates something, so that a request with an `Idempotency-Key` creates it once. A repetition gets the same
   * response, but never a secret again.
   */
  repeated?: 'sameResponse' | 'withoutSecret';
}

export const None = z.unknown();
const DEFAULTS = { params: None, query: None, body: None, bodyTypes: [], status: 200, repeatable: true } as const;
type Declaration = Omit<Operation, 'group' | keyof typeof DEFAULTS> & Partial<Pick<Operation, keyof typeof DEFAULTS>>;
/** A POST states whether it is repeatable; other methods are by definition, unless they state otherwise. */
type Stated = { method: 'POST'; repeatable: Repeatable } | { method: Exclude<Operation['method'], 'POST'> };

/**
 * Makes the function that declares operations of a group. It completes a declaration and keeps the exact types of its
 * schemas and permission.
 */
export const operationsOf =
  <G extends Group>(group: G) =>
  <O extends Declaration>(declared: O & Stated): O & { group: G } & Omit<typeof DEFAULTS, keyof O> => ({
    ...DEFAULTS,
    group,
    ...(declared as O),
  });

/** True if the operation requires a key. */
export const isManagement = ({ permission }: Pick<Operation, 'permission'>): boolean => permission !== 'public';

/** True if the audit log records it. */
export const isAudited = ({ permission }: Pick<Operation, 'permission'>): boolean => permission === 'write';

/** The operations that clients of the first contract call. They ignore query parameters that they do not know. */
export const LENIENT_OPERATIONS: readonly string[] = [
  'createEndpoint',
  'retrieveEndpoint',
  'updateEndpoint',
  'deleteEndpoint',
  'listEndpoints',
  'createSubmission',
  'retrieveSubmission',
  'updateSubmission',
  'deleteSubmission',
  'listSubmissions',
  'createKey',
  'updateKey',
  'deleteKey',
  'listKeys',
  'verifyKey',
];

/** True if an unknown query parameter is an error. Forms and links in mails may carry others. */
export const refusesUnknownQuery = (operation: Pick<Operation, 'id' | 'permission'>): boolean =>
  isManagement(operation) && !LENIENT_OPERATIONS.includes(operation.id);

/** True if HTML forms post to the operation, so that browsers get redirects, also for errors. */
export const takesForms = ({ bodyTypes }: Pick<Operation, 'bodyTypes'>): boolean =>
  bodyTypes.includes('application/x-www-form-urlencoded');
