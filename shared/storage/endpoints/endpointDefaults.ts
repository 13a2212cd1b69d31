import type { EndpointDefaults } from '../../contract/schemas/endpoints/endpoint.ts';
import { present, updateIf } from '../table/expressions.ts';
import { workspaceKey } from '../table/itemKeys.ts';
import type { Item, TableAccess } from '../table/table.ts';
import { keepingOf } from './keeping.ts';

/** A workspace's settings for new endpoints; undefined if there are none. */
export function endpointDefaultsOf(workspace: Item | undefined): EndpointDefaults | undefined {
  const { goneBefore: _, ...defaults } = keepingOf(Object(workspace?.endpointDefaults));
  return Object.keys(defaults).length > 0 ? defaults : undefined;
}

export type DefaultsChanges = { [Name in keyof EndpointDefaults]: EndpointDefaults[Name] | null };

/**
 * Changes a workspace's settings for new endpoints; `null` removes one.
 * @returns all, or undefined if there is no such workspace
 * @throws ConditionFailed if somebody else changes them at the same time
 */
export async function changeDefaults(
  table: Pick<TableAccess, 'get' | 'update'>,
  workspaceId: string,
  changes: DefaultsChanges,
): Promise<EndpointDefaults | undefined> {
  const Key = workspaceKey(workspaceId);
  const item = await table.get(Key, ['PK', 'endpointDefaults']);
  if (!item) return undefined;
  const endpointDefaults = present({ ...endpointDefaultsOf(item), ...changes });
  const isEmpty = Object.keys(endpointDefaults).length === 0;
  const current = { PK: Key.PK, endpointDefaults: item.endpointDefaults };
  if (Object.keys(changes).length > 0)
    await table.update(updateIf(Key, current, { endpointDefaults: isEmpty ? null : endpointDefaults }));
  return endpointDefaults;
}
