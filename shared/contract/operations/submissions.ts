import { FORM_PATHS } from '../formPaths.ts';
import { SubmissionsDelete, SubmissionsDeleted, SubmissionsUpdate, SubmissionsUpdated } from '../schemas/bulk.ts';
import { Empty, PageQuery } from '../schemas/common.ts';
import { DeliveryList } from '../schemas/deliveries.ts';
import { FormQuery, ValidationResult } from '../schemas/endpoints/fieldRules.ts';
import { FormRules } from '../schemas/endpoints/formRules.ts';
import { Challenge } from '../schemas/submissions/challenge.ts';
import { DeleteQuery } from '../schemas/submissions/pending.ts';
import { SearchQuery, SearchResult } from '../schemas/submissions/search.ts';
import { Submission, SubmissionList, SubmissionUpdate, SubmissionWithData } from '../schemas/submissions/submission.ts';
import { SubmissionCreate } from '../schemas/submissions/submissionCreate.ts';
import { operationsOf } from './define.ts';
import { ByEndpointId, BySubmissionId, jsonBody } from './parts.ts';

const defineOperation = operationsOf('submissions');

export const createSubmission = defineOperation({
  id: 'createSubmission',
  method: 'POST',
  repeatable: false,
  repeated: 'sameResponse',
  path: FORM_PATHS.form,
  summary: 'Create a submission',
  permission: 'public',
  params: ByEndpointId,
  query: FormQuery,
  body: SubmissionCreate,
  bodyTypes: ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'],
  response: Submission,
  validationResponse: ValidationResult,
  status: 201,
  errors: ['DISABLED', 'FORBIDDEN'],
});

export const retrieveChallenge = defineOperation({
  id: 'retrieveChallenge',
  method: 'GET',
  path: FORM_PATHS.challenge,
  summary: 'Retrieve a challenge',
  permission: 'public',
  params: ByEndpointId,
  response: Challenge,
});

export const retrieveRules = defineOperation({
  id: 'retrieveRules',
  method: 'GET',
  path: FORM_PATHS.rules,
  summary: 'Retrieve the rules of a form',
  permission: 'public',
  params: ByEndpointId,
  response: FormRules,
  errors: ['DISABLED'],
});

export const retrieveSubmission = defineOperation({
  id: 'retrieveSubmission',
  method: 'GET',
  path: '/v1/submission/{endpointId}/{id}',
  summary: 'Retrieve a submission',
  permission: 'read',
  params: BySubmissionId,
  response: SubmissionWithData,
});

export const updateSubmission = defineOperation({
  id: 'updateSubmission',
  method: 'PUT',
  path: '/v1/submission/{endpointId}/{id}',
  summary: 'Update a submission',
  permission: 'write',
  params: BySubmissionId,
  ...jsonBody(SubmissionUpdate),
  response: Submission,
});

export const deleteSubmission = defineOperation({
  id: 'deleteSubmission',
  method: 'DELETE',
  path: '/v1/submission/{endpointId}/{id}',
  summary: 'Delete a submission',
  permission: 'write',
  params: BySubmissionId,
  query: DeleteQuery,
  response: Empty,
});

export const listSubmissions = defineOperation({
  id: 'listSubmissions',
  method: 'GET',
  path: '/v1/submissions/{endpointId}',
  summary: 'List submissions of an endpoint',
  permission: 'read',
  params: ByEndpointId,
  query: PageQuery,
  response: SubmissionList,
});

export const searchSubmissions = defineOperation({
  id: 'searchSubmissions',
  method: 'GET',
  path: '/v1/submissions/{endpointId}/search',
  summary: 'Search submissions of an endpoint',
  permission: 'read',
  params: ByEndpointId,
  query: SearchQuery,
  response: SearchResult,
});

export const updateSubmissions = defineOperation({
  id: 'updateSubmissions',
  method: 'PUT',
  path: '/v1/submissions/{endpointId}',
  summary: 'Update many submissions',
  permission: 'write',
  params: ByEndpointId,
  ...jsonBody(SubmissionsUpdate),
  response: SubmissionsUpdated,
});

export const deleteSubmissions = defineOperation({
  id: 'deleteSubmissions',
  method: 'POST',
  repeatable: true,
  path: '/v1/submissions/{endpointId}/delete',
  summary: 'Delete many submissions',
  permission: 'write',
  params: ByEndpointId,
  ...jsonBody(SubmissionsDelete),
  response: SubmissionsDeleted,
});

export const retrieveDeliveries = defineOperation({
  id: 'retrieveDeliveries',
  method: 'GET',
  path: '/v1/submission/{endpointId}/{id}/deliveries',
  summary: 'Retrieve a submission’s notifications',
  permission: 'read',
  params: BySubmissionId,
  response: DeliveryList,
});
