import type { Operation } from './define.ts';
import * as endpoints from './endpoints.ts';
import * as keys from './keys.ts';
import * as submissions from './submissions.ts';

/** The ids of all operations: each is exported under its own. */
export type OperationId = keyof typeof endpoints | keyof typeof submissions | keyof typeof keys;

/** All operations of the contract. */
export const OPERATIONS: readonly Operation[] = [
  ...Object.values(endpoints),
  ...Object.values(submissions),
  ...Object.values(keys),
];

export { type Operation, type Resource, type TablePermission, tablePermissionsOf } from './define.ts';
