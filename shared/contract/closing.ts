import { momentOf } from './time.ts';

/** The settings that close an endpoint. */
export interface Closing {
  isEnabled: boolean;
  isArchived?: boolean | undefined;
  closesAt?: string | undefined;
}

/** Why an endpoint receives nothing: it is archived, switched off, or past its `closesAt`. */
export type ClosedReason = 'archived' | 'off' | 'ended';

/** Undefined if it is open at this time, in milliseconds since 1970. */
export function closedBecause({ isEnabled, isArchived, closesAt }: Closing, nowMs: number): ClosedReason | undefined {
  if (isArchived) return 'archived';
  if (!isEnabled) return 'off';
  const endMs = closesAt === undefined ? undefined : momentOf(closesAt);
  return endMs !== undefined && endMs <= nowMs ? 'ended' : undefined;
}
