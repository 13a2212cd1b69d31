import type * as z from 'zod/mini';
import type { ErrorCode } from '../errors.ts';

/** A DynamoDB action in IAM, without its `dynamodb:` prefix. */
export type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'BatchWriteItem'
  | 'ConditionCheckItem';

/** Kinds of partitions of the table, to which permissions are limited. */
export type Partition =
  | 'workspace'
  | 'endpoint'
  | 'index'
  | 'key'
  | 'mailDeliveries'
  | 'webhookDeliveries'
  | 'failedDeliveries'
  | 'challenge'
  | 'upload'
  | 'rate'
  | 'webhooks'
  | 'webhookSecrets'
  | 'dueMessages';

/** A permission on the table: actions, and the partitions and attributes they are limited to. */
export interface TablePermission {
  actions: readonly TableAction[];
  partitions: readonly Partition[];
  /**
   * Attributes besides the key that a request may write, read by name or use in a condition; default: all. Needed where
   * an endpoint's items and its submissions share a partition.
   */
  attributes?: readonly string[];
  /** Whether a write may return the whole item; only relevant if attributes are limited. */
  returnsItem?: boolean;
}

export type BodyType = 'application/json' | 'application/x-www-form-urlencoded' | 'multipart/form-data';

/** Resources besides the table; each gives a function its environment variable and permissions. */
export type Resource = 'removalQueue' | 'trainingQueue' | 'mailQueue' | 'webhookQueue' | 'failingWebhookQueue';

/** Kinds of objects in the bucket of files: unclaimed uploads, and files of submissions. */
export type ObjectKind = 'uploads' | 'files';

/** A permission on the bucket of files: Amazon S3 actions without `s3:`, and the kinds of objects. */
export interface ObjectPermission {
  actions: readonly ('GetObject' | 'PutObject' | 'DeleteObject' | 'ListBucket')[];
  kind: ObjectKind;
}

/** Declares an operation. Routes, policies, validation, documents and tests are derived from it. */
export interface Operation {
  /** The operationId; also the name of its handler file and test file. */
  id: string;
  group: 'endpoints' | 'submissions' | 'keys' | 'webhooks';
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** In API Gateway's notation: `/v1/endpoint/{id}`. */
  path: string;
  summary: string;
  /** The permission that the caller's key needs; `public` operations take no credential. */
  permission: 'public' | 'read' | 'write';
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
  redirectStatus?: 302;
  /** Error codes that do not follow from the rest of the declaration; see `errorCodesOf`. */
  errors?: readonly ErrorCode[];
  /** Partitions of items that the handler reads in one batch with the caller's key. */
  readsBesideKey?: readonly Partition[];
  /** The handler's own permissions; see `tablePermissionsOf` for all of its function. */
  tablePermissions: readonly TablePermission[];
  /** Time limit of its function in seconds, if not the default; the gateway waits for 29. */
  timeLimitS?: number;
  /** Requests per second, if lower than the setting for the other operations. */
  requestsPerSecondMax?: number;
  objectPermissions?: readonly ObjectPermission[];
  /** Other resources, from which the function's environment and policy are derived. */
  needs?: readonly Resource[];
}

/** Checks a declaration and keeps the exact types of its schemas and permission. */
export const defineOperation = <O extends Operation>(operation: O): O => operation;

/** Authentication reads the caller's key and records its use. */
const AUTHENTICATION: readonly TablePermission[] = [
  { actions: ['GetItem'], partitions: ['key'] },
  { actions: ['UpdateItem'], partitions: ['key'], attributes: ['lastAccess', 'notedUntil'] },
];

/** All table permissions of the operation's function. */
export const tablePermissionsOf = (operation: Operation): TablePermission[] => [
  ...(operation.permission === 'public' ? [] : AUTHENTICATION),
  ...batchPermissionOf(operation),
  ...operation.tablePermissions,
];

/** A single statement must allow all partitions of a batch. */
const batchPermissionOf = ({ readsBesideKey }: Operation): TablePermission[] =>
  readsBesideKey ? [{ actions: ['BatchGetItem'], partitions: [...new Set(['key' as const, ...readsBesideKey])] }] : [];

/** Whether the operation requires a key. */
export const isManagement = ({ permission }: Pick<Operation, 'permission'>): boolean => permission !== 'public';

/** Whether HTML forms post to the operation, so that browsers get redirects, also for errors. */
export const takesForms = ({ bodyTypes }: Pick<Operation, 'bodyTypes'>): boolean =>
  bodyTypes.includes('application/x-www-form-urlencoded');
