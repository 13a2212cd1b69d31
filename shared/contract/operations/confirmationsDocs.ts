import { EXAMPLE_TOKEN, UNSUBSCRIBE_SCHEMAS } from '../schemas/unsubscribeDocs.ts';
import type * as confirmations from './confirmations.ts';
import type { GroupDocs } from './documented.ts';

const byToken = {
  query: { token: { description: 'The token from the mail’s header or link.', example: EXAMPLE_TOKEN } },
};

export const CONFIRMATIONS_DOCS: GroupDocs<typeof confirmations> = {
  unsubscribe: {
    description:
      'Unsubscribes the token’s mailbox from all confirmations of this service. Mail programs call it when a person unsubscribes in them (RFC 8058); the body is ignored. Safe to repeat. An unknown token is `NOT_FOUND`.',
    ...byToken,
    response: { description: 'The mailbox gets no more confirmations.', example: {} },
  },
  openUnsubscribePage: {
    description:
      'Leads to a page with a button that unsubscribes: 303, or with `Accept: application/json` 200 with its URL. Opening it changes nothing, since mail scanners open links.',
    ...byToken,
    response: { description: 'The page’s URL.', example: UNSUBSCRIBE_SCHEMAS.UnsubscribePage.example },
  },
};
