import { DEVICE_DAYS, ENDPOINTS_PER_KEY_MAX } from '../../limits.ts';
import { EXAMPLE_IDS, idField } from '../commonDocs.ts';
import { documented } from '../documented.ts';
import { EXAMPLE_SECRET } from '../keys/keyDocs.ts';
import { Member, MemberCreate, MemberList, MemberUpdate } from './member.ts';
import {
  MuteRequest,
  Session,
  SessionList,
  SignedIn,
  SignInCode,
  SignInCodeRequest,
  SignInRequest,
  SignInResult,
} from './session.ts';
import { OwnWorkspace, Workspace, WorkspaceFields } from './workspace.ts';

const ADDRESS = 'Email address. Case is ignored.';
const ROLE =
  '`reader` sees endpoints and submissions, `editor` also changes submissions, `admin` does everything except what concerns owners, `owner` does everything.';
const ENDPOINT_IDS = `The only endpoints of which the member sees anything, up to ${ENDPOINTS_PER_KEY_MAX}. Owners see all.`;

const member: Member = {
  id: EXAMPLE_IDS.member,
  workspaceId: EXAMPLE_IDS.workspace,
  address: 'ada@example.com',
  role: 'editor',
  createdAt: '2026-11-24 09:30:00.000000',
};

const session: Session = {
  id: EXAMPLE_IDS.session,
  name: 'Firefox on Linux',
  createdAt: '2026-11-24 09:31:00.000000',
  expiresAt: '2026-11-24 21:31:00.000000',
  lastAccess: '2026-11-24 10:02:00.000000',
};

const HANDLE = 'q0vJ6mW9xT3bYk2RzC8dLh5NfP1sGa7UeI4oXyVtKrM';
const SECRET = EXAMPLE_SECRET.replace('fbk_', 'fbs_');

const signedIn: SignedIn = {
  id: EXAMPLE_IDS.session,
  secret: SECRET,
  workspaceId: EXAMPLE_IDS.workspace,
  workspaceName: 'Acme',
  memberId: EXAMPLE_IDS.member,
  role: 'editor',
  expiresAt: session.expiresAt,
};

const workspace = { id: EXAMPLE_IDS.workspace, name: 'Acme', createdAt: member.createdAt };

const WORKSPACE_FIELDS = {
  id: idField('workspace', 'Identifier.'),
  name: 'Its name.',
  createdAt: 'When it was created, in UTC.',
};

export const MEMBER_SCHEMAS = {
  Workspace: documented(Workspace, { description: 'A workspace.', fields: WORKSPACE_FIELDS, example: workspace }),
  OwnWorkspace: documented(OwnWorkspace, {
    description: 'The caller’s workspace.',
    fields: { ...WORKSPACE_FIELDS, canCreateWorkspaces: 'Whether the caller can create workspaces.' },
    example: { ...workspace, canCreateWorkspaces: false },
  }),
  WorkspaceFields: documented(WorkspaceFields, {
    description: 'What can be set of a workspace.',
    fields: { name: 'Its name.' },
    example: { name: workspace.name },
  }),
  Member: documented(Member, {
    description: 'A person who can sign in to the workspace. Times are UTC.',
    fields: {
      id: idField('member', 'Identifier.'),
      workspaceId: idField('workspace', 'Workspace that the member belongs to.'),
      address: ADDRESS,
      role: ROLE,
      endpointIds: `${ENDPOINT_IDS} Absent for a member who sees all.`,
      createdAt: 'When it was added, `YYYY-MM-DD HH:MM:SS.ffffff`.',
    },
    example: member,
  }),
  MemberCreate: documented(MemberCreate, {
    description: 'A new member.',
    fields: { address: ADDRESS, role: ROLE, endpointIds: `${ENDPOINT_IDS} Default: all.` },
    example: { address: member.address, role: member.role },
  }),
  MemberUpdate: documented(MemberUpdate, {
    description: 'What to change: the role, the endpoints, or both.',
    fields: { role: ROLE, endpointIds: `${ENDPOINT_IDS} \`null\` for all.` },
    example: { role: 'admin' },
  }),
  MemberList: documented(MemberList, {
    description: 'The members of the workspace.',
    fields: { members: 'The members, oldest first.' },
    example: { members: [member] },
  }),
  SignInCodeRequest: documented(SignInCodeRequest, {
    description: 'Who wants to sign in.',
    fields: {
      address: ADDRESS,
      device: {
        description: 'From an earlier sign-in with this address; strangers cannot use up its codes.',
        pattern: '^[0-9]{1,6}[.][A-Za-z0-9_-]{43}$',
      },
    },
    example: { address: member.address },
  }),
  SignInCode: documented(SignInCode, {
    description: 'The handle of a code, whether or not one was mailed.',
    fields: { handle: 'To be sent with the code. Keep it where the code was asked for.' },
    example: { handle: HANDLE },
  }),
  MuteRequest: documented(MuteRequest, {
    description: 'What the link in a mail with a code leads to.',
    fields: { token: { description: 'The token from the link.', pattern: '^[A-Za-z0-9_-]{43}[.][A-Za-z0-9_-]{43}$' } },
    example: { token: `${HANDLE}.${HANDLE}` },
  }),
  SignInRequest: documented(SignInRequest, {
    description: 'A code from a mail, with its handle.',
    fields: {
      handle: { description: 'The handle from the request for the code.', pattern: '^[A-Za-z0-9_-]{43}$' },
      code: 'The 8 digits; spaces and hyphens are ignored.',
    },
    example: { handle: HANDLE, code: '4821 7093' },
  }),
  SignedIn: documented(SignedIn, {
    description: 'A new session, with its secret.',
    fields: {
      id: idField('session', 'Identifier. It is not secret and cannot be used as a credential.'),
      secret: 'The secret (`fbs_…`), shown only this once.',
      workspaceId: idField('workspace', 'The workspace.'),
      workspaceName: 'Its name.',
      memberId: idField('member', 'Whose session it is.'),
      role: ROLE,
      endpointIds: `${ENDPOINT_IDS} Absent for a member who sees all.`,
      expiresAt: 'When it ends.',
    },
    example: signedIn,
  }),
  SignInResult: documented(SignInResult, {
    description: 'The new sessions, one for each workspace.',
    fields: {
      address: ADDRESS,
      device: `Send it with later requests for codes, for ${DEVICE_DAYS} days. It gives access to nothing.`,
      sessions: 'The sessions.',
    },
    example: { address: member.address, device: `20786.${HANDLE}`, sessions: [signedIn] },
  }),
  Session: documented(Session, {
    description: 'A session, without its secret. Times are UTC.',
    fields: {
      id: idField('session', 'Identifier.'),
      name: 'The browser that signed in.',
      createdAt: 'When it began.',
      expiresAt: 'When it ends.',
      lastAccess: 'When it was last used, accurate to a minute. Absent until its first use.',
    },
    example: session,
  }),
  SessionList: documented(SessionList, {
    description: 'The sessions of the member who is signed in.',
    fields: { sessions: 'The sessions, latest first.' },
    example: { sessions: [session] },
  }),
};
