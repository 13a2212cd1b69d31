import * as z from 'zod/mini';
import { isId } from '../../contract/ids.ts';
import { endpointKey } from '../table/itemKeys.ts';
import { readStored } from '../table/stored.ts';
import type { TableAccess } from '../table/table.ts';
import { StoredEndpoint } from './storedEndpoint.ts';

export const EndpointTargets = z.extend(StoredEndpoint, { webhookCount: z._default(z.number(), 0) });
export type EndpointTargets = z.output<typeof EndpointTargets>;

/**
 * Caches endpoints until `clear`, so that mails and webhooks share one read. `Endpoints` reads the latest version for
 * requests, and `EndpointsWithFilter` reads an endpoint together with its filter, for incoming submissions.
 */
export class EndpointReader {
  readonly #table: Pick<TableAccess, 'get'>;
  readonly #read = new Map<string, Promise<EndpointTargets | undefined>>();

  constructor(table: Pick<TableAccess, 'get'>) {
    this.#table = table;
  }

  find(id: string): Promise<EndpointTargets | undefined> {
    const found = this.#read.get(id) ?? this.#find(id);
    this.#read.set(id, found);
    found.catch(() => this.#read.delete(id));
    return found;
  }

  clear(): void {
    this.#read.clear();
  }

  async #find(id: string): Promise<EndpointTargets | undefined> {
    if (!isId('endpoint', id)) return undefined;
    const item = await this.#table.get(endpointKey(id));
    return item && readStored(EndpointTargets, item);
  }
}
