import { allowsGroup } from '../contract/narrowing.ts';
import type { Operation } from '../contract/operations/index.ts';
import { isAtLeast, leastRoleOf } from '../contract/roles.ts';
import type { Key } from '../contract/schemas/keys/key.ts';
import { operationTools } from './operationTools.ts';
import { OWN_TOOLS } from './ownTools.ts';
import type { Tool } from './tool.ts';

let made: readonly Tool[] | undefined;

export function allTools(): readonly Tool[] {
  made ??= [...operationTools(), ...OWN_TOOLS];
  return made;
}

/** The tools that a key may call. */
export const toolsOf = (key: Key): Tool[] =>
  allTools().filter(
    (tool) =>
      tool.operations.every((operation) => mayCall(key, operation)) && (!key.endpointIds || worksWithSome(tool)),
  );

const mayCall = (key: Key, operation: Operation): boolean =>
  (operation.permission === 'read' || key.permission !== 'read') &&
  allowsGroup(key, operation.group) &&
  (key.role === undefined || isAtLeast(key.role, leastRoleOf(operation)));

/** Whether a key that is limited to endpoints may call it: it names an endpoint or something of one, or lists only those. */
const worksWithSome = ({ operations, descriptor }: Tool): boolean =>
  'endpointId' in (descriptor.inputSchema.properties ?? {}) ||
  operations.every(({ path, narrowed }) => path.includes('{') || narrowed !== undefined);
