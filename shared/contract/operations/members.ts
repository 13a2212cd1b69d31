import { Empty } from '../schemas/common.ts';
import { Member, MemberCreate, MemberDeletion, MemberList, MemberUpdate } from '../schemas/members/member.ts';
import {
  MuteRequest,
  SessionList,
  SignedIn,
  SignInCode,
  SignInCodeRequest,
  SignInRequest,
  SignInResult,
} from '../schemas/members/session.ts';
import { OwnWorkspace, Workspace, WorkspaceFields } from '../schemas/members/workspace.ts';
import { operationsOf } from './define.ts';
import { ById, jsonBody } from './parts.ts';

const defineOperation = operationsOf('members');

export const createMember = defineOperation({
  id: 'createMember',
  method: 'POST',
  repeatable: false,
  repeated: 'sameResponse',
  path: '/v1/member',
  summary: 'Create a member',
  permission: 'write',
  ...jsonBody(MemberCreate),
  response: Member,
  status: 201,
  errors: ['CONFLICT', 'USAGE_EXCEEDED'],
});

export const updateMember = defineOperation({
  id: 'updateMember',
  method: 'PUT',
  path: '/v1/member/{id}',
  summary: 'Update a member',
  permission: 'write',
  params: ById,
  ...jsonBody(MemberUpdate),
  response: Member,
  errors: ['CONFLICT'],
});

export const deleteMember = defineOperation({
  id: 'deleteMember',
  method: 'DELETE',
  path: '/v1/member/{id}',
  summary: 'Delete a member',
  permission: 'write',
  params: ById,
  query: MemberDeletion,
  response: Empty,
  errors: ['CONFLICT'],
});

export const listMembers = defineOperation({
  id: 'listMembers',
  method: 'GET',
  path: '/v1/members',
  summary: 'List members',
  permission: 'read',
  response: MemberList,
});

export const requestSignInCode = defineOperation({
  id: 'requestSignInCode',
  method: 'POST',
  repeatable: false,
  path: '/v1/session/code',
  summary: 'Request a code to sign in',
  permission: 'public',
  ...jsonBody(SignInCodeRequest),
  response: SignInCode,
});

export const muteSignInCodes = defineOperation({
  id: 'muteSignInCodes',
  method: 'POST',
  repeatable: true,
  path: '/v1/session/mute',
  summary: 'Mute sign-in codes',
  permission: 'public',
  ...jsonBody(MuteRequest),
  response: Empty,
  errors: ['NOT_FOUND'],
  requestsPerSecondMax: 5,
});

export const signIn = defineOperation({
  id: 'signIn',
  method: 'POST',
  repeatable: false,
  path: '/v1/session',
  summary: 'Sign in with a code',
  permission: 'public',
  ...jsonBody(SignInRequest),
  response: SignInResult,
  status: 201,
  errors: ['UNAUTHORIZED'],
  requestsPerSecondMax: 10,
});

export const listSessions = defineOperation({
  id: 'listSessions',
  method: 'GET',
  path: '/v1/sessions',
  summary: 'List your sessions',
  permission: 'read',
  leastRole: 'reader',
  narrowed: 'ofCaller',
  response: SessionList,
  errors: ['FORBIDDEN'],
});

export const endSession = defineOperation({
  id: 'endSession',
  method: 'DELETE',
  path: '/v1/session/{id}',
  summary: 'End a session',
  permission: 'read',
  leastRole: 'reader',
  narrowed: 'ofCaller',
  params: ById,
  response: Empty,
  errors: ['FORBIDDEN'],
});

export const endSessions = defineOperation({
  id: 'endSessions',
  method: 'DELETE',
  path: '/v1/sessions',
  summary: 'End all your sessions',
  permission: 'read',
  leastRole: 'reader',
  narrowed: 'ofCaller',
  response: Empty,
  errors: ['FORBIDDEN'],
});

export const retrieveWorkspace = defineOperation({
  id: 'retrieveWorkspace',
  method: 'GET',
  path: '/v1/workspace',
  summary: 'Retrieve the workspace',
  permission: 'read',
  leastRole: 'reader',
  narrowed: 'byHandler',
  response: OwnWorkspace,
});

export const createWorkspace = defineOperation({
  id: 'createWorkspace',
  method: 'POST',
  repeatable: false,
  path: '/v1/workspace',
  summary: 'Create a workspace',
  permission: 'write',
  leastRole: 'owner',
  ...jsonBody(WorkspaceFields),
  response: SignedIn,
  status: 201,
  errors: ['USAGE_EXCEEDED'],
});

export const updateWorkspace = defineOperation({
  id: 'updateWorkspace',
  method: 'PUT',
  path: '/v1/workspace',
  summary: 'Rename the workspace',
  permission: 'write',
  leastRole: 'owner',
  ...jsonBody(WorkspaceFields),
  response: Workspace,
});
