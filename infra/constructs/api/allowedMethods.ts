import { MCP_PATH } from '../../../shared/contract/mcpPath.ts';
import { OPERATIONS } from '../../../shared/contract/operations/index.ts';

/** The methods of each path, as an `Allow` header. */
export function allowedMethods(): Record<string, string> {
  const methods = new Map([[MCP_PATH, ['POST']]]);
  for (const { path, method } of OPERATIONS) methods.set(path, [...(methods.get(path) ?? []), method]);
  return Object.fromEntries([...methods].map(([path, allowed]) => [path, [...allowed, 'OPTIONS'].join(', ')]));
}
