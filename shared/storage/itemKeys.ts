import { decodeTime, encodeTime } from 'ulid';
import { type ItemKey, PARTITION_PREFIX } from './partitions.ts';

/** The keys of every item in the table but those of webhooks and deliveries. Nothing else builds one. */

const workspacePartition = (workspaceId: string): string => `${PARTITION_PREFIX.workspace}${workspaceId}`;
const endpointPartition = (endpointId: string): string => `${PARTITION_PREFIX.endpoint}${endpointId}`;
const indexPartition = (endpointId: string): string => `${PARTITION_PREFIX.index}${endpointId}`;
const keyPartition = (keyId: string): string => `${PARTITION_PREFIX.key}${keyId}`;

/** Prefixes of sort keys, for queries and for the stream's filters. */
export const SORT_PREFIX = {
  endpointOfWorkspace: 'ENP#',
  keyOfWorkspace: 'KEY#',
  submission: 'SUB#',
} as const;

/** The sort key of an endpoint's own item. */
export const ENDPOINT_SORT_KEY = 'ENP';

/** A workspace, with how many endpoints and keys it holds. */
export const workspaceKey = (workspaceId: string): ItemKey => ({ PK: workspacePartition(workspaceId), SK: 'WS' });

/** An endpoint. */
export const endpointKey = (endpointId: string): ItemKey => ({
  PK: endpointPartition(endpointId),
  SK: ENDPOINT_SORT_KEY,
});

/** What an endpoint's filter learned: sorted right after the endpoint, so that one query reads both. */
export const learnedFilterKey = (endpointId: string): ItemKey => ({
  PK: endpointPartition(endpointId),
  SK: `${ENDPOINT_SORT_KEY}#FILTER`,
});

/** The entry of an endpoint in its workspace's list, oldest first because ids sort by time. */
export const endpointOfWorkspaceKey = (workspaceId: string, endpointId: string): ItemKey => ({
  PK: workspacePartition(workspaceId),
  SK: `${SORT_PREFIX.endpointOfWorkspace}${endpointId}`,
});

/** The key of the endpoint that an entry of a workspace's list stands for, by the entry's sort key. */
export const endpointKeyOfEntry = (SK: string): ItemKey =>
  endpointKey(SK.slice(SORT_PREFIX.endpointOfWorkspace.length));

/** The claim of a slug in a workspace. */
export const slugKey = (workspaceId: string, slug: string): ItemKey => ({
  PK: workspacePartition(workspaceId),
  SK: `SLUG#${slug}`,
});

/** A submission. Ids sort by time, so newest first is a plain query. */
export const submissionKey = (endpointId: string, submissionId: string): ItemKey => ({
  PK: endpointPartition(endpointId),
  SK: `${SORT_PREFIX.submission}${submissionId}`,
});

/**
 * Length of the part of a ULID that is a submission's mark: 48 bits of time and 10 random bits. The index never
 * separates submissions that share a mark. Shorter marks make the page index cheaper.
 */
export const MARK_LENGTH = 12;
const ULID_START = 'sub_'.length;
export const ULID_LENGTH = 26;
/** Sorts after every character of an id. */
const AFTER_ALL = '~';

/** The mark of a submission's place among its endpoint's submissions. Marks sort as submissions do. */
export const markOf = (submissionId: string): string => submissionId.slice(ULID_START, ULID_START + MARK_LENGTH);

/** The range of sort keys of submissions with marks above `after` and up to `through`; '' is no bound. */
export const submissionSortKeys = (after: string, through: string): [from: string, to: string] => {
  const endOf = (mark: string) => `${SORT_PREFIX.submission}sub_${mark}${AFTER_ALL}`;
  return [
    after === '' ? SORT_PREFIX.submission : endOf(after),
    through === '' ? `${SORT_PREFIX.submission}${AFTER_ALL}` : endOf(through),
  ];
};

/** The same with both marks included. */
export const submissionSortKeysFrom = (first: string, through: string): [from: string, to: string] => [
  `${SORT_PREFIX.submission}sub_${first}`,
  submissionSortKeys('', through)[1],
];

/** Digits of the time in a submission's id: 48 bits of milliseconds, 5 a digit. */
const TIME_LENGTH = 10;
const TIME_MAX_MS = 2 ** 48 - 1;

