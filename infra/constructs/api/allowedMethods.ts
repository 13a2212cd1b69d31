import { OPERATIONS } from '../../../shared/contract/operations/index.ts';

/** The methods of each path in the contract, as an `Allow` header. */
export function allowedMethods(): Record<string, string> {
  const methods = new Map<string, string[]>();
  for (const { path, method } of OPERATIONS) methods.set(path, [...(methods.get(path) ?? []), method]);
  return Object.fromEntries([...methods].map(([path, allowed]) => [path, [...allowed, 'OPTIONS'].join(', ')]));
}
