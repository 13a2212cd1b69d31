import * as z from 'zod/mini';
import { isId } from '../../contract/ids.ts';
import { EndpointTargets } from '../endpoints/endpointReader.ts';
import { PLACES_ATTRIBUTES, placesTakenIn } from '../endpoints/places.ts';
import type { StoredEndpoint } from '../endpoints/storedEndpoint.ts';
import { selectingNamed } from '../table/expressions.ts';
import { learnedFilterKey } from '../table/itemKeys.ts';
import { readOr, readStored } from '../table/stored.ts';
import type { TableAccess } from '../table/table.ts';
import { readWithFilter, StoredFilter } from './learnedFilters.ts';

const JudgingFilter = z.pick(StoredFilter, { state: true, record: true });
export type JudgingFilter = z.output<typeof JudgingFilter>;

export const RECEIVING_ATTRIBUTES = [
  ...[EndpointTargets, JudgingFilter].flatMap(({ shape }) => Object.keys(shape)),
  ...PLACES_ATTRIBUTES,
];
const selectReceiving = selectingNamed(['SK', ...RECEIVING_ATTRIBUTES]);

export interface ReceivingEndpoint {
  endpoint: StoredEndpoint;
  filter: JudgingFilter | undefined;
  /** True if its `maxSubmissions` has been reached. */
  isFull: boolean;
  /** True if its submissions are sent by mail or webhook, or confirmed to their senders. */
  hasTargets: boolean;
  /** True if submissions held as spam may be sent too: webhooks get them, mails do not. */
  hasWebhooks: boolean;
}

export class EndpointsWithFilter {
  readonly #table: Pick<TableAccess, 'query'>;

  constructor(table: Pick<TableAccess, 'query'>) {
    this.#table = table;
  }

  /** The endpoint with this id, in any workspace: one query. */
  async find(id: string): Promise<ReceivingEndpoint | undefined> {
    if (!isId('endpoint', id)) return undefined;
    const { endpoint: item, filter, places } = await readWithFilter(this.#table, id, selectReceiving);
    if (!item) return undefined;
    const { webhookCount, ...endpoint } = readStored(EndpointTargets, item);
    const hasWebhooks = webhookCount > 0;
    const hasRecipients = endpoint.emailNotifications && endpoint.targetEmails.length > 0;
    const hasTargets = hasWebhooks || hasRecipients || endpoint.confirmation !== undefined;
    const judging = filter && readOr(() => JudgingFilter.parse(filter), learnedFilterKey(id));
    const isFull = placesTakenIn(places) >= (endpoint.maxSubmissions ?? Number.POSITIVE_INFINITY);
    return { endpoint, filter: judging, isFull, hasTargets, hasWebhooks };
  }
}
