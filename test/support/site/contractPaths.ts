import { OPERATIONS } from '../../../shared/contract/operations/index.ts';

const PATHS = new Set(OPERATIONS.map(({ path }) => path));

/** Every path of the contract with its methods, with well-formed identifiers as parameters. */
export const CONTRACT_PATHS = [...PATHS].map((path): [string, string[]] => [
  path.replace(/\{\w+\}/g, 'enp_1'),
  OPERATIONS.filter((operation) => operation.path === path).map(({ method }) => method),
]);

export const listOf = (header: string | null): string[] => (header ?? '').split(/, */).sort();
