import { CONFIRMING_ATTRIBUTES } from '../../shared/deliveries/channels/confirmation/resending.ts';
import { CONFIRMED_AT, CONFIRMED_ATTRIBUTES } from '../../shared/storage/confirmations/pendingSubmissions.ts';
import { UNSUBSCRIBED_ATTRIBUTES } from '../../shared/storage/confirmations/unsubscribed.ts';
import { RATE_ATTRIBUTES } from '../../shared/storage/counters/rateLimits.ts';
import { KEEPING_ATTRIBUTES } from '../../shared/storage/endpoints/keeping.ts';
import { SENT_ATTRIBUTES } from '../../shared/storage/submissions/storedSubmission.ts';
import type { Access, TablePermission } from './access.ts';
import { RECORD_DELETION } from './submissions.ts';

/** Moves a pending submission to its place among the others. */
const CONFIRMING: readonly TablePermission[] = [
  { actions: ['GetItem', 'DeleteItem'], partitions: ['pending'] },
  { actions: ['PutItem'], partitions: ['endpoint'], attributes: [...SENT_ATTRIBUTES, ...CONFIRMED_ATTRIBUTES] },
];

export const CONFIRMATIONS_ACCESS = {
  listPendingSubmissions: {
    readsBesideKey: ['endpoint'],
    tablePermissions: [
      { actions: ['Query'], partitions: ['pending'] },
      { actions: ['BatchGetItem'], partitions: ['confirmationDeliveries'] },
    ],
  },
  confirmSubmission: {
    readsBesideKey: ['endpoint'],
    tablePermissions: [{ actions: ['GetItem'], partitions: ['endpoint'] }, ...CONFIRMING],
  },
  testConfirmation: {
    readsBesideKey: ['endpoint', 'confirmationHealth', 'rate'],
    tablePermissions: [{ actions: ['UpdateItem'], partitions: ['rate'], attributes: RATE_ATTRIBUTES }],
    needs: ['confirmationMail'],
    settings: ['confirmationAddress'],
  },
  retrieveConfirmationStatus: { readsBesideKey: ['endpoint', 'confirmationHealth', 'rate'], needs: ['mailAccount'] },
  answerConfirmation: {
    tablePermissions: [
      { actions: ['GetItem'], partitions: ['confirmationSecret'] },
      // Whether it is due, or was confirmed before.
      { actions: ['GetItem'], partitions: ['endpoint'], attributes: [CONFIRMED_AT, ...KEEPING_ATTRIBUTES] },
      { actions: ['UpdateItem'], partitions: ['pending'] },
      RECORD_DELETION,
      // When the last mail was sent, and whether its mailbox may get another one.
      { actions: ['GetItem'], partitions: ['confirmationDeliveries'] },
      { actions: ['BatchGetItem'], partitions: ['endpoint'], attributes: CONFIRMING_ATTRIBUTES },
      { actions: ['BatchGetItem'], partitions: ['mailbox'] },
      ...CONFIRMING,
    ],
  },
  unsubscribe: {
    tablePermissions: [
      { actions: ['GetItem'], partitions: ['confirmationSecret'] },
      { actions: ['PutItem'], partitions: ['mailbox'], attributes: UNSUBSCRIBED_ATTRIBUTES },
    ],
  },
  openUnsubscribePage: { tablePermissions: [] },
} satisfies Access<'confirmations'>;
