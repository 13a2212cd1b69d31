import { Empty } from '../schemas/common.ts';
import { TokenQuery, UnsubscribePage } from '../schemas/unsubscribe.ts';
import { UNSUBSCRIBE_PATH } from '../sitePages.ts';
import { defineOperation } from './define.ts';

export const unsubscribe = defineOperation({
  id: 'unsubscribe',
  group: 'confirmations',
  method: 'POST',
  path: UNSUBSCRIBE_PATH,
  summary: 'Unsubscribe from confirmations',
  permission: 'public',
  query: TokenQuery,
  // Mail programs post `List-Unsubscribe=One-Click`; only the token matters.
  response: Empty,
  errors: ['NOT_FOUND'],
});

export const openUnsubscribePage = defineOperation({
  id: 'openUnsubscribePage',
  group: 'confirmations',
  method: 'GET',
  path: UNSUBSCRIBE_PATH,
  summary: 'Open the page to unsubscribe',
  permission: 'public',
  query: TokenQuery,
  response: UnsubscribePage,
  redirectStatus: 303,
});
