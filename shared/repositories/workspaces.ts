import { newId } from '../ids.ts';
import { formatTime, NEVER } from '../time.ts';
import { workspaceKey } from './itemKeys.ts';
import { prepareKey } from './keys.ts';
import type { Table } from './table.ts';

export class Workspaces {
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
  }

  async exists(workspaceId: string): Promise<boolean> {
    return (await this.#table.get(workspaceKey(workspaceId))) !== undefined;
  }

  /** Makes a workspace with its first key, which may do everything and never expires: both or neither. */
  async create(name: string): Promise<{ workspaceId: string; keyId: string; key: string }> {
    const workspaceId = newId('workspace');
    const createdAt = formatTime(new Date());
    const { key, secret, writes } = prepareKey(workspaceId, { name: 'First key', expiresAt: NEVER }, 'write');
    const item = { ...workspaceKey(workspaceId), name, createdAt, endpointCount: 0, keyCount: 1 };
    await this.#table.transact([{ Put: { Item: item, ConditionExpression: 'attribute_not_exists(PK)' } }, ...writes]);
    return { workspaceId, keyId: key.id, key: secret };
  }
}
