import { SIGN_IN_ATTEMPTS_MAX } from '../../../shared/contract/limits.ts';
import type { Role } from '../../../shared/contract/roles.ts';
import { NEVER } from '../../../shared/contract/time.ts';
import { muteKey, personOf, signInCodeKey } from '../../../shared/storage/members/memberKeys.ts';
import { Members } from '../../../shared/storage/members/members.ts';
import { Sessions } from '../../../shared/storage/members/sessions.ts';
import { SignInCodes } from '../../../shared/storage/members/signInCodes.ts';
import { keyKey } from '../../../shared/storage/table/itemKeys.ts';
import { Workspaces } from '../../../shared/storage/workspaces/workspaces.ts';
import { WORKSPACE_OWNER } from '../../support/simulator/operations.ts';
import { grows, READ } from './answers.ts';
import type { Conversation, Scenario } from './scenarios.ts';
import type { SimulatedCloud } from './simulatedCloud.ts';

export const MEMBER_ADDRESS = 'ada@example.com';
const QUARTER_MS = 15 * 60_000;
const BROWSER = 'Firefox on Linux';

const bearing = (secret: string) => ({ Authorization: `Bearer ${secret}` });

/** A member with two sessions, and the header with which a request is the member's own. */
async function givenMember({ table, workspaceId }: SimulatedCloud, role: Role = 'editor', address = MEMBER_ADDRESS) {
  const { id } = await new Members(table).create(workspaceId, { address, role });
  const sessions = new Sessions(table);
  const begin = () => sessions.begin({ workspaceId, memberId: id }, BROWSER, {});
  const { session, secret } = await begin();
  const { session: other } = await begin();
  return { id, session: session.id, other: other.id, headers: bearing(secret) };
}

const memberOf = ({ table, workspaceId }: SimulatedCloud, id: string) => new Members(table).find(workspaceId, id);

const creating = async (cloud: SimulatedCloud): Promise<Conversation> => ({
  request: { json: { address: MEMBER_ADDRESS, role: 'admin' } },
  answers: { undone: 201, done: 409 },
  isDone: async () => (await new Members(cloud.table).list(cloud.workspaceId)).length === 1,
});

const updating = async (cloud: SimulatedCloud): Promise<Conversation> => {
  const { id } = await givenMember(cloud);
  return {
    request: { params: { id }, json: { role: 'reader' } },
    answers: READ,
    isDone: async () => (await memberOf(cloud, id))?.rights.role === 'reader',
  };
};

const deleting =
  (role: Role) =>
  async (cloud: SimulatedCloud): Promise<Conversation> => {
    const owner = await givenMember(cloud, 'owner', WORKSPACE_OWNER);
    const { id } = await givenMember(cloud, role);
    return {
      request: { params: { id }, headers: owner.headers },
      answers: { undone: 200, done: 404 },
      isDone: async () => (await memberOf(cloud, id)) === undefined,
    };
  };

const deletingWithKeys = async (cloud: SimulatedCloud): Promise<Conversation> => {
  const { keys } = cloud.repositories;
  const { id } = await givenMember(cloud);
  const fields = { name: 'A key', expiresAt: NEVER, madeBy: id };
  const made: string[] = [];
  for (let i = 0; i < 2; i++) made.push((await keys.create(cloud.workspaceId, fields, 'write')).key.id);
  const left = async () => [await memberOf(cloud, id), ...(await Promise.all(made.map((key) => keys.find(key))))];
  return {
    request: { params: { id }, query: { withKeys: 'true' } },
    answers: { undone: 200, done: 404 },
    isDone: async () => (await left()).every((each) => each === undefined),
  };
};

