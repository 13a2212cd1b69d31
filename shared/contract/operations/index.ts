import * as audit from './audit.ts';
import * as confirmations from './confirmations.ts';
import type { Operation } from './define.ts';
import * as endpoints from './endpoints.ts';
import * as files from './files.ts';
import * as keys from './keys.ts';
import * as members from './members.ts';
import * as submissions from './submissions.ts';
import * as webhooks from './webhooks.ts';

export type OperationsById = typeof endpoints &
  typeof submissions &
  typeof files &
  typeof keys &
  typeof webhooks &
  typeof confirmations &
  typeof audit &
  typeof members;
export type OperationId = keyof OperationsById;

export const OPERATIONS: readonly Operation[] = [
  ...Object.values(endpoints),
  ...Object.values(submissions),
  ...Object.values(files),
  ...Object.values(keys),
  ...Object.values(webhooks),
  ...Object.values(confirmations),
  ...Object.values(audit),
  ...Object.values(members),
];

export type { Operation } from './define.ts';
