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

/** Stream records of submissions that were created, changed or removed: the page index counts them and their states. */
export const COUNTED_SUBMISSIONS = { ...NEW_SUBMISSIONS, eventName: ['INSERT', 'MODIFY', 'REMOVE'] };

/** Stream records of endpoints that were created or deleted. */
export const NEW_AND_REMOVED_ENDPOINTS = {
  eventName: ['INSERT', 'REMOVE'],
  dynamodb: { Keys: { SK: { S: [ENDPOINT_SORT_KEY] } } },
};
