import type { Period } from '../../../../storage/submissions/recentSubmissions.ts';
import { DIGEST_DELAY_MS, DIGEST_PERIOD_MS } from '../mailTiming.ts';

export interface Digest extends Period {
  id: string;
  endpointId: string;
  /** When it is due at the earliest, in milliseconds since 1970. */
  dueMs: number;
}

const SHAPE = /^dig_([0-9A-HJKMNP-TV-Z]{26})_(\d{1,9})(?:_(\d{1,9}))?$/;

/** @param written when it is due: earlier versions wrote further digests of a period later */
const digestOf = (endpointId: string, period: number, written = period): Digest => ({
  id: `dig_${endpointId.slice('enp_'.length)}_${period}${written === period ? '' : `_${written}`}`,
  endpointId,
  dueMs: (written + 1) * DIGEST_PERIOD_MS + DIGEST_DELAY_MS,
  fromMs: period * DIGEST_PERIOD_MS,
  endMs: (period + 1) * DIGEST_PERIOD_MS,
});

/** The digest whose period includes a time (milliseconds since 1970). */
export const digestAt = (endpointId: string, timeMs: number): Digest =>
  digestOf(endpointId, Math.floor(timeMs / DIGEST_PERIOD_MS));

export function parseDigestId(id: string): Digest | undefined {
  const [, endpoint, period, written = period] = SHAPE.exec(id) ?? [];
  return endpoint === undefined ? undefined : digestOf(`enp_${endpoint}`, Number(period), Number(written));
}
