import type { Operation } from '../../../shared/contract/operations/index.ts';

/** What a request needs to know of its operation. */
export type RequestParts = Pick<Operation, 'method' | 'path' | 'permission'>;
