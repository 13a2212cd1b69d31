import * as z from 'zod/mini';
import { isId } from '../contract/ids.ts';
import { StoredEndpoint } from './endpoints.ts';
import { readWithFilter, StoredFilter } from './learnedFilters.ts';
import type { TableAccess } from './table.ts';

const JudgingFilter = z.pick(StoredFilter, { state: true, record: true });
/** What judging takes. */
export type JudgingFilter = z.output<typeof JudgingFilter>;

/** Endpoints, with what their filters judge by. */
export class EndpointsWithFilter {
  readonly #table: Pick<TableAccess, 'query'>;

  constructor(table: Pick<TableAccess, 'query'>) {
    this.#table = table;
  }

  /** The endpoint with this id, of any workspace: one query. */
  async find(id: string): Promise<{ endpoint: StoredEndpoint; filter: JudgingFilter | undefined } | undefined> {
    if (!isId('endpoint', id)) return undefined;
    const attributes = [...Object.keys(StoredEndpoint.shape), ...Object.keys(JudgingFilter.shape)];
    const { endpoint, filter } = await readWithFilter(this.#table, id, attributes);
    return endpoint && { endpoint: StoredEndpoint.parse(endpoint), filter: filter && JudgingFilter.parse(filter) };
  }
}
