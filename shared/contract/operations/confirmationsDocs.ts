import { EXAMPLE_TOKEN, UNSUBSCRIBE_SCHEMAS } from '../schemas/unsubscribeDocs.ts';
import type * as confirmations from './confirmations.ts';
import type { GroupDocs } from './documented.ts';

const byToken = {
  query: { token: { description: 'The token from the mail’s header or link.', example: EXAMPLE_TOKEN } },
};

export const CONFIRMATIONS_DOCS: GroupDocs<typeof confirmations> = {
  unsubscribe: {
    description:
      'Ends all confirmations of this service to the mailbox that a token is for. Mail programs call it when a person unsubscribes in them (RFC 8058); the body is ignored. It may be repeated. An unknown token is `NOT_FOUND`.',
    ...byToken,
    response: { description: 'The mailbox gets no more confirmations.', example: {} },
  },
  openUnsubscribePage: {
    description:
      'Leads to a page with a button that unsubscribes: 303, or with `Accept: application/json` 200 with its address. Opening it changes nothing, since mail scanners open links.',
    ...byToken,
    response: { description: 'Where the page is.', example: UNSUBSCRIBE_SCHEMAS.UnsubscribePage.example },
  },
};
