import { decodeTime, encodeTime } from 'ulid';
import { PENDING_DAYS } from '../../contract/limits.ts';
import { DAILY_SECRETS, type ItemKey, KEEPING_ENDPOINTS, PARTITION_PREFIX } from './partitions.ts';

/** Builds the keys of all items except those of webhooks, deliveries and the audit log. */

const workspacePartition = (workspaceId: string): string => `${PARTITION_PREFIX.workspace}${workspaceId}`;
const endpointPartition = (endpointId: string): string => `${PARTITION_PREFIX.endpoint}${endpointId}`;
const indexPartition = (endpointId: string): string => `${PARTITION_PREFIX.index}${endpointId}`;
const keyPartition = (keyId: string): string => `${PARTITION_PREFIX.key}${keyId}`;

/** Sort key prefixes, for queries and the stream's filters. */
export const SORT_PREFIX = {
  endpointOfWorkspace: 'ENP#',
  keyOfWorkspace: 'KEY#',
  personErasure: 'ERASED#',
  submission: 'SUB#',
  pending: 'PENDING#',
} as const;

export const ENDPOINT_SORT_KEY = 'ENP';

export const workspaceKey = (workspaceId: string): ItemKey => ({ PK: workspacePartition(workspaceId), SK: 'WS' });

export const workspaceIdOf = ({ PK }: { PK: string }): string => PK.slice(workspacePartition('').length);

export const endpointKey = (endpointId: string): ItemKey => ({
  PK: endpointPartition(endpointId),
  SK: ENDPOINT_SORT_KEY,
});

/** An endpoint's learned filter, sorted right after the endpoint, so that one query reads both. */
export const learnedFilterKey = (endpointId: string): ItemKey => ({
  PK: endpointPartition(endpointId),
  SK: `${ENDPOINT_SORT_KEY}#FILTER`,
});

/** The count of an endpoint's submissions towards its `maxSubmissions`, between the two for the same reason. */
export const placesKey = (endpointId: string): ItemKey => ({
  PK: endpointPartition(endpointId),
  SK: `${ENDPOINT_SORT_KEY}#COUNT`,
});

/** An endpoint's entry in its workspace's list. Ids sort by time, so oldest first. */
export const endpointOfWorkspaceKey = (workspaceId: string, endpointId: string): ItemKey => ({
  PK: workspacePartition(workspaceId),
  SK: `${SORT_PREFIX.endpointOfWorkspace}${endpointId}`,
});

export const endpointKeyOfEntry = (SK: string): ItemKey =>
  endpointKey(SK.slice(SORT_PREFIX.endpointOfWorkspace.length));

export const slugKey = (workspaceId: string, slug: string): ItemKey => ({
  PK: workspacePartition(workspaceId),
  SK: `SLUG#${slug}`,
});

/** A submission. Ids sort by time, so newest first is a plain query. */
export const submissionKey = (endpointId: string, submissionId: string): ItemKey => ({
  PK: endpointPartition(endpointId),
  SK: `${SORT_PREFIX.submission}${submissionId}`,
});

/** A submission that its sender has not confirmed yet, in a partition separate from the others. */
export const pendingKey = (endpointId: string, submissionId: string): ItemKey => ({
  PK: `${PARTITION_PREFIX.pending}${endpointId}`,
  SK: `${SORT_PREFIX.pending}${submissionId}`,
});

export const submissionKeyOfPending = ({ PK, SK }: { PK: string; SK: string }): ItemKey =>
  submissionKey(PK.slice(PARTITION_PREFIX.pending.length), SK.slice(SORT_PREFIX.pending.length));

/**
 * Length of a sort id, the part of a ULID that the index orders submissions by: 48 bits of time and 10 random bits. The
 * index never separates submissions that share a sort id. Shorter sort ids make the page index cheaper.
 */
export const SORT_ID_LENGTH = 12;
const ULID_START = 'sub_'.length;
export const ULID_LENGTH = 26;
/** Sorts after every character of an id. */
const AFTER_ALL = '~';

/** A submission's sort id: its place in the order of submissions. Sort ids sort like ids. */
export const sortIdOf = (submissionId: string): string => submissionId.slice(ULID_START, ULID_START + SORT_ID_LENGTH);