/** The range of sort keys of submissions with ids from a period (milliseconds since 1970, end excluded). */
export const submissionSortKeysBetween = (fromMs: number, endMs: number): [from: string, to: string] => [
  `${SORT_PREFIX.submission}sub_${encodeTime(Math.max(0, fromMs), TIME_LENGTH)}`,
  `${SORT_PREFIX.submission}sub_${encodeTime(Math.max(0, endMs - 1), TIME_LENGTH)}${AFTER_ALL}`,
];

/**
 * Where a search stands among submissions: a text that sorts as their ULIDs do, and none of which is equal to it. A mark's
 * stands behind all submissions that have the mark.
 */
export const placeBehindMark = (mark: string): string => mark + AFTER_ALL;
export const placeBehind = (submissionId: string): string => submissionId.slice(ULID_START) + AFTER_ALL;
export function placeBefore(submissionId: string): string {
  const ulid = submissionId.slice(ULID_START);
  // Ids are of one length: below the character before the last one stand all smaller ids, and no other.
  return `${ulid.slice(0, -1)}${String.fromCharCode(ulid.charCodeAt(ulid.length - 1) - 1)}${AFTER_ALL}`;
}
/** The place before all submissions from a time on, in milliseconds since 1970. */
export const placeAtTime = (timeMs: number): string =>
  encodeTime(Math.min(Math.max(0, timeMs), TIME_MAX_MS), TIME_LENGTH);
/** Behind all submissions. */
export const LAST_PLACE = AFTER_ALL;
/** Before all submissions. */
export const FIRST_PLACE = '';

/** The range of sort keys of submissions between two places. */
export const submissionSortKeysWithin = (from: string, to: string): [from: string, to: string] => [
  `${SORT_PREFIX.submission}sub_${from}`,
  `${SORT_PREFIX.submission}sub_${to}`,
];

/** When a submission's id was generated, in milliseconds since 1970. */
export const submittedAt = (submissionId: string): number =>
  decodeTime(submissionId.slice(ULID_START, ULID_START + ULID_LENGTH));

/** When the submissions with a mark were created, in milliseconds since 1970. */
export const timeOfMark = (mark: string): number => decodeTime(mark.padEnd(ULID_LENGTH, '0'));

/** The head of an endpoint's page index. */
export const indexHeadKey = (endpointId: string): ItemKey => ({ PK: indexPartition(endpointId), SK: 'HEAD' });

/** A page of an endpoint's page index: segments that were moved out of its head. */
export const indexPageKey = (endpointId: string, page: number | string): ItemKey => ({
  PK: indexPartition(endpointId),
  SK: `PAGE#${page}`,
});

/** What an endpoint's submissions sum up to. */
export const statisticsKey = (endpointId: string): ItemKey => ({ PK: indexPartition(endpointId), SK: 'STATISTICS' });

/** A key. Its id follows from its secret. */
export const keyKey = (keyId: string): ItemKey => ({ PK: keyPartition(keyId), SK: 'KEY' });

/** The entry of a key in its workspace's list, oldest first. */
export const keyOfWorkspaceKey = (workspaceId: string, createdAt: string, keyId: string): ItemKey => ({
  PK: workspacePartition(workspaceId),
  SK: `${SORT_PREFIX.keyOfWorkspace}${createdAt}#${keyId}`,
});

/** The key of the item that an entry of a workspace's list stands for, by the entry's sort key. */
export const keyKeyOfEntry = (SK: string): ItemKey => keyKey(SK.slice(SK.lastIndexOf('#') + 1));

/** That a challenge was answered, by a hash of it. */
export const spentChallengeKey = (mark: string): ItemKey => ({
  PK: `${PARTITION_PREFIX.challenge}${mark}`,
  SK: 'SPENT',
});

/** That an upload belongs to a submission. */
export const claimedUploadKey = (uploadId: string): ItemKey => ({
  PK: `${PARTITION_PREFIX.upload}${uploadId}`,
  SK: 'CLAIMED',
});

/** How often something happened: at an endpoint, or at `all` of them. `what` names it and its period. */
export const rateLimitKey = (whose: string, what: string): ItemKey => ({
  PK: `${PARTITION_PREFIX.rate}${whose}`,
  SK: what,
});

/** The endpoint id in the partition key of an endpoint or of a submission. */
export const endpointIdOf = ({ PK }: { PK: string }): string => PK.slice(endpointPartition('').length);

/** The endpoint id in the partition key of a page index. */
export const endpointIdOfIndex = ({ PK }: { PK: string }): string => PK.slice(indexPartition('').length);

/** The submission id in the sort key of a submission. */
export const submissionIdOf = ({ SK }: { SK: string }): string => SK.slice(SORT_PREFIX.submission.length);
