import { HopsRecord } from '../../shared/receiving/hops.ts';
import { KEY_RATE_ATTRIBUTES, RATE_ATTRIBUTES } from '../../shared/storage/counters/rateLimits.ts';
import { PLACES_ATTRIBUTES } from '../../shared/storage/endpoints/places.ts';
import {
  CAPTCHA_ATTRIBUTES,
  FILES_ATTRIBUTES,
  RULES_ATTRIBUTES,
} from '../../shared/storage/endpoints/storedEndpoint.ts';
import { RECEIVING_ATTRIBUTES } from '../../shared/storage/filter/endpointsWithFilter.ts';
import { SPENT_ATTRIBUTES } from '../../shared/storage/submissions/challenges.ts';
import { FIRST_ATTRIBUTES, STILL_HELD_ATTRIBUTES } from '../../shared/storage/submissions/firstSubmissions.ts';
import {
  DELETION_ATTRIBUTES,
  REQUEST_ATTRIBUTES,
  RESPONSE_ATTRIBUTES,
} from '../../shared/storage/submissions/requestRecords.ts';
import {
  HELD_ATTRIBUTES,
  MARKED_ATTRIBUTES,
  PENDING_ATTRIBUTES,
  SENT_ATTRIBUTES,
} from '../../shared/storage/submissions/storedSubmission.ts';
import { CLAIM_ATTRIBUTES } from '../../shared/storage/submissions/uploadClaims.ts';
import { SECRET_ATTRIBUTES } from '../../shared/storage/table/secrets.ts';
import { type Access, AUTHENTICATION, type TablePermission } from './access.ts';

/** Marks captcha solutions as spent. */
const SPENDING: TablePermission = { actions: ['PutItem'], partitions: ['challenge'], attributes: SPENT_ATTRIBUTES };

/** Counts the submissions that a key sent, or that were examined for it. */
const CHARGING: TablePermission = { actions: ['UpdateItem'], partitions: ['rate'], attributes: KEY_RATE_ATTRIBUTES };

/** Records that a submission was deleted soon after it was sent. */
export const RECORD_DELETION: TablePermission = {
  actions: ['PutItem'],
  partitions: ['requests'],
  attributes: DELETION_ATTRIBUTES,
};

/** Sets flags of submissions. */
const MARKING: TablePermission = {
  actions: ['UpdateItem'],
  partitions: ['endpoint'],
  attributes: MARKED_ATTRIBUTES,
  returnsItem: true,
};

