import { HOPS_MAX } from '../contract/limits.ts';

/**
 * How many deliveries to webhooks led to a request, at most `HOPS_MAX`: what is stored of it has a fixed size. Anything but
 * a small number counts as `HOPS_MAX`, so that a damaged header ends a loop. A forged one costs only its sender's webhooks.
 */
export function hopsOf(header: string | undefined): number {
  if (header === undefined) return 0;
  return /^\d$/.test(header) ? Math.min(Number(header), HOPS_MAX) : HOPS_MAX;
}
