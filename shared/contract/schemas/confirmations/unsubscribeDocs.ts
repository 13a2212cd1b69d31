import { unsubscribePageUrl } from '../../sitePages.ts';
import { EXAMPLE_SITE } from '../commonDocs.ts';
import { documented } from '../documented.ts';
import { UnsubscribePage } from './unsubscribe.ts';

export const EXAMPLE_TOKEN = `${'x9Kq2'.repeat(8)}abc.${'Zt4mP'.repeat(8)}def`;

export const UNSUBSCRIBE_SCHEMAS = {
  UnsubscribePage: documented(UnsubscribePage, {
    description: 'The page for unsubscribing from confirmations.',
    fields: { url: { description: 'The page’s URL, with the token after the `#`.', format: 'uri' } },
    example: { url: unsubscribePageUrl(EXAMPLE_SITE, EXAMPLE_TOKEN) },
  }),
};