export const SUBMISSIONS_ACCESS = {
  createSubmission: {
    tablePermissions: [
      // One query reads the endpoint and its filter; the policy excludes submissions.
      { actions: ['Query'], partitions: ['endpoint'], attributes: RECEIVING_ATTRIBUTES },
      // A submission, and the claims of its uploads.
      {
        actions: ['PutItem'],
        partitions: ['endpoint', 'pending', 'upload'],
        attributes: [...SENT_ATTRIBUTES, ...PENDING_ATTRIBUTES, ...HELD_ATTRIBUTES, ...CLAIM_ATTRIBUTES],
      },
      // Takes one of its endpoint's `maxSubmissions`.
      { actions: ['UpdateItem'], partitions: ['endpoint'], attributes: PLACES_ATTRIBUTES },
      { actions: ['PutItem'], partitions: ['requests'], attributes: REQUEST_ATTRIBUTES },
      SPENDING,
      { actions: ['PutItem'], partitions: ['dailySecrets'], attributes: SECRET_ATTRIBUTES },
      { actions: ['BatchGetItem'], partitions: ['upload'] },
      // Whether an earlier request stored the same submission, whether that one is still held, and whether a place is left.
      {
        actions: ['ConditionCheckItem'],
        partitions: ['endpoint', 'pending', 'requests'],
        attributes: [...RESPONSE_ATTRIBUTES, ...STILL_HELD_ATTRIBUTES, ...PLACES_ATTRIBUTES],
      },
      { actions: ['BatchGetItem'], partitions: ['endpoint', 'pending'], attributes: FIRST_ATTRIBUTES },
      { actions: ['GetItem'], partitions: ['requests', 'dailySecrets'] },
      { actions: ['GetItem'], partitions: ['webhookDeliveries'], attributes: Object.keys(HopsRecord.shape) },
      // A key that is sent along with a form, and the count of its submissions.
      ...AUTHENTICATION,
      CHARGING,
    ],
    objectPermissions: [
      { actions: ['GetObject'], kind: 'uploads' },
      { actions: ['PutObject'], kind: 'files' },
    ],
    // For the removal of files whose submission could not be stored.
    needs: ['removalQueue'],
    settings: ['scanFiles'],
    // It gets nearly all requests, and senders do not retry them. With more, a deployment would exceed AWS Lambda's 15 changes a second.
    isReleasedGradually: true,
    // Code for files and rules.
    loadsPartsLater: true,
  },
  retrieveChallenge: {
    tablePermissions: [
      { actions: ['GetItem'], partitions: ['endpoint'], attributes: CAPTCHA_ATTRIBUTES },
      { actions: ['UpdateItem'], partitions: ['rate'], attributes: RATE_ATTRIBUTES },
    ],
    settings: ['requestsPerSecond'],
  },
  retrieveRules: {
    tablePermissions: [
      { actions: ['GetItem'], partitions: ['endpoint'], attributes: RULES_ATTRIBUTES },
      { actions: ['UpdateItem'], partitions: ['rate'], attributes: RATE_ATTRIBUTES },
    ],
    settings: ['requestsPerSecond'],
  },
  retrieveSubmission: { readsBesideKey: ['endpoint'] },
  updateSubmission: { readsBesideKey: ['endpoint'], tablePermissions: [MARKING] },
  deleteSubmission: {
    readsBesideKey: ['endpoint'],
    tablePermissions: [
      { actions: ['DeleteItem'], partitions: ['endpoint'] },
      { actions: ['DeleteItem'], partitions: ['pending'], attributes: [] },
      RECORD_DELETION,
    ],
  },
  listSubmissions: {
    readsBesideKey: ['endpoint', 'index'],
    tablePermissions: [
      { actions: ['Query'], partitions: ['endpoint'] },
      { actions: ['GetItem'], partitions: ['index'] },
    ],
  },
  searchSubmissions: {
    readsBesideKey: ['endpoint', 'index', 'rate'],
    tablePermissions: [
      { actions: ['Query'], partitions: ['endpoint'] },
      { actions: ['GetItem', 'Query'], partitions: ['index'] },
      CHARGING,
    ],
  },
  updateSubmissions: { readsBesideKey: ['endpoint', 'rate'], tablePermissions: [MARKING, CHARGING] },
  deleteSubmissions: {
    readsBesideKey: ['endpoint', 'rate'],
    tablePermissions: [{ actions: ['DeleteItem'], partitions: ['endpoint'] }, RECORD_DELETION, CHARGING],
  },
  retrieveDeliveries: {
    readsBesideKey: ['endpoint'],
    tablePermissions: [
      { actions: ['Query'], partitions: ['mailDeliveries'] },
      { actions: ['GetItem'], partitions: ['confirmationDeliveries'] },
    ],
  },
  createUpload: {
    tablePermissions: [
      { actions: ['GetItem'], partitions: ['endpoint'], attributes: [...FILES_ATTRIBUTES, ...PLACES_ATTRIBUTES] },
      { actions: ['GetItem', 'UpdateItem'], partitions: ['rate'], attributes: RATE_ATTRIBUTES },
      SPENDING,
    ],
    objectPermissions: [{ actions: ['PutObject'], kind: 'uploads' }],
    settings: ['uploadsPerSecond'],
  },
  retrieveFile: { readsBesideKey: ['endpoint'], objectPermissions: [{ actions: ['GetObject'], kind: 'files' }] },
} satisfies Access<'submissions'>;
