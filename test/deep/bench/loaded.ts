import { OPERATIONS } from '../../../shared/contract/operations/index.ts';

/**
 * Operations measured under load, except those with low limits: an endpoint can have ten webhooks, and one test a
 * second.
 */
export const LOADED = OPERATIONS.filter(({ group }) => group !== 'webhooks');
