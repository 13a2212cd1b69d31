import { UNDELIVERED_DAYS } from './limits.ts';

/** An endpoint's settings of how long it keeps submissions. */
export interface KeepingSettings {
  keepDays?: number | undefined;
  keep?: 'untilDelivered' | undefined;
}

/** After how many days submissions are removed at the latest; undefined if they are kept. */
export const daysKept = ({ keepDays, keep }: KeepingSettings): number | undefined =>
  keep === undefined ? keepDays : Math.min(keepDays ?? UNDELIVERED_DAYS, UNDELIVERED_DAYS);
