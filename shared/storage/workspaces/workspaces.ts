import * as z from 'zod/mini';
import { ApiError } from '../../contract/errors.ts';
import { EndpointDefaults } from '../../contract/schemas/endpoints/endpoint.ts';
import { formatTime, NEVER } from '../../contract/time.ts';
import { newId } from '../../runtime/newId.ts';
import { closingUpdate } from '../counters/quotas.ts';
import { ABSENT, onlyIf, PRESENT, setAll } from '../table/expressions.ts';
import { ifConditionHolds, unlessConditionFails } from '../table/ifConditionHolds.ts';
import { workspaceKey } from '../table/itemKeys.ts';
import { readStored } from '../table/stored.ts';
import type { TableAccess } from '../table/table.ts';
import { prepareKey } from './keys.ts';

export const StoredWorkspace = z.object({
  name: z._default(z.string(), ''),
  createdAt: z._default(z.string(), ''),
  endpointDefaults: z.optional(z.catch(EndpointDefaults, {})),
});

export interface WholeWorkspace extends z.output<typeof StoredWorkspace> {
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

  async find(id: string): Promise<WholeWorkspace | undefined> {
    const item = await this.#table.get(workspaceKey(id));
    return item && { id, ...readStored(StoredWorkspace, item) };
  }

  /** @throws ApiError NOT_FOUND if it is gone */
  async require(id: string): Promise<WholeWorkspace> {
    const workspace = await this.find(id);
    if (!workspace) throw workspaceNotFound();
    return workspace;
  }

  async create(name: string): Promise<{ workspaceId: string; keyId: string; key: string }> {
    const workspaceId = newId('workspace');
    const createdAt = formatTime(new Date());
    const { key, secret, writes } = prepareKey(workspaceId, { name: 'First key', expiresAt: NEVER }, 'write');
    const item = { ...workspaceKey(workspaceId), name, createdAt, endpointCount: 0, keyCount: 1 };
    await this.#table.transact([{ Put: { Item: item, ...ABSENT } }, ...writes]);
    return { workspaceId, keyId: key.id, key: secret };
  }

  /** @throws ApiError NOT_FOUND if it is gone */
  async rename(id: string, name: string): Promise<WholeWorkspace> {
    const write = this.#table.update(onlyIf(PRESENT, { Key: workspaceKey(id), ...setAll({ name }) }));
    const item = await unlessConditionFails(write, workspaceNotFound);
    return { id, ...readStored(StoredWorkspace, item) };
  }

  /**
   * Closes a workspace: no endpoint or key can be added to it any more, not even by a running request.
   * @returns whether there is such a workspace
   */
  async close(workspaceId: string): Promise<boolean> {
    return ifConditionHolds(this.#table.update(closingUpdate(workspaceId)));
  }
}

const workspaceNotFound = (): ApiError => new ApiError('NOT_FOUND', 'There is no such workspace.');
