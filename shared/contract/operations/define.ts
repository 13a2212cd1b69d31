import type * as z from 'zod/mini';
import type { ErrorCode } from '../errors.ts';

/** A DynamoDB permission of AWS Identity and Access Management, without its `dynamodb:` prefix. */
export type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'BatchWriteItem'
  | 'ConditionCheckItem';

/** Kinds of partitions of the table, by what they hold: by these, permissions are limited. */
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

/** A permission on the table: actions, the items they may touch, and the attributes they may name. */
export interface TablePermission {
  actions: readonly TableAction[];
  /** What the partitions hold whose items may be touched. */
  partitions: readonly Partition[];
  /**
   * What a request may name besides the key: all that it writes, reads by name or has in a condition. Left out, it may
   * name anything. The items of an endpoint and of its submissions share a partition: this parts them.
   */
  attributes?: readonly string[];
  /** Whether a write may answer the whole item; asked only where attributes are limited. */
  returnsItem?: boolean;
}

/** Ways a request body may be encoded. */
export type BodyType = 'application/json' | 'application/x-www-form-urlencoded' | 'multipart/form-data';

/** What a function can be given besides the table: by its name it gets the settings and the permissions for it. */
export type Resource = 'removalQueue' | 'trainingQueue' | 'mailQueue' | 'webhookQueue' | 'failingWebhookQueue';

/** Kinds of objects in the bucket of files: what was sent and is not claimed, and what belongs to submissions. */
export type ObjectKind = 'uploads' | 'files';

/** A permission on the bucket of files: actions of Amazon S3, without `s3:`, and the objects they may touch. */
export interface ObjectPermission {
  actions: readonly ('GetObject' | 'PutObject' | 'DeleteObject' | 'ListBucket')[];
  kind: ObjectKind;
}

/** One operation of the contract: all that routes, policies, validation, documents and tests derive from. */
export interface Operation {
  /** The operationId; also the name of its handler file and of its test file. */
  id: string;
  group: 'endpoints' | 'submissions' | 'keys' | 'webhooks';
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** As API Gateway writes it: `/v1/endpoint/{id}`. */
  path: string;
  /** What it is called. */
  summary: string;
  /** What the caller's key must allow; `public` takes no credential. */
  permission: 'public' | 'read' | 'write';
  params: z.ZodMiniType;
  query: z.ZodMiniType;
  body: z.ZodMiniType;
  /** Accepted encodings of the body; empty when the operation takes none. */
  bodyTypes: readonly BodyType[];
  response: z.ZodMiniType;
  /**
   * The answer, with status 200, to a request whose query asks for validation alone. Documents have it in words: as a second
   * response of success it would change the type of the first for generated clients.
   */
  validationResponse?: z.ZodMiniType;
  /** Status of success. */
  status: 200 | 201;
  /** Status by which whoever does not ask for JSON is sent to the address that the handler names. */
  redirectStatus?: 302;
  /** Error codes that do not follow from the rest of the declaration; see `errorCodesOf`. */
  errors?: readonly ErrorCode[];
  /** Partitions of the items that the handler reads before it knows the caller: they come in one batch with the key. */
  readsBesideKey?: readonly Partition[];
  /** What the handler itself does to the table; see `tablePermissionsOf` for what its function is granted. */
  tablePermissions: readonly TablePermission[];
  /** Seconds that its function may take, where that is not as usual; the gateway waits for 29. */
  timeLimitS?: number;
  /** Requests a second that it takes, where that is fewer than the setting allows the others. */
  requestsPerSecondMax?: number;
  /** What its handler does in the bucket of files. */
  objectPermissions?: readonly ObjectPermission[];
  /** What its handler needs besides the table; the function's environment and policy follow from it. */
  needs?: readonly Resource[];
}

/** Checks a declaration and keeps its exact types: of its schemas, and whether it is public. */
export const defineOperation = <O extends Operation>(operation: O): O => operation;

/** Authentication reads the caller's key and notes its use. */
const AUTHENTICATION: readonly TablePermission[] = [
  { actions: ['GetItem'], partitions: ['key'] },
  { actions: ['UpdateItem'], partitions: ['key'], attributes: ['lastAccess', 'notedUntil'] },
];

/** Every permission that the operation's function needs on the table, and no other. */
export const tablePermissionsOf = (operation: Operation): TablePermission[] => [
  ...(operation.permission === 'public' ? [] : AUTHENTICATION),
  ...batchPermissionOf(operation),
  ...operation.tablePermissions,
];

/** A batch is allowed by one statement or not at all: it has to name all partitions. */
const batchPermissionOf = ({ readsBesideKey }: Operation): TablePermission[] =>
  readsBesideKey ? [{ actions: ['BatchGetItem'], partitions: [...new Set(['key' as const, ...readsBesideKey])] }] : [];

/** Whether the operation manages a workspace, with a key. */
export const isManagement = ({ permission }: Pick<Operation, 'permission'>): boolean => permission !== 'public';

/** Whether a form in a person's browser posts to the operation: it is answered with a redirect, in failure too. */
export const takesForms = ({ bodyTypes }: Pick<Operation, 'bodyTypes'>): boolean =>
  bodyTypes.includes('application/x-www-form-urlencoded');