/** A code works once, even if the session that it was for is lost with the response. */
const signingIn = async (cloud: SimulatedCloud): Promise<Conversation> => {
  const { table } = cloud;
  await givenMember(cloud);
  const codes = new SignInCodes(table);
  const handle = SignInCodes.newHandle();
  await codes.open(handle, personOf(MEMBER_ADDRESS));
  const code = await codes.codeOf(handle);
  return {
    request: { json: { handle, code } },
    answers: { undone: 201, done: 401 },
    isDone: async () => {
      const { isUsed, attempts } = (await table.get(signInCodeKey(handle))) ?? {};
      return isUsed === true || Number(attempts) >= SIGN_IN_ATTEMPTS_MAX;
    },
    whenLost: 401,
    check: async (answers) => {
      const secrets = answers.flatMap(({ body }) => JSON.parse(body).sessions as { secret: string }[]);
      const verified = secrets.map(({ secret }) => cloud.read('listSessions', { headers: bearing(secret) }));
      return (await Promise.all(verified)).every(({ status }) => status === 200) ? [] : ['a new session opens nothing'];
    },
  };
};

const requesting = async (cloud: SimulatedCloud): Promise<Conversation> => {
  await givenMember(cloud);
  const { mails } = cloud.services;
  return {
    request: { json: { address: MEMBER_ADDRESS } },
    answers: READ,
    // A lost response may use up the limit of codes.
    retryAfterMs: QUARTER_MS,
    check: async () => (mails.some(({ recipient }) => recipient === MEMBER_ADDRESS) ? [] : ['no code was mailed']),
  };
};

const muting = async (cloud: SimulatedCloud): Promise<Conversation> => {
  const person = personOf(MEMBER_ADDRESS);
  const token = await new SignInCodes(cloud.table).muteTokenOf(person);
  const isDone = async () => (await cloud.table.get(muteKey(person))) !== undefined;
  return { request: { json: { token } }, answers: READ, isDone };
};

const ending =
  (which: 'session' | 'other' | 'all') =>
  async (cloud: SimulatedCloud): Promise<Conversation> => {
    const { headers, ...ids } = await givenMember(cloud);
    const id = which === 'other' ? ids.other : ids.session;
    return {
      request: { headers, ...(which !== 'all' && { params: { id } }) },
      answers: { undone: 200, done: which === 'other' ? 404 : 401 },
      isDone: async () => (await cloud.table.get(keyKey(id))) === undefined,
    };
  };

const listing = async (cloud: SimulatedCloud): Promise<Conversation> => {
  const { headers } = await givenMember(cloud);
  return { request: { headers }, answers: READ };
};

const creatingWorkspace = async (cloud: SimulatedCloud): Promise<Conversation> => {
  const { headers } = await givenMember(cloud, 'owner', WORKSPACE_OWNER);
  const count = () => [...cloud.services.items.state().values()].filter(({ name }) => name === 'Another').length;
  return { request: { headers, json: { name: 'Another' } }, answers: { undone: 201, done: 201 }, isDone: grows(count) };
};

const renamingWorkspace = async (cloud: SimulatedCloud): Promise<Conversation> => {
  const { headers } = await givenMember(cloud, 'owner');
  const isDone = async () => (await new Workspaces(cloud.table).find(cloud.workspaceId))?.name === 'Another';
  return { request: { headers, json: { name: 'Another' } }, answers: READ, isDone };
};

export const memberScenarios = {
  createMember: [{ name: 'a new one', begin: creating }],
  updateMember: [{ name: 'with sessions', begin: updating }],
  deleteMember: [
    { name: 'with sessions', begin: deleting('editor') },
    { name: 'an owner who is not the last', begin: deleting('owner') },
    { name: 'with the keys', begin: deletingWithKeys },
  ],
  requestSignInCode: [{ name: 'of a member', begin: requesting }],
  muteSignInCodes: [{ name: 'of a person', begin: muting }],
  signIn: [{ name: 'with the code', begin: signingIn }],
  listSessions: [{ name: 'of a member', begin: listing }],
  endSession: [
    { name: 'the one that is calling', begin: ending('session') },
    { name: 'another one', begin: ending('other') },
  ],
  endSessions: [{ name: 'all', begin: ending('all') }],
  createWorkspace: [{ name: 'a new one', begin: creatingWorkspace }],
  updateWorkspace: [{ name: 'a new name', begin: renamingWorkspace }],
} satisfies Record<string, Scenario<Conversation>[]>;
