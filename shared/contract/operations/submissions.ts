import { Challenge } from '../schemas/challenge.ts';
import { Empty, PageQuery } from '../schemas/common.ts';
import {
  Submission,
  SubmissionCreate,
  SubmissionList,
  SubmissionUpdate,
  SubmissionWithData,
} from '../schemas/submission.ts';
import { defineOperation } from './define.ts';
import { ByEndpointId, BySubmissionId, jsonBody, None, noBody } from './parts.ts';

/** What a submission is stored with, and what besides if it is spam. */
const SENT_ATTRIBUTES = ['data', 'location', 'mailSubject'];
const HELD_ATTRIBUTES = ['isSpam', 'spamReason', 'isHeld'];

export const createSubmission = defineOperation({
  id: 'createSubmission',
  group: 'submissions',
  method: 'POST',
  path: '/v1/f/{endpointId}',
  summary: 'Create a submission',
  permission: 'public',
  params: ByEndpointId,
  query: None,
  body: SubmissionCreate,
  bodyTypes: ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
  response: Submission,
  status: 201,
  errors: ['DISABLED', 'FORBIDDEN'],
  tablePermissions: [
    { actions: ['GetItem'], partitions: ['endpoint'] },
    { actions: ['PutItem'], partitions: ['endpoint'], attributes: [...SENT_ATTRIBUTES, ...HELD_ATTRIBUTES] },
    { actions: ['PutItem'], partitions: ['challenge'], attributes: ['endpointId', 'attempt', 'ttl'] },
  ],
});

export const retrieveChallenge = defineOperation({
  id: 'retrieveChallenge',
  group: 'submissions',
  method: 'GET',
  path: '/v1/f/{endpointId}/challenge',
  summary: 'Retrieve a challenge',
  permission: 'public',
  params: ByEndpointId,
  query: None,
  ...noBody,
  response: Challenge,
  status: 200,
  tablePermissions: [{ actions: ['GetItem'], partitions: ['endpoint'], attributes: ['captcha', 'captchaSecret'] }],
});

export const retrieveSubmission = defineOperation({
  id: 'retrieveSubmission',
  group: 'submissions',
  method: 'GET',
  path: '/v1/submission/{endpointId}/{id}',
  summary: 'Retrieve a submission',
  permission: 'read',
  params: BySubmissionId,
  query: None,
  ...noBody,
  response: SubmissionWithData,
  status: 200,
  readsBesideKey: ['endpoint'],
  tablePermissions: [{ actions: ['GetItem'], partitions: ['endpoint'] }],
});

export const updateSubmission = defineOperation({
  id: 'updateSubmission',
  group: 'submissions',
  method: 'PUT',
  path: '/v1/submission/{endpointId}/{id}',
  summary: 'Update a submission',
  permission: 'write',
  params: BySubmissionId,
  query: None,
  ...jsonBody(SubmissionUpdate),
  response: Submission,
  status: 200,
  readsBesideKey: ['endpoint'],
  tablePermissions: [
    { actions: ['GetItem'], partitions: ['endpoint'] },
    {
      actions: ['UpdateItem'],
      partitions: ['endpoint'],
      attributes: ['isRead', ...HELD_ATTRIBUTES],
      returnsItem: true,
    },
  ],
});

export const deleteSubmission = defineOperation({
  id: 'deleteSubmission',
  group: 'submissions',
  method: 'DELETE',
  path: '/v1/submission/{endpointId}/{id}',
  summary: 'Delete a submission',
  permission: 'write',
  params: BySubmissionId,
  query: None,
  ...noBody,
  response: Empty,
  status: 200,
  readsBesideKey: ['endpoint'],
  tablePermissions: [{ actions: ['GetItem', 'DeleteItem'], partitions: ['endpoint'] }],
});

export const listSubmissions = defineOperation({
  id: 'listSubmissions',
  group: 'submissions',
  method: 'GET',
  path: '/v1/submissions/{endpointId}',
  summary: 'List submissions of an endpoint',
  permission: 'read',
  params: ByEndpointId,
  query: PageQuery,
  ...noBody,
  response: SubmissionList,
  status: 200,
  readsBesideKey: ['endpoint', 'index'],
  tablePermissions: [
    { actions: ['GetItem', 'Query'], partitions: ['endpoint'] },
    { actions: ['GetItem'], partitions: ['index'] },
  ],
});
