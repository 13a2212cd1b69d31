import { OPERATIONS } from '../../../shared/contract/operations/index.ts';

/**
 * Operations measured under load. Left out are those with low limits, such as one test of a webhook a second, and those
 * that a submission allows once, such as confirming it.
 */
export const LOADED = OPERATIONS.filter(({ group }) => group !== 'webhooks' && group !== 'confirmations');
