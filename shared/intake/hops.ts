import { HOPS_MAX } from '../contract/limits.ts';

/**
 * Number of webhook deliveries that led to a request, at most `HOPS_MAX`. An invalid header counts as `HOPS_MAX`, so
 * that a damaged one ends a loop. A forged one only affects its own sender.
 */
export function hopsOf(header: string | undefined): number {
  if (header === undefined) return 0;
  return /^\d$/.test(header) ? Math.min(Number(header), HOPS_MAX) : HOPS_MAX;
}
