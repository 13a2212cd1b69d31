import type { Operation } from '../../shared/contract/operations/define.ts';
import type { OperationId, OperationsById } from '../../shared/contract/operations/index.ts';
import type { ObjectKind } from '../../shared/files/objectKeys.ts';
import type { Setting } from '../../shared/runtime/environment.ts';
import type { CountName } from '../../shared/storage/counters/quotas.ts';
import { StoredEndpoint } from '../../shared/storage/endpoints/storedEndpoint.ts';
import type { Partition } from '../../shared/storage/table/partitions.ts';
import { KEY_USE_ATTRIBUTES } from '../../shared/storage/workspaces/storedKey.ts';
import type { Settings } from '../settings.ts';

/** A DynamoDB action in IAM, without its `dynamodb:` prefix. */
type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'BatchWriteItem'
  | 'ConditionCheckItem';

/**
 * A permission on the table: actions, and the partitions and attributes they are limited to. One permission covers all
 * that a transaction writes with one action: AWS does not say whether its parts are authorized one by one.
 */
export interface TablePermission {
  actions: readonly TableAction[];
  partitions: readonly Partition[];
  /**
   * Attributes besides the key that a request may write, read by name or use in a condition; default: all. Needed where
   * an endpoint's items and its submissions share a partition.
   */
  attributes?: readonly string[];
  /** True if a write may return the whole item; only relevant if attributes are limited. */
  returnsItem?: boolean;
}

/** A permission on the bucket of files: Amazon S3 actions without `s3:`, and the kind of objects. */
export interface ObjectPermission {
  actions: readonly ('GetObject' | 'PutObject' | 'DeleteObject' | 'ListBucket')[];
  kind: ObjectKind;
}

/** Queues that functions send to; each gives a function its environment variable and permission. */
export type QueueName =
  | 'removalQueue'
  | 'trainingQueue'
  | 'mailQueue'
  | 'webhookQueue'
  | 'failingWebhookQueue'
  | 'signInQueue';

/** Rights from the construct of another resource: to send mail, and to read the account's state in SES. */
export type ProvidedName = QueueName | 'notificationMail' | 'confirmationMail' | 'mailAccount';

/** A setting of the deployment that functions can get. */
export type DeploymentSetting = keyof Settings & Setting;

/** The AWS resources that a function may use. Environment and policy are derived from it. */
export interface FunctionAccess {
  /** Its permissions on the table; without any, it does not get the table's name. */
  tablePermissions?: readonly TablePermission[];
  /** Its permissions on files; without any, it does not get the bucket's name. */
  objectPermissions?: readonly ObjectPermission[];
  /** Resources besides the table; each must have been provided before. */
  needs?: readonly ProvidedName[];
  /** Settings of the deployment that it gets. */
  settings?: readonly DeploymentSetting[];
}

/**
 * What an operation's function may use in AWS, and how it is deployed. `tablePermissions` are the handler's own; see
 * `tablePermissionsOf` for all of its function.
 */
export interface OperationAccess extends FunctionAccess {
  /** Partitions of the items that the handler has `authenticate` read together with the caller's key. */
  readsBesideKey?: readonly Partition[];
  /** The function's time limit in seconds, if not the default; the gateway waits for 29. */
  timeLimitS?: number;
  /** True if a new version gets a part of the requests first, with the setting `canary`. */
  isReleasedGradually?: boolean;
  /** True if code that few requests need is loaded with the first of them, from files of its own. */
  loadsPartsLater?: boolean;
}

type OfGroup<Group extends Operation['group']> = {
  [Id in OperationId]: OperationsById[Id]['group'] extends Group ? Id : never;
}[OperationId];

/** Rights of the functions of a group's operations. */
export type Access<Group extends Operation['group']> = Record<OfGroup<Group>, OperationAccess>;

/** Authentication reads the caller's key and records its use. */
export const AUTHENTICATION: readonly TablePermission[] = [
  { actions: ['GetItem'], partitions: ['key'] },
  { actions: ['UpdateItem'], partitions: ['key'], attributes: KEY_USE_ATTRIBUTES },
];

export const ENDPOINT_ATTRIBUTES = Object.keys(StoredEndpoint.shape);

/** Updates the counter of a workspace or endpoint. */
export const counting = (counted: CountName, partition: 'workspace' | 'endpoint' = 'workspace'): TablePermission => ({
  actions: ['UpdateItem'],
  partitions: [partition],
  attributes: [counted],
});
