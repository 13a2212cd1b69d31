import * as z from 'zod/mini';
import { EndpointDefaults } from '../../contract/schemas/endpoints/endpoint.ts';
import { formatTime, NEVER } from '../../contract/time.ts';
import { newId } from '../../runtime/newId.ts';
import { closingUpdate } from '../counters/quotas.ts';
import { endpointDefaultsOf } from '../endpoints/keeping.ts';
import { ABSENT, present, updateIf } from '../table/expressions.ts';
import { ifConditionHolds } from '../table/ifConditionHolds.ts';
import { workspaceKey } from '../table/itemKeys.ts';
import { readStored } from '../table/stored.ts';
import type { TableAccess } from '../table/table.ts';
import { prepareKey } from './keys.ts';

export const StoredWorkspace = z.object({
  name: z._default(z.string(), ''),
  createdAt: z._default(z.string(), ''),
  endpointDefaults: z.optional(z.catch(EndpointDefaults, {})),
});

export interface Workspace extends z.output<typeof StoredWorkspace> {
  id: string;
}

export class Workspaces {
  readonly #table: TableAccess;

  constructor(table: TableAccess) {
    this.#table = table;
  }

  async exists(workspaceId: string): Promise<boolean> {
    return (await this.#table.get(workspaceKey(workspaceId))) !== undefined;
  }

  async find(id: string): Promise<Workspace | undefined> {
    const item = await this.#table.get(workspaceKey(id));
    return item && { id, ...readStored(StoredWorkspace, item) };
  }

  async create(name: string): Promise<{ workspaceId: string; keyId: string; key: string }> {
    const workspaceId = newId('workspace');
    const createdAt = formatTime(new Date());
    const { key, secret, writes } = prepareKey(workspaceId, { name: 'First key', expiresAt: NEVER }, 'write');
    const item = { ...workspaceKey(workspaceId), name, createdAt, endpointCount: 0, keyCount: 1 };
    await this.#table.transact([{ Put: { Item: item, ...ABSENT } }, ...writes]);
    return { workspaceId, keyId: key.id, key: secret };
  }

  /**
   * Changes settings for new endpoints; `null` removes one.
   * @returns all, or undefined if there is no such workspace
   * @throws ConditionFailed if somebody else changes them at the same time
   */
  async changeDefaults(
    id: string,
    changes: { [Name in keyof EndpointDefaults]: EndpointDefaults[Name] | null },
  ): Promise<EndpointDefaults | undefined> {
    const Key = workspaceKey(id);
    const item = await this.#table.get(Key, ['PK', 'endpointDefaults']);
    if (!item) return undefined;
    const endpointDefaults = present({ ...endpointDefaultsOf(item), ...changes });
    const isEmpty = Object.keys(endpointDefaults).length === 0;
    const current = { PK: Key.PK, endpointDefaults: item.endpointDefaults };
    await this.#table.update(updateIf(Key, current, { endpointDefaults: isEmpty ? null : endpointDefaults }));
    return endpointDefaults;
  }

  /**
   * Closes a workspace: no endpoint or key can be added to it any more, not even by a running request.
   * @returns whether there is such a workspace
   */
  async close(workspaceId: string): Promise<boolean> {
    return ifConditionHolds(this.#table.update(closingUpdate(workspaceId)));
  }
}
