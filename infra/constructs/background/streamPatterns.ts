import { ENDPOINT_SORT_KEY, SORT_PREFIX } from '../../../shared/storage/itemKeys.ts';

/** Stream records of submissions that were created. */
export const NEW_SUBMISSIONS = {
  eventName: ['INSERT'],
  dynamodb: { Keys: { SK: { S: [{ prefix: SORT_PREFIX.submission }] } } },
};

/** Stream records of submissions that were held as spam until somebody said that they are none. */
export const RELEASED_SUBMISSIONS = {
  eventName: ['MODIFY'],
  dynamodb: {
    ...NEW_SUBMISSIONS.dynamodb,
    OldImage: { isHeld: { BOOL: [true] } },
    NewImage: { isSpam: { BOOL: [false] } },
  },
};

/** Stream records of submissions that were created or removed; an update leaves the page index as it is. */
export const COUNTED_SUBMISSIONS = { ...NEW_SUBMISSIONS, eventName: ['INSERT', 'REMOVE'] };

/** Stream records of endpoints that were deleted. */
export const REMOVED_ENDPOINTS = {
  eventName: ['REMOVE'],
  dynamodb: { Keys: { SK: { S: [ENDPOINT_SORT_KEY] } } },
};
