import * as z from 'zod/mini';
import { FileQuery, FileUrl, Upload, UploadCreate } from '../schemas/uploads.ts';
import { defineOperation } from './define.ts';
import { ByEndpointId, BySubmissionId, jsonBody } from './parts.ts';

const ByFileId = z.extend(BySubmissionId, { fileId: z.string() });

/** Part of the group of submissions, but only two functions load them. */

export const createUpload = defineOperation({
  id: 'createUpload',
  group: 'submissions',
  method: 'POST',
  path: '/v1/f/{endpointId}/uploads',
  summary: 'Create an upload',
  permission: 'public',
  params: ByEndpointId,
  ...jsonBody(UploadCreate),
  response: Upload,
  status: 201,
  errors: ['DISABLED', 'FORBIDDEN'],
});

export const retrieveFile = defineOperation({
  id: 'retrieveFile',
  group: 'submissions',
  method: 'GET',
  path: '/v1/submission/{endpointId}/{id}/file/{fileId}',
  summary: 'Retrieve a file of a submission',
  permission: 'read',
  params: ByFileId,
  query: FileQuery,
  response: FileUrl,
  redirectStatus: 302,
  errors: ['FORBIDDEN'],
});
