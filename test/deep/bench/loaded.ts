import { OPERATIONS } from '../../../shared/contract/operations/index.ts';

/** Operations that are measured under load: an endpoint may have ten webhooks, and tests of them are one a second. */
export const LOADED = OPERATIONS.filter(({ group }) => group !== 'webhooks');
