import {
  ENDING_ATTRIBUTES,
  TARGET_ATTRIBUTES,
  WEBHOOK_TARGET_ATTRIBUTES,
} from '../../shared/deliveries/channels/deliveredRemoval.ts';
import { ENTRY_ATTRIBUTES } from '../../shared/pageIndex/flagCounts.ts';
import { TEXT_ATTRIBUTES } from '../../shared/pageIndex/rangeWords.ts';
import { RETURNED_ATTRIBUTES, SENT_COUNT_ATTRIBUTES } from '../../shared/storage/confirmations/confirmationHealth.ts';
import { FAILED_MAIL_ATTRIBUTES, MAIL_COUNT_ATTRIBUTES } from '../../shared/storage/counters/mailCounts.ts';
import { KEY_RATE_ATTRIBUTES } from '../../shared/storage/counters/rateLimits.ts';
import { DIGEST_ATTRIBUTES } from '../../shared/storage/deliveries/digestRecords.ts';
import { ATTEMPT_ATTRIBUTES, FAILURE_ATTRIBUTES } from '../../shared/storage/deliveries/storedDelivery.ts';
import { KEEPING_ATTRIBUTES } from '../../shared/storage/endpoints/keeping.ts';
import { FILTER_ATTRIBUTES, READ_FILTER_ATTRIBUTES } from '../../shared/storage/filter/learnedFilters.ts';
import { LEARNING_ATTRIBUTES } from '../../shared/storage/filter/learning.ts';
import { PARTITIONS_OF_REMOVAL } from '../../shared/storage/itemCollections.ts';
import { SPAM_MARK_ATTRIBUTES } from '../../shared/storage/submissions/storedSubmission.ts';
import { FILE_ATTRIBUTES } from '../../shared/storage/submissions/submittedFiles.ts';
import { NOTED_ATTRIBUTES } from '../../shared/storage/webhooks/webhookHealth.ts';
import type { FunctionAccess, TablePermission } from './access.ts';

/** Counts mails in an endpoint's statistics. */
const counts = (attributes: readonly string[]): TablePermission => ({
  actions: ['UpdateItem'],
  partitions: ['index'],
  attributes,
});

/** Records that a notification failed. */
const recordFailure = (...partitions: TablePermission['partitions']): readonly TablePermission[] => [
  { actions: ['UpdateItem'], partitions, attributes: FAILURE_ATTRIBUTES },
  { actions: ['PutItem'], partitions: ['failedDeliveries'] },
  { actions: ['ConditionCheckItem'], partitions: ['endpoint'], attributes: [] },
];

const DELIVERY_RECORDS = ['mailDeliveries', 'webhookDeliveries', 'confirmationDeliveries'] as const;

/** Counts bounced and reported confirmations, and stops sending if there are too many. */
const STOP_CONFIRMATIONS: readonly TablePermission[] = [
  // Ends of brakes are attributes with the names of workspaces and networks.
  { actions: ['BatchGetItem', 'UpdateItem'], partitions: ['confirmationHealth'] },
  { actions: ['GetItem'], partitions: ['rate'] },
  { actions: ['UpdateItem'], partitions: ['rate', 'confirmationHealth'], attributes: RETURNED_ATTRIBUTES },
];

/**
 * What each function without an operation may use in AWS, besides reading its event sources. The deployment's functions use
 * other resources only, and are not listed.
 */
