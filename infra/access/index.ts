import { isAudited, type Operation } from '../../shared/contract/operations/define.ts';
import { OPERATIONS, type OperationId } from '../../shared/contract/operations/index.ts';
import { REQUEST_ATTRIBUTES } from '../../shared/storage/submissions/requestRecords.ts';
import { AUTHENTICATION, type OperationAccess, type TablePermission } from './access.ts';
import { AUDIT_ACCESS } from './audit.ts';
import { CONFIRMATIONS_ACCESS } from './confirmations.ts';
import { ENDPOINTS_ACCESS } from './endpoints.ts';
import { KEYS_ACCESS } from './keys.ts';
import { MEMBERS_ACCESS } from './members.ts';
import { SUBMISSIONS_ACCESS } from './submissions.ts';
import { WEBHOOKS_ACCESS } from './webhooks.ts';

const ACCESS: Readonly<Record<OperationId, OperationAccess>> = {
  ...ENDPOINTS_ACCESS,
  ...SUBMISSIONS_ACCESS,
  ...KEYS_ACCESS,
  ...WEBHOOKS_ACCESS,
  ...CONFIRMATIONS_ACCESS,
  ...AUDIT_ACCESS,
  ...MEMBERS_ACCESS,
};

/** Rights of the function of an operation. */
export const accessOf = ({ id }: Pick<Operation, 'id'>): OperationAccess => ACCESS[id as OperationId];

/** The operation whose new versions are released gradually, with the setting `canary`. */
export const RELEASED_GRADUALLY = OPERATIONS.find((operation) => accessOf(operation).isReleasedGradually)
  ?.id as OperationId;

/** Adds entries to the audit log, which no function may read, change or delete besides. */
const AUDITING: TablePermission = { actions: ['PutItem'], partitions: ['audit'] };

export const tablePermissionsOf = (operation: Operation): TablePermission[] => [
  ...(operation.permission === 'public' ? [] : AUTHENTICATION),
  ...(isAudited(operation) ? [AUDITING] : []),
  ...batchPermissionOf(accessOf(operation)),
  ...(accessOf(operation).tablePermissions ?? []).map((permission) => recording(operation, permission)),
  ...(isRecorded(operation) ? [{ actions: ['GetItem' as const], partitions: ['requests' as const] }] : []),
];

/** True if requests with an `Idempotency-Key` are recorded for its workspace. */
const isRecorded = ({ repeated, permission }: Operation): boolean => repeated !== undefined && permission !== 'public';

/** The record is written in the transaction that creates something. */
const recording = (operation: Operation, permission: TablePermission): TablePermission =>
  isRecorded(operation) && permission.actions.includes('PutItem')
    ? {
        ...permission,
        partitions: [...permission.partitions, 'requests'],
        ...(permission.attributes && { attributes: [...permission.attributes, ...REQUEST_ATTRIBUTES] }),
      }
    : permission;

/** A single statement must allow all partitions of a batch. */
const batchPermissionOf = ({ readsBesideKey }: OperationAccess): TablePermission[] =>
  readsBesideKey ? [{ actions: ['BatchGetItem'], partitions: [...new Set(['key' as const, ...readsBesideKey])] }] : [];
