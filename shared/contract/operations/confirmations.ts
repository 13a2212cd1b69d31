import { Empty } from '../schemas/common.ts';
import { ConfirmationStatus, ConfirmationTest, ConfirmationTestRequest } from '../schemas/confirmation.ts';
import { ConfirmationAnswer, PendingList, PendingQuery } from '../schemas/pending.ts';
import { Submission } from '../schemas/submission.ts';
import { TokenQuery, UnsubscribePage } from '../schemas/unsubscribe.ts';
import { UNSUBSCRIBE_PATH } from '../sitePages.ts';
import { defineOperation } from './define.ts';
import { ByEndpointId, BySubmissionId, jsonBody } from './parts.ts';

export const listPendingSubmissions = defineOperation({
  id: 'listPendingSubmissions',
  group: 'confirmations',
  method: 'GET',
  path: '/v1/submissions/{endpointId}/pending',
  summary: 'List pending submissions of an endpoint',
  permission: 'read',
  params: ByEndpointId,
  query: PendingQuery,
  response: PendingList,
});

export const confirmSubmission = defineOperation({
  id: 'confirmSubmission',
  group: 'confirmations',
  method: 'PUT',
  path: '/v1/submission/{endpointId}/{id}/confirmation',
  summary: 'Confirm a pending submission',
  permission: 'write',
  params: BySubmissionId,
  response: Submission,
});

export const testConfirmation = defineOperation({
  id: 'testConfirmation',
  group: 'confirmations',
  method: 'POST',
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
  group: 'confirmations',
  method: 'GET',
  path: '/v1/confirmation/{endpointId}',
  summary: 'Retrieve the status of confirmations',
  permission: 'read',
  params: ByEndpointId,
  response: ConfirmationStatus,
});

export const answerConfirmation = defineOperation({
  id: 'answerConfirmation',
  group: 'confirmations',
  method: 'POST',
  path: '/v1/f/{endpointId}/confirmation',
  summary: 'Answer a confirmation',
  permission: 'public',
  params: ByEndpointId,
  ...jsonBody(ConfirmationAnswer),
  response: Empty,
});

export const unsubscribe = defineOperation({
  id: 'unsubscribe',
  group: 'confirmations',
  method: 'POST',
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
  group: 'confirmations',
  method: 'GET',
  path: UNSUBSCRIBE_PATH,
  summary: 'Open the page to unsubscribe',
  permission: 'public',
  query: TokenQuery,
  response: UnsubscribePage,
  redirectStatus: 303,
});
