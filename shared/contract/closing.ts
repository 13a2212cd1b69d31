import { momentOf } from './time.ts';

/** The settings that close an endpoint. */
export interface Closing {
  isEnabled: boolean;
  isArchived?: boolean | undefined;
  closesAt?: string | undefined;
}

/** Why an endpoint receives nothing: it is archived, switched off, past its `closesAt`, or has its `maxSubmissions`. */
export type ClosedReason = 'archived' | 'off' | 'ended' | 'full';

/** Undefined if it is open at this time (milliseconds since 1970), unless it is full. */
export function closedBecause({ isEnabled, isArchived, closesAt }: Closing, nowMs: number): ClosedReason | undefined {
  if (isArchived) return 'archived';
  if (!isEnabled) return 'off';
  const endMs = closesAt === undefined ? undefined : momentOf(closesAt);
  return endMs !== undefined && endMs <= nowMs ? 'ended' : undefined;
}
