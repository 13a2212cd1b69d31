import { isoTimeOf } from '../../contract/time.ts';
import type { Format } from './format.ts';
import { judgeStatus } from './verdicts.ts';

/** JSON as Standard Webhooks 1.0.0 recommends it: type, timestamp, data. */
export const standard: Format = {
  write: ({ type, at, data }) => ({
    body: JSON.stringify({ type, timestamp: isoTimeOf(at), data }),
    contentType: 'application/json',
  }),
  judge: judgeStatus,
  paceMs: 0,
};
