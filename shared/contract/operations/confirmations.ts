import { CursorQuery, Empty } from '../schemas/common.ts';
import {
  ConfirmationStatus,
  ConfirmationTest,
  ConfirmationTestRequest,
} from '../schemas/confirmations/confirmation.ts';
import { TokenQuery, UnsubscribePage } from '../schemas/confirmations/unsubscribe.ts';
import { ConfirmationAnswer, PendingList } from '../schemas/submissions/pending.ts';
import { Submission } from '../schemas/submissions/submission.ts';
import { UNSUBSCRIBE_PATH } from '../unsubscribeUrl.ts';
import { operationsOf } from './define.ts';
import { ByEndpointId, BySubmissionId, jsonBody } from './parts.ts';

const defineOperation = operationsOf('confirmations');

export const listPendingSubmissions = defineOperation({
  id: 'listPendingSubmissions',
  method: 'GET',
  path: '/v1/submissions/{endpointId}/pending',
  summary: 'List pending submissions of an endpoint',
  permission: 'read',
  params: ByEndpointId,
  query: CursorQuery,
  response: PendingList,
});

export const confirmSubmission = defineOperation({
  id: 'confirmSubmission',
  method: 'PUT',
  path: '/v1/submission/{endpointId}/{id}/confirmation',
  summary: 'Confirm a pending submission',
  permission: 'write',
  params: BySubmissionId,
  response: Submission,
});

export const testConfirmation = defineOperation({
  id: 'testConfirmation',
  method: 'POST',
  repeatable: false,
  path: '/v1/confirmation/{endpointId}/test',
  summary: 'Test the confirmation of an endpoint',
  permission: 'write',
  params: ByEndpointId,
  ...jsonBody(ConfirmationTestRequest),
  response: ConfirmationTest,
  // It sends mail.
  requestsPerSecondMax: 1,
});

export const retrieveConfirmationStatus = defineOperation({
  id: 'retrieveConfirmationStatus',
  method: 'GET',
  path: '/v1/confirmation/{endpointId}',
  summary: 'Retrieve the status of confirmations',
  permission: 'read',
  params: ByEndpointId,
  response: ConfirmationStatus,
});

export const answerConfirmation = defineOperation({
  id: 'answerConfirmation',
  method: 'POST',
  repeatable: true,
  path: '/v1/f/{endpointId}/confirmation',
  summary: 'Answer a confirmation',
  permission: 'public',
  params: ByEndpointId,
  ...jsonBody(ConfirmationAnswer),
  response: Empty,
});

export const unsubscribe = defineOperation({
  id: 'unsubscribe',
  method: 'POST',
  repeatable: true,
  path: UNSUBSCRIBE_PATH,
  summary: 'Unsubscribe from confirmations',
  permission: 'public',
  query: TokenQuery,
  // Mail programs post `List-Unsubscribe=One-Click`; only the token matters.
  response: Empty,
  errors: ['NOT_FOUND'],
});

export const openUnsubscribePage = defineOperation({
  id: 'openUnsubscribePage',
  method: 'GET',
  path: UNSUBSCRIBE_PATH,
  summary: 'Open the page to unsubscribe',
  permission: 'public',
  query: TokenQuery,
  response: UnsubscribePage,
  redirectStatus: 303,
});
