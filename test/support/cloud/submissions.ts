import { expect } from '@jest/globals';
import type { Endpoint } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import type { SubmissionWithData } from '../../../shared/contract/schemas/submissions/submission.ts';
import { newEndpoint, newSubmission, newWorkspace, outputs, send, type TextResponse } from './service.ts';

export const submissionPath = (endpointId: string, id: string): string => `/v1/submission/${endpointId}/${id}`;

export const postJson = (endpointId: string, body: string | Uint8Array<ArrayBuffer>): Promise<TextResponse> =>
  send('POST', `/v1/f/${endpointId}`, { body, headers: { 'Content-Type': 'application/json' } });

export async function submissionsOf(key: string, endpointId: string): Promise<SubmissionWithData[]> {
  const { status, json } = await send('GET', `/v1/submissions/${endpointId}`, { key });
  expect(status).toBe(200);
  return json.submissions;
}

export const dataOf = async (key: string, endpointId: string): Promise<unknown[]> =>
  (await submissionsOf(key, endpointId)).map(({ data }) => data);

export interface TwoWorkspaces {
  key: string;
  workspaceId: string;
  endpoint: Endpoint;
  submissionId: string;
  otherEndpoint: Endpoint;
  strangerKey: string;
  strangersEndpoint: Endpoint;
  strangersSubmissionId: string;
}

export async function newTwoWorkspaces(): Promise<TwoWorkspaces> {
  const [{ key, workspaceId }, { key: strangerKey }] = [await newWorkspace(), await newWorkspace()];
  const [endpoint, otherEndpoint] = [await newEndpoint(key), await newEndpoint(key)];
  const strangersEndpoint = await newEndpoint(strangerKey);
  return {
    key,
    workspaceId,
    endpoint,
    submissionId: await newSubmission(endpoint.id),
    otherEndpoint,
    strangerKey,
    strangersEndpoint,
    strangersSubmissionId: await newSubmission(strangersEndpoint.id),
  };
}

const UNKNOWN_ENDPOINT_ID = 'enp_01ARZ3NDEKTSV4RRFFQ69G5FAV';
const UNKNOWN_SUBMISSION_ID = 'sub_01ARZ3NDEKTSV4RRFFQ69G5FAV';

const NO_ENDPOINT = 'There is no such endpoint.';
const NO_SUBMISSION = 'There is no such submission.';

/** Paths of submissions that a workspace does not have: the case, the message, the path. */
export const ABSENT_SUBMISSIONS: [string, string, (workspaces: TwoWorkspaces) => string][] = [
  ['that no endpoint has', NO_SUBMISSION, ({ endpoint }) => submissionPath(endpoint.id, UNKNOWN_SUBMISSION_ID)],
  ['whose id no submission can have', NO_SUBMISSION, ({ endpoint }) => submissionPath(endpoint.id, 'a%20%C3%A4%00')],
  [
    'of another endpoint of the workspace',
    NO_SUBMISSION,
    ({ otherEndpoint, submissionId }) => submissionPath(otherEndpoint.id, submissionId),
  ],
  [
    "of another workspace, under one's own endpoint",
    NO_SUBMISSION,
    ({ endpoint, strangersSubmissionId }) => submissionPath(endpoint.id, strangersSubmissionId),
  ],
  [
    'of an endpoint that does not exist',
    NO_ENDPOINT,
    ({ submissionId }) => submissionPath(UNKNOWN_ENDPOINT_ID, submissionId),
  ],
  [
    'of another workspace',
    NO_ENDPOINT,
    ({ strangersEndpoint, strangersSubmissionId }) => submissionPath(strangersEndpoint.id, strangersSubmissionId),
  ],
];

export function expectNotFound({ status, json }: TextResponse, message: string): void {
  expect(status).toBe(404);
  expect({ ...json, requestId: '' }).toEqual({
    code: 'NOT_FOUND',
    message,
    docs: `${outputs().siteUrl}/errors/NOT_FOUND`,
    requestId: '',
  });
}
