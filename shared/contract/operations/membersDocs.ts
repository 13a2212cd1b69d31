import {
  MEMBERS_PER_WORKSPACE_MAX,
  MUTED_HOURS,
  SESSION_HOURS,
  SESSIONS_PER_MEMBER_MAX,
  SIGN_IN_ATTEMPTS_MAX,
  SIGN_IN_CODE_MINUTES,
  SIGN_IN_CODES_MAX,
  WORKSPACES_PER_PERSON_MAX,
} from '../limits.ts';
import { EXAMPLE_IDS } from '../schemas/commonDocs.ts';
import type { GroupDocs } from './documented.ts';
import type * as members from './members.ts';

const OWNERS = 'Only an owner’s session can make, change or delete an owner: `FORBIDDEN` otherwise, also for keys.';
const NO_LIMITED_KEY = 'A key that expires or is limited cannot call it: `FORBIDDEN`, because members outlast it.';

export const MEMBERS_DOCS: GroupDocs<typeof members> = {
  createMember: {
    description: `Adds a person to the workspace, and mails an invitation. ${OWNERS} ${NO_LIMITED_KEY} A workspace can have ${MEMBERS_PER_WORKSPACE_MAX} members.`,
    body: {
      usual: { summary: 'An editor' },
      limited: {
        summary: 'A reader of one endpoint',
        value: { address: 'bo@example.com', role: 'reader', endpointIds: [EXAMPLE_IDS.endpoint] },
      },
    },
    response: 'The new member.',
  },
  updateMember: {
    description: `Changes a member’s role, or the endpoints that it is limited to; \`null\` for all. It applies to the member’s sessions from the next request on. ${OWNERS} ${NO_LIMITED_KEY} The last owner stays one: \`CONFLICT\`.`,
    body: { role: { summary: 'Another role' }, all: { summary: 'All endpoints', value: { endpointIds: null } } },
    response: 'The updated member.',
  },
  deleteMember: {
    description: `Removes a person from the workspace, and ends the sessions from the next request on. ${OWNERS} The last owner stays: \`CONFLICT\`.`,
    query: {
      withKeys: {
        description: '`true` to delete the keys that the member made, and those made with them, too.',
        example: true,
        isLeftOut: true,
      },
    },
  },
  listMembers: { description: 'Lists the workspace’s members, oldest first.' },
  requestSignInCode: {
    description: `Mails a code of 8 digits to the address if it is a member’s of any workspace. The response is the same for every address. A code is valid for ${SIGN_IN_CODE_MINUTES} minutes, ${SIGN_IN_ATTEMPTS_MAX} attempts, and only with its handle. An address gets ${SIGN_IN_CODES_MAX} codes in a quarter of an hour; further requests are ignored.`,
    body: { usual: { summary: 'A code for a member' } },
  },
  muteSignInCodes: {
    description: `Stops mails with codes to the address of a mail for ${MUTED_HOURS} hours, for people who get codes that they did not ask for. Sessions and keys still work.`,
    body: { usual: { summary: 'The token from the mail' } },
  },
  signIn: {
    description: `Begins a session of ${SESSION_HOURS} hours in every workspace of which the person is a member. A session is a key: send its secret as \`Authorization: Bearer …\`. Secrets are only shown this once. A member has ${SESSIONS_PER_MEMBER_MAX} sessions in a workspace: another one ends the oldest.`,
    body: { usual: { summary: 'The code from the mail' } },
  },
  listSessions: { description: 'Lists the sessions of the member who is signed in, latest first.' },
  endSession: {
    description: 'Ends a session of the member who is signed in: it is rejected from the next request on.',
  },
  endSessions: { description: 'Ends all sessions of the member who is signed in, including this one.' },
  retrieveWorkspace: { description: 'Retrieves the name of the caller’s workspace.' },
  createWorkspace: {
    description: `Creates a workspace whose first owner is the member who is signed in, and begins a session there. Only for owners whose address is in the setting \`workspaceOwners\`: \`FORBIDDEN\` otherwise. A person can be a member of ${WORKSPACES_PER_PERSON_MAX} workspaces.`,
    body: { usual: { summary: 'A workspace for another site' } },
    response: 'The session in the new workspace.',
  },
  updateWorkspace: {
    description: 'Renames the workspace. Only owners who are signed in can do this.',
    body: { usual: { summary: 'Another name' } },
    response: 'The renamed workspace.',
  },
};
