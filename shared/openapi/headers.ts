import { thankYouUrl } from '../contract/formPages.ts';
import {
  IDEMPOTENCY_STATUS_HEADER,
  KEY_SECRET_HEADER,
  REMAPPED_CHALLENGE_HEADER,
  REQUEST_ID_HEADER,
  WEBHOOK_SECRET_HEADER,
} from '../contract/headers.ts';
import { EXAMPLE_SITE } from '../contract/schemas/commonDocs.ts';
import { EXAMPLE_SECRET } from '../contract/schemas/keys/keyDocs.ts';
import { EXAMPLE_WEBHOOK_SECRET } from '../contract/schemas/webhooks/webhookDocs.ts';
import type { Header, Reference } from './types.ts';

const header = (description: string, example: string, schema: Header['schema'] = {}): Header => ({
  description,
  required: true,
  schema: { type: 'string', ...schema },
  example,
});

export const HEADERS = {
  [REQUEST_ID_HEADER]: header('Identifies the request, also in the service’s log.', 'Ghk3dE2mFiAEJbA='),
  'Cache-Control': header('Responses must not be cached.', 'no-store', { const: 'no-store' }),
  [KEY_SECRET_HEADER]: header('The secret of the new key, returned only once.', EXAMPLE_SECRET, {
    pattern: '^fbk_[0-9A-Za-z]{36}$',
  }),
  [WEBHOOK_SECRET_HEADER]: {
    ...header('The webhook’s new secret, returned only once.', EXAMPLE_WEBHOOK_SECRET, {
      pattern: '^whsec_[0-9A-Za-z+/=]+$',
    }),
    // Absent if an update creates no new secret.
    required: false,
  },
  [IDEMPOTENCY_STATUS_HEADER]: {
    ...header(
      'An earlier request with this name created it; `without-secret`, because that is only returned once.',
      'replayed',
      { pattern: '^replayed(; without-secret)?$' },
    ),
    required: false,
  },
  Location: header('The redirect’s target.', thankYouUrl(EXAMPLE_SITE), { format: 'uri' }),
  Allow: header('The methods that the path supports.', 'POST, OPTIONS'),
  'Retry-After': header('How many seconds to wait before the next attempt.', '1', { pattern: '^[1-9][0-9]*$' }),
  [REMAPPED_CHALLENGE_HEADER]: header(
    'The required authentication scheme: `WWW-Authenticate`, as API Gateway renames it.',
    'Bearer',
    { const: 'Bearer' },
  ),
} satisfies Record<string, Header>;

export type HeaderName = keyof typeof HEADERS;

const EVERYWHERE: readonly HeaderName[] = [REQUEST_ID_HEADER, 'Cache-Control'];

export const headersWith = (own: readonly HeaderName[] = []): Record<string, Reference> =>
  Object.fromEntries([...EVERYWHERE, ...own].map((name) => [name, { $ref: `#/components/headers/${name}` }]));
