import * as z from 'zod/mini';
import { FORM_PATHS } from '../formPaths.ts';
import { FileQuery, FileUrl, Upload, UploadCreate } from '../schemas/files/uploads.ts';
import { operationsOf } from './define.ts';
import { ByEndpointId, BySubmissionId, jsonBody } from './parts.ts';

const ByFileId = z.extend(BySubmissionId, { fileId: z.string() });

// In its own file because only two functions need these schemas.
const defineOperation = operationsOf('submissions');

export const createUpload = defineOperation({
  id: 'createUpload',
  method: 'POST',
  repeatable: false,
  path: FORM_PATHS.uploads,
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
  method: 'GET',
  path: '/v1/submission/{endpointId}/{id}/file/{fileId}',
  summary: 'Retrieve a file of a submission',
  permission: 'read',
  params: ByFileId,
  query: FileQuery,
  response: FileUrl,
  redirectStatus: 302,
});
