import { LAST_PLACE, placeAtTime } from '../table/itemKeys.ts';
import { type ItemKey, PARTITION_PREFIX } from '../table/partitions.ts';

/** An entry of a workspace's audit log. Ids sort by time. */
export const auditKey = (workspaceId: string, id: string): ItemKey => ({
  PK: `${PARTITION_PREFIX.audit}${workspaceId}`,
  SK: id,
});

/** Sort key range of entries made in a period (milliseconds since 1970, end excluded). */
export const auditSortKeys = (fromMs: number, endMs = Number.POSITIVE_INFINITY): [from: string, to: string] => [
  auditSortKeyAt(fromMs),
  `${auditSortKeyAt(endMs - 1)}${LAST_PLACE}`,
];

/** The random characters of a ULID, which follow its time. */
const RANDOM_LENGTH = 16;

/** The id of the entry about something at a time, of which each endpoint has one. */
export const entryIdAt = (timeMs: number, endpointId: string): string =>
  `${auditSortKeyAt(timeMs)}${endpointId.slice(-RANDOM_LENGTH)}`;

const auditSortKeyAt = (timeMs: number): string => `aud_${placeAtTime(timeMs)}`;