export const BACKGROUND_ACCESS = {
  fallback: {},
  // It calls the API with the caller's key.
  mcp: {},
  notifySubmission: {
    tablePermissions: [
      { actions: ['GetItem', 'BatchGetItem', 'Query'], partitions: ['endpoint'] },
      { actions: ['GetItem'], partitions: ['pending'] },
      { actions: ['GetItem', 'PutItem', 'Query'], partitions: ['mailDeliveries', 'confirmationDeliveries'] },
      { actions: ['UpdateItem'], partitions: ['mailDeliveries'], attributes: DIGEST_ATTRIBUTES },
      { actions: ['PutItem', 'Query', 'DeleteItem'], partitions: ['waiting'] },
      { actions: ['GetItem', 'PutItem'], partitions: ['confirmationSecret'] },
      { actions: ['BatchGetItem'], partitions: ['rate', 'mailbox', 'confirmationHealth'] },
      { actions: ['PutItem'], partitions: ['rate', 'mailbox'] },
      { actions: ['UpdateItem'], partitions: ['confirmationHealth'], attributes: SENT_COUNT_ATTRIBUTES },
      { actions: ['PutItem'], partitions: ['webhookDeliveries', 'dueMessages'] },
      { actions: ['Query'], partitions: ['webhooks'] },
      {
        actions: ['UpdateItem'],
        partitions: ['mailDeliveries', 'confirmationDeliveries'],
        attributes: ATTEMPT_ATTRIBUTES,
      },
      ...recordFailure('mailDeliveries'),
      counts(MAIL_COUNT_ATTRIBUTES),
    ],
    needs: ['mailQueue', 'webhookQueue', 'failingWebhookQueue', 'confirmationMail', 'mailAccount', 'notificationMail'],
    settings: ['senderAddress', 'confirmationAddress', 'confirmationsPerHour', 'mailsPerSecond', 'mailsPerHour'],
  },
  recordMailEvent: {
    tablePermissions: [
      ...recordFailure('mailDeliveries', 'confirmationDeliveries'),
      counts(FAILED_MAIL_ATTRIBUTES),
      ...STOP_CONFIRMATIONS,
    ],
  },
  recordScan: {
    tablePermissions: [{ actions: ['UpdateItem'], partitions: ['endpoint', 'pending'], attributes: FILE_ATTRIBUTES }],
    objectPermissions: [{ actions: ['DeleteObject'], kind: 'files' }],
  },
  indexSubmissions: {
    tablePermissions: [
      { actions: ['GetItem', 'Query', 'UpdateItem', 'PutItem'], partitions: ['index'] },
      // Whether the endpoint exists; flags, and data and names of files for the filters of words.
      { actions: ['GetItem', 'ConditionCheckItem'], partitions: ['endpoint'], attributes: [] },
      { actions: ['Query'], partitions: ['endpoint'], attributes: [...ENTRY_ATTRIBUTES, ...TEXT_ATTRIBUTES] },
    ],
    needs: ['removalQueue', 'trainingQueue'],
  },
  trainFilter: {
    tablePermissions: [
      // Reads submitted data and spam marks; writes the filters' state, and what each submission was learned as.
      { actions: ['BatchGetItem'], partitions: ['endpoint'], attributes: SPAM_MARK_ATTRIBUTES },
      { actions: ['Query'], partitions: ['endpoint'], attributes: READ_FILTER_ATTRIBUTES },
      {
        actions: ['UpdateItem', 'ConditionCheckItem'],
        partitions: ['endpoint'],
        attributes: [...FILTER_ATTRIBUTES, ...LEARNING_ATTRIBUTES],
      },
    ],
  },
  purgeEndpoint: {
    tablePermissions: [
      // Deletes by key only: it cannot read submissions, and can only write empty items.
      { actions: ['Query', 'BatchWriteItem'], partitions: PARTITIONS_OF_REMOVAL, attributes: [] },
      { actions: ['GetItem'], partitions: ['endpoint', 'pending'], attributes: FILE_ATTRIBUTES },
      // For removal by age: one transaction deletes and counts submissions if the setting is unchanged. The page index shows
      // where spam is.
      { actions: ['GetItem'], partitions: ['index'] },
      { actions: ['GetItem'], partitions: ['endpoint'], attributes: [...TARGET_ATTRIBUTES, 'workspaceId'] },
      // Records a day's number of removals.
      { actions: ['PutItem'], partitions: ['audit'] },
      {
        actions: ['DeleteItem'],
        partitions: ['endpoint', 'pending', 'keepingEndpoints'],
        attributes: ['isHeld', 'isSpam'],
      },
      // Once delivered: also if its deliveries have ended. Reads no data and, of the endpoint, only whom it notifies.
      { actions: ['Query'], partitions: ['endpoint'], attributes: ['isHeld', 'isSpam'] },
      { actions: ['Query'], partitions: ['webhooks'], attributes: WEBHOOK_TARGET_ATTRIBUTES },
      { actions: ['Query'], partitions: DELIVERY_RECORDS, attributes: ENDING_ATTRIBUTES },
      {
        actions: ['ConditionCheckItem'],
        partitions: ['endpoint', ...DELIVERY_RECORDS],
        attributes: [...KEEPING_ATTRIBUTES, 'state'],
      },
      { actions: ['UpdateItem'], partitions: ['index'], attributes: ['removed'] },
      { actions: ['Query'], partitions: ['keepingEndpoints'], attributes: [] },
    ],
    objectPermissions: [
      { actions: ['ListBucket', 'DeleteObject'], kind: 'files' },
      { actions: ['ListBucket', 'DeleteObject'], kind: 'uploads' },
    ],
    needs: ['removalQueue'],
  },
  sendWebhook: {
    tablePermissions: [
      { actions: ['BatchGetItem'], partitions: ['endpoint', 'webhooks', 'webhookSecrets'] },
      // For events whose planning was deferred.
      { actions: ['GetItem'], partitions: ['endpoint'] },
      { actions: ['Query'], partitions: ['webhooks'] },
      { actions: ['GetItem', 'Query', 'PutItem'], partitions: ['webhookDeliveries'] },
      { actions: ['UpdateItem'], partitions: ['webhookDeliveries'], attributes: ATTEMPT_ATTRIBUTES },
      // It can disable a webhook, but not change anything else of it.
      { actions: ['UpdateItem'], partitions: ['webhooks'], attributes: NOTED_ATTRIBUTES },
      { actions: ['PutItem', 'Query', 'BatchWriteItem'], partitions: ['dueMessages'] },
    ],
    needs: ['webhookQueue', 'failingWebhookQueue', 'mailQueue'],
  },
  sendSignInMail: {
    tablePermissions: [
      { actions: ['Query'], partitions: ['person'] },
      { actions: ['GetItem'], partitions: ['workspace', 'signInCode'] },
      { actions: ['GetItem', 'PutItem'], partitions: ['signInSecret'] },
      { actions: ['UpdateItem'], partitions: ['rate'], attributes: KEY_RATE_ATTRIBUTES },
      // Records failed attempts at a code.
      { actions: ['PutItem'], partitions: ['audit'] },
    ],
    needs: ['notificationMail'],
    settings: ['senderAddress', 'serviceName'],
  },
} satisfies Record<string, FunctionAccess>;
