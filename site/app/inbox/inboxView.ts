import type { Endpoint } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import type { Listing } from '../submissions/listing.ts';
import type { Found } from './useFound.ts';
import type { Triage } from './useTriage.ts';

/** The state shared by the parts of an inbox. The tab and the search are in the listing's filter. */
export interface InboxView {
  endpoint: Endpoint;
  listing: Listing;
  found: Found;
  triage: Triage;
  /** The open submission. */
  openId: string | undefined;
}