/** Sort key range of submissions with sort ids above `after` and up to `through`; '' for no bound. */
export const submissionSortKeys = (after: string, through: string): [from: string, to: string] => {
  const endOf = (sortId: string) => `${SORT_PREFIX.submission}sub_${sortId}${AFTER_ALL}`;
  return [
    after === '' ? SORT_PREFIX.submission : endOf(after),
    through === '' ? `${SORT_PREFIX.submission}${AFTER_ALL}` : endOf(through),
  ];
};

/** Narrows a sort key range to keys that submissions can have. */
export const withinSubmissionIds = ([from, to]: [string, string]): [from: string, to: string] => {
  const [first, last] = submissionSortKeysWithin('', AFTER_ALL);
  return [from < first ? first : from, to > last ? last : to];
};

/** Like `submissionSortKeys`, but includes the first sort id. */
export const submissionSortKeysFrom = (first: string, through: string): [from: string, to: string] => [
  `${SORT_PREFIX.submission}sub_${first}`,
  submissionSortKeys('', through)[1],
];

/** Sort key range of submissions from a place on, up to a sort id; '' for no bound. */
export const submissionSortKeysSince = (place: string, through: string): [from: string, to: string] =>
  place === FIRST_PLACE ? submissionSortKeys('', through) : submissionSortKeysFrom(place, through);

/** Characters that encode the time in an id: 48 bits of milliseconds, 5 bits each. */
const TIME_LENGTH = 10;
const TIME_MAX_MS = 2 ** 48 - 1;

/** Sort key range of submissions created in a period (milliseconds since 1970, end excluded). */
export const submissionSortKeysBetween = (fromMs: number, endMs: number): [from: string, to: string] => [
  `${SORT_PREFIX.submission}sub_${encodeTime(Math.max(0, fromMs), TIME_LENGTH)}`,
  `${SORT_PREFIX.submission}sub_${encodeTime(Math.max(0, endMs - 1), TIME_LENGTH)}${AFTER_ALL}`,
];

/**
 * A place is a position between submissions in a search: a text that sorts among their ULIDs but equals none. This one
 * is after all submissions with the sort id.
 */
export const placeAfterSortId = (sortId: string): string => sortId + AFTER_ALL;
export const placeBehind = (submissionId: string): string => submissionId.slice(ULID_START) + AFTER_ALL;
export function placeBefore(submissionId: string): string {
  const ulid = submissionId.slice(ULID_START);
  // All ids have the same length: this sorts after every smaller id and before this one.
  return `${ulid.slice(0, -1)}${String.fromCharCode(ulid.charCodeAt(ulid.length - 1) - 1)}${AFTER_ALL}`;
}
/** The place before all submissions from a time on, in milliseconds since 1970. */
export const placeAtTime = (timeMs: number): string =>
  encodeTime(Math.min(Math.max(0, timeMs), TIME_MAX_MS), TIME_LENGTH);
export const LAST_PLACE = AFTER_ALL;
export const FIRST_PLACE = '';

export const submissionSortKeysWithin = (from: string, to: string): [from: string, to: string] => [
  `${SORT_PREFIX.submission}sub_${from}`,
  `${SORT_PREFIX.submission}sub_${to}`,
];

export const submittedAt = (submissionId: string): number =>
  decodeTime(submissionId.slice(ULID_START, ULID_START + ULID_LENGTH));

const DAY_MS = 86_400_000;
const PENDING_MS = PENDING_DAYS * DAY_MS;

/** Until when a submission can be confirmed, in milliseconds since 1970. @param keepDays of its endpoint */
export const pendingEndsAt = (submissionId: string, keepDays = PENDING_DAYS): number =>
  submittedAt(submissionId) + Math.min(PENDING_DAYS, keepDays) * DAY_MS;

/** Sort key range of the submissions that can be confirmed at a time and are not due; milliseconds since 1970. */
export const pendingSortKeys = (nowMs: number, keptFromMs = 0): [from: string, to: string] => [
  `${SORT_PREFIX.pending}sub_${encodeTime(Math.max(keptFromMs, nowMs - PENDING_MS + 1), TIME_LENGTH)}`,
  `${SORT_PREFIX.pending}${AFTER_ALL}`,
];

/** Sort key ranges of the submissions and pending submissions before a place. */
export const submissionSortKeysBefore = (place: string) =>
  [SORT_PREFIX.submission, SORT_PREFIX.pending].map((prefix): [from: string, to: string] => [
    `${prefix}sub_`,
    `${prefix}sub_${place}`,
  ]);

