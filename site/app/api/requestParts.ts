import type { Operation } from '../../../shared/contract/operations/index.ts';

/** The parts of an operation that a request needs, without the usual ones: a permission, and `repeatable: true`. */
export type RequestParts = Pick<Operation, 'method' | 'path'> &
  Partial<Pick<Operation, 'permission' | 'repeatable'>> & { repeated?: boolean };
