import type { Operation } from '../../../shared/contract/operations/index.ts';

/** The parts of an operation that a request needs. */
export type RequestParts = Pick<Operation, 'method' | 'path' | 'permission' | 'repeatable' | 'repeated'>;
