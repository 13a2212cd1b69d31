import * as z from 'zod/mini';
import { EndpointDefaults } from '../../contract/schemas/endpoints/endpoint.ts';
import { formatTime, NEVER } from '../../contract/time.ts';
import { newId } from '../../runtime/newId.ts';
import { closingUpdate } from '../counters/quotas.ts';
import { ABSENT } from '../table/expressions.ts';
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
   * Closes a workspace: no endpoint or key can be added to it any more, not even by a running request.
   * @returns whether there is such a workspace
   */
  async close(workspaceId: string): Promise<boolean> {
    return ifConditionHolds(this.#table.update(closingUpdate(workspaceId)));
  }
}