export const timeOfSortId = (sortId: string): number => decodeTime(sortId.padEnd(ULID_LENGTH, '0'));

export const indexHeadKey = (endpointId: string): ItemKey => ({ PK: indexPartition(endpointId), SK: 'HEAD' });

export const indexPageKey = (endpointId: string, page: number | string): ItemKey => ({
  PK: indexPartition(endpointId),
  SK: `PAGE#${page}`,
});

const WORDS_PREFIX = 'WORDS#';

export const rangeWordsKey = (endpointId: string, endSortId: string): ItemKey => ({
  PK: indexPartition(endpointId),
  SK: `${WORDS_PREFIX}${endSortId}`,
});

export const wordsSortKeys = (from: string, through: string): [from: string, to: string] => [
  `${WORDS_PREFIX}${from}`,
  `${WORDS_PREFIX}${through}`,
];

export const sortIdOfWords = ({ SK }: { SK: string }): string => SK.slice(WORDS_PREFIX.length);

export const statisticsKey = (endpointId: string): ItemKey => ({ PK: indexPartition(endpointId), SK: 'STATISTICS' });

const AGE_REMOVAL_PREFIX = 'REMOVED#';

/** The number of submissions removed by age on a day, `YYYY-MM-DD`. */
export const ageRemovalKey = (endpointId: string, date: string): ItemKey => ({
  PK: indexPartition(endpointId),
  SK: `${AGE_REMOVAL_PREFIX}${date}`,
});

export const dateOfAgeRemoval = ({ SK }: { SK: string }): string => SK.slice(AGE_REMOVAL_PREFIX.length);

/** An endpoint whose submissions are removed by age. */
export const keepingEndpointKey = (endpointId: string): ItemKey => ({ PK: KEEPING_ENDPOINTS, SK: endpointId });

/** A key. Its id is derived from its secret. */
export const keyKey = (keyId: string): ItemKey => ({ PK: keyPartition(keyId), SK: 'KEY' });

export const keyIdOfItem = ({ PK }: { PK: string }): string => PK.slice(keyPartition('').length);

export const keyOfWorkspaceKey = (workspaceId: string, createdAt: string, keyId: string): ItemKey => ({
  PK: workspacePartition(workspaceId),
  SK: `${SORT_PREFIX.keyOfWorkspace}${createdAt}#${keyId}`,
});

/** The erasure of a person's submissions. @param person a hash of the address */
export const personErasureKey = (workspaceId: string, startedAt: string, person: string): ItemKey => ({
  PK: workspacePartition(workspaceId),
  SK: `${SORT_PREFIX.personErasure}${startedAt}#${person}`,
});

export const keyKeyOfEntry = (SK: string): ItemKey => keyKey(SK.slice(SK.lastIndexOf('#') + 1));

export const spentChallengeKey = (sortId: string): ItemKey => ({
  PK: `${PARTITION_PREFIX.challenge}${sortId}`,
  SK: 'SPENT',
});

export const claimedUploadKey = (uploadId: string): ItemKey => ({
  PK: `${PARTITION_PREFIX.upload}${uploadId}`,
  SK: 'CLAIMED',
});

/** Records a request of a workspace's key that must not be executed twice. */
export const requestKey = (workspaceId: string, hash: string): ItemKey => ({
  PK: `${PARTITION_PREFIX.requests}${workspaceId}`,
  SK: `REQUEST#${hash}`,
});

/** Records which submission a request to an endpoint has stored. */
export const formRequestKey = (endpointId: string, hash: string): ItemKey => ({
  PK: `${PARTITION_PREFIX.requests}${endpointId}`,
  SK: `FORM#${hash}`,
});

export const dailySecretKey = (day: string): ItemKey => ({ PK: DAILY_SECRETS, SK: day });

/** Counter for a rate limit of an endpoint, or of `all`. `what` names it and its period. */
export const rateLimitKey = (whose: string, what: string): ItemKey => ({
  PK: `${PARTITION_PREFIX.rate}${whose}`,
  SK: what,
});

export const endpointIdOf = ({ PK }: { PK: string }): string => PK.slice(endpointPartition('').length);

export const endpointIdOfIndex = ({ PK }: { PK: string }): string => PK.slice(indexPartition('').length);

export const submissionIdOf = ({ SK }: { SK: string }): string => SK.slice(SORT_PREFIX.submission.length);
