import type { Operation } from '../../../shared/contract/operations/index.ts';
import type { Own } from '../../support/cloud/rightRequests.ts';

/** The endpoints that the right requests name, and one that they don't. */
export const endpointsOf = {
  all: () => undefined,
  own: (ids: Own) => [ids.endpointId, ids.confirmingEndpointId],
  other: (ids: Own) => [ids.altchaEndpointId],
};
export type Endpoints = keyof typeof endpointsOf;

export const namesEndpoint = ({ id, path, group }: Operation): boolean =>
  path.includes('{endpointId}') ||
  (/^(?:endpoints|webhooks)$/.test(group) && path.includes('{id}')) ||
  id === 'createWebhook';

/** The requests' key is not narrowed, so a narrowed caller does not see it. */
export const namesKey = ({ id }: Operation): boolean => /^(?:update|delete|verify)Key$/.test(id);
