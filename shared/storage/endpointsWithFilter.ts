import * as z from 'zod/mini';
import { isId } from '../contract/ids.ts';
import type { StoredEndpoint } from './endpoints.ts';
import { EndpointTargets } from './endpointTargets.ts';
import { readWithFilter, StoredFilter } from './learnedFilters.ts';
import type { TableAccess } from './table.ts';

const JudgingFilter = z.pick(StoredFilter, { state: true, record: true });
/** What judging takes. */
export type JudgingFilter = z.output<typeof JudgingFilter>;

/** An endpoint that receives a submission. */
export interface ReceivingEndpoint {
  endpoint: StoredEndpoint;
  filter: JudgingFilter | undefined;
  /** Whether its submissions are sent to anyone, by mail or webhook. */
  hasTargets: boolean;
  /** Whether those that are held as spam may be, which no mail is about. */
  hasWebhooks: boolean;
}

/** Endpoints, with what their filters judge by. */
export class EndpointsWithFilter {
  readonly #table: Pick<TableAccess, 'query'>;

  constructor(table: Pick<TableAccess, 'query'>) {
    this.#table = table;
  }

  /** The endpoint with this id, of any workspace: one query. */
  async find(id: string): Promise<ReceivingEndpoint | undefined> {
    if (!isId('endpoint', id)) return undefined;
    const attributes = [...Object.keys(EndpointTargets.shape), ...Object.keys(JudgingFilter.shape)];
    const { endpoint: item, filter } = await readWithFilter(this.#table, id, attributes);
    if (!item) return undefined;
    const { webhookCount, ...endpoint } = EndpointTargets.parse(item);
    const hasWebhooks = webhookCount > 0;
    const hasTargets = hasWebhooks || (endpoint.emailNotifications && endpoint.targetEmails.length > 0);
    return { endpoint, filter: filter && JudgingFilter.parse(filter), hasTargets, hasWebhooks };
  }
}
