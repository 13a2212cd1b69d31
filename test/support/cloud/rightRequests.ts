import { randomUUID } from 'node:crypto';
import { localTable, type TableConnection } from '../../../infra/localService/localTable.ts';
import { FILE_TYPES_DEFAULT, UNKNOWN_LOCATION } from '../../../shared/contract/choices.ts';
import { FILE_BYTES_MAX } from '../../../shared/contract/limits.ts';
import type { Operation, OperationId } from '../../../shared/contract/operations/index.ts';
import { EXAMPLE_IDS } from '../../../shared/contract/schemas/commonDocs.ts';
import { EndpointCreate } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import { FileSettings } from '../../../shared/contract/schemas/files/submittedFile.ts';
import { WebhookCreate } from '../../../shared/contract/schemas/webhooks/webhook.ts';
import { NEVER } from '../../../shared/contract/time.ts';
import { UNSUBSCRIBE_PATH } from '../../../shared/contract/unsubscribeUrl.ts';
import { confirmToken, unsubscribeToken } from '../../../shared/deliveries/channels/confirmation/tokens.ts';
import { newWebhookSecret } from '../../../shared/deliveries/channels/webhook/signatures.ts';
import { createRepositories } from '../../../shared/http/repositories.ts';
import { docsOf } from '../../../shared/openapi/operationDocs.ts';
import { ConfirmationSecret } from '../../../shared/storage/confirmations/confirmationSecret.ts';
import type { Endpoints } from '../../../shared/storage/endpoints/endpoints.ts';
import { membershipKey, personOf } from '../../../shared/storage/members/memberKeys.ts';
import { Members } from '../../../shared/storage/members/members.ts';
import { membershipsOf } from '../../../shared/storage/members/memberships.ts';
import { Sessions } from '../../../shared/storage/members/sessions.ts';
import { SignInCodes } from '../../../shared/storage/members/signInCodes.ts';
import type { Table } from '../../../shared/storage/table/table.ts';
import { Webhooks } from '../../../shared/storage/webhooks/webhooks.ts';
import { Workspaces } from '../../../shared/storage/workspaces/workspaces.ts';
import { outputs } from './sharedCloud.ts';
import { WORKSPACE_OWNER } from './workspaceOwner.ts';

export interface Ids {
  endpointId: string;
  submissionId: string;
  keyId: string;
  webhookId: string;
  /** An endpoint with ALTCHA. */
  altchaEndpointId: string;
  /** An endpoint with a confirmation and an address. */
  confirmingEndpointId: string;
  fileId: string;
  token: string;
  /** A submission that its sender has to confirm, and the token for it. */
  pendingId: string;
  confirmToken: string;
  memberId: string;
  /** A session of that member, an editor, and its secret. */
  sessionId: string;
  session: string;
  /** An owner, the only one, who may create workspaces, and a session of theirs. */
  ownerId: string;
  ownerSession: string;
  /** A code with which the editor can sign in once. */
  handle: string;
  code: string;
  muteToken: string;
}

export interface Own extends Ids {
  memberAddress: string;
  workspaceId: string;
  key: string;
  readKey: string;
  takenSlug: string;
  disabledEndpointId: string;
  infectedFileId: string;
}

/** A new workspace, written directly into the table. */
export async function newOwn(cloud: TableConnection = outputs()): Promise<Own> {
  const table = localTable(cloud);
  return ownIn(table, await new Workspaces(table).create('Test'));
}

/** Items of this workspace that the requests use. */
export async function ownIn(table: Table, { workspaceId, key }: Pick<Own, 'workspaceId' | 'key'>): Promise<Own> {
  const { endpoints, submissions, keys } = createRepositories(table);
  const { id: endpointId } = await endpoints.create(workspaceId, { ...newEndpointFields(), files: FILES });
  const disabled = await endpoints.create(workspaceId, { ...newEndpointFields(), ...CONFIRMING, isEnabled: false });
  const altcha = await endpoints.create(workspaceId, { ...newEndpointFields(), captcha: { provider: 'altcha' } });
  const { key: spare } = await keys.create(workspaceId, NEW_KEY_FIELDS, 'read');
  const { secret: readKey } = await keys.create(workspaceId, NEW_KEY_FIELDS, 'read');
  const { id: submissionId } = await submissions.create(endpointId, {
    data: { message: 'Hello' },
    location: UNKNOWN_LOCATION,
    files: [
      { ...FILE, id: FILE_ID, scan: 'not scanned' },
      { ...FILE, id: INFECTED_FILE_ID, scan: 'infected' },
    ],
  });
  const webhookId = await newWebhook(table, endpoints, endpointId);
  const token = unsubscribeToken(await new ConfirmationSecret(table).findOrMake(), MAILBOX);
  const pending = await newPending(table, endpointId);
  const member = await newMember(table, workspaceId);
  const owner = await newOwner(table, workspaceId);
  const ids = {
    endpointId,
    submissionId,
    keyId: spare.id,
    webhookId,
    altchaEndpointId: altcha.id,
    confirmingEndpointId: disabled.id,
    fileId: FILE_ID,
    token,
    ...pending,
    ...member,
    ...owner,
  };
  const others = { takenSlug: disabled.slug, disabledEndpointId: disabled.id, infectedFileId: INFECTED_FILE_ID };
  return { ...ids, ...others, workspaceId, key, readKey };
}

/** A workspace that an operation may change: a new one, unless it only reads. */
export const ownFor = async ({ method }: Operation, own: Own): Promise<Own> => (method === 'GET' ? own : newOwn());

/** Endpoints, submissions or keys to delete. */
export async function newThings(
  cloud: TableConnection,
  own: Own,
  group: Operation['group'],
  count: number,
): Promise<Ids[]> {
  const table = localTable(cloud);
  const { endpoints, submissions, keys } = createRepositories(table);
  const { workspaceId, endpointId } = own;
  const make: Record<Operation['group'], () => Promise<Partial<Ids>>> = {
    endpoints: async () => ({ endpointId: (await endpoints.create(workspaceId, newEndpointFields())).id }),
    submissions: async () => ({
      submissionId: (await submissions.create(endpointId, { data: {}, location: UNKNOWN_LOCATION })).id,
    }),
    keys: async () => ({ keyId: (await keys.create(workspaceId, NEW_KEY_FIELDS, 'read')).key.id }),
    // Each with an endpoint of its own, since an endpoint can have only a few.
    webhooks: async () => {
      const endpoint = await endpoints.create(workspaceId, newEndpointFields());
      return { webhookId: await newWebhook(table, endpoints, endpoint.id) };
    },
    confirmations: () => newPending(table, endpointId),
    audit: async () => ({}),
    members: () => newMember(table, workspaceId),
  };
  const things: Ids[] = [];
  while (things.length < count) things.push({ ...own, ...(await make[group]()) });
  return things;
}

async function newPending(table: Table, endpointId: string) {
  const secret = await new ConfirmationSecret(table).findOrMake();
  const fields = { data: { message: 'Hello' }, location: UNKNOWN_LOCATION, isPending: true };
  const { id: pendingId } = await createRepositories(table).submissions.create(endpointId, fields);
  return { pendingId, confirmToken: confirmToken(secret, endpointId, pendingId) };
}

/** An editor who has signed in, and can do so again. */
export async function newMember(table: Table, workspaceId: string) {
  const address = `${randomUUID()}@example.com`;
  const { id: memberId } = await new Members(table).create(workspaceId, { address, role: 'editor' });
  const { session, secret } = await new Sessions(table).begin({ workspaceId, memberId }, 'Firefox on Linux', {});
  const codes = new SignInCodes(table);
  const handle = SignInCodes.newHandle();
  const person = personOf(address);
  await codes.open(handle, person);
  const code = (await codes.codeOf(handle)) as string;
  const muteToken = await codes.muteTokenOf(person);
  return { memberId, memberAddress: address, sessionId: session.id, session: secret, handle, code, muteToken };
}

/** Removes the person's other memberships, of which there can only be a few. */
async function newOwner(table: Table, workspaceId: string) {
  const person = personOf(WORKSPACE_OWNER);
  for (const other of await membershipsOf(table, person)) await table.delete(membershipKey(person, other.workspaceId));
  const { id: memberId } = await new Members(table).create(workspaceId, { address: WORKSPACE_OWNER, role: 'owner' });
  const { secret } = await new Sessions(table).begin({ workspaceId, memberId }, 'Firefox on Linux', {});
  return { ownerId: memberId, ownerSession: secret };
}

/** Accepts the upload of the document's example. */
const FILES = FileSettings.parse({ maxBytes: FILE_BYTES_MAX, types: [...FILE_TYPES_DEFAULT, 'video/*'] });
const FILE = { field: 'picture', name: 'a.png', type: 'image/png', bytes: 68 };
const FILE_ID = 'fil_01JD0B6E1G7XQ3N5R8TVW2KYPA';
const INFECTED_FILE_ID = 'fil_01JD0B6E1G7XQ3N5R8TVW2KYPB';
const CONFIRMING = {
  targetEmails: ['you@example.com'],
  confirmation: { subject: 'Thank you', text: 'We got your message.', emailField: 'email' },
};
const MAILBOX = '0'.repeat(43);
const NEW_KEY_FIELDS = { name: 'Test key', expiresAt: NEVER };

/** A webhook to a reserved domain (RFC 2606), which no request reaches. */
export const RECEIVER = 'https://receiver.invalid/forms';

async function newWebhook(table: Table, endpoints: Endpoints, endpointId: string): Promise<string> {
  const endpoint = await endpoints.find(endpointId);
  if (!endpoint) throw new Error('the endpoint is gone');
  const fields = WebhookCreate.parse({ endpointId, url: RECEIVER, events: ['submission.deleted'] });
  return (await new Webhooks(table).create(endpoint, fields, newWebhookSecret())).id;
}

export const newEndpointFields = (): EndpointCreate =>
  EndpointCreate.parse({ slug: `slug-${randomUUID()}`, targetEmails: [] });

export const UNKNOWN: Ids = {
  endpointId: 'enp_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  submissionId: 'sub_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  keyId: 'key_0000000000000000000000',
  webhookId: 'whk_01ARZ3NDEKTSV4RRFFQ69G5FAV01ARZ3NDEKTSV4RR',
  altchaEndpointId: 'enp_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  confirmingEndpointId: 'enp_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  fileId: 'fil_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  token: `${'0'.repeat(43)}.${'0'.repeat(43)}`,
  pendingId: 'sub_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  confirmToken: `sub_01ARZ3NDEKTSV4RRFFQ69G5FAV.${'0'.repeat(43)}`,
  memberId: 'mem_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  sessionId: 'ses_0000000000000000000000',
  session: `fbs_${'0'.repeat(36)}`,
  ownerId: 'mem_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  ownerSession: `fbs_${'0'.repeat(36)}`,
  handle: '0'.repeat(43),
  code: '00000000',
  muteToken: `${'0'.repeat(43)}.${'0'.repeat(43)}`,
};

/** No path names an entry. */
const UNKNOWN_ENTRY = 'aud_01ARZ3NDEKTSV4RRFFQ69G5FAV';

/** Replacements in documented examples: names that must be new, receivers that cannot be reached. */
const PARTICULARS: Partial<Record<OperationId, (ids: Ids) => object>> = {
  createEndpoint: () => ({ slug: `slug-${randomUUID()}` }),
  // The example disables the endpoint.
  updateEndpoint: () => ({ isEnabled: true }),
  createSubmission: () => ({ message: 'Hello' }),
  createWebhook: () => ({ url: RECEIVER }),
  // The example names deliveries.
  replayWebhookDeliveries: () => ({ ids: undefined, failedAfter: '2026-01-01' }),
  answerConfirmation: (ids) => ({ token: ids.confirmToken }),
  createMember: () => ({ address: `${randomUUID()}@example.com` }),
  requestSignInCode: () => ({ address: `${randomUUID()}@example.com` }),
  muteSignInCodes: ({ muteToken }) => ({ token: muteToken }),
  signIn: ({ handle, code }) => ({ handle, code }),
};

/** An operation's first documented example, with ids of a workspace. */
function bodyOf(id: OperationId, ids: Ids): object | undefined {
  const [example] = Object.values<{ value: unknown }>(docsOf(id).body ?? {});
  if (!example) return undefined;
  const { endpointId: endpoint, submissionId: submission, keyId: key } = ids;
  const withIds = Object.entries({ endpoint, submission, key }).reduce(
    (json, [kind, own]) => json.replaceAll(EXAMPLE_IDS[kind as keyof typeof EXAMPLE_IDS], own),
    JSON.stringify(example.value),
  );
  return { ...JSON.parse(withIds), ...PARTICULARS[id]?.(ids) };
}

export function rightRequest({ id, group }: Operation, ids: Ids) {
  const { endpointId: endpoints, submissionId: submissions, keyId: keys, webhookId: webhooks } = ids;
  const members = id === 'endSession' ? ids.sessionId : ids.memberId;
  const confirmations = ids.pendingId;
  const groupsId = { endpoints, submissions, keys, webhooks, confirmations, audit: UNKNOWN_ENTRY, members }[group];
  const special: Record<string, string> = {
    retrieveChallenge: ids.altchaEndpointId,
    testConfirmation: ids.confirmingEndpointId,
  };
  const endpointId = special[id] ?? ids.endpointId;
  return {
    params: { endpointId, id: groupsId, fileId: ids.fileId, token: ids.token },
    json: bodyOf(id as OperationId, ids),
  };
}

/** True if only members can call it, about their own sessions. */
export const isOfSessions = ({ group, narrowed }: Operation): boolean => group === 'members' && narrowed === 'ofCaller';

/** The credential with which a request succeeds. */
export const credentialFor = (
  operation: Operation,
  { key, session, ownerSession }: Pick<Own, 'key' | 'session' | 'ownerSession'>,
): string => (operation.leastRole === 'owner' ? ownerSession : isOfSessions(operation) ? session : key);

/** True if a key can call it. */
export const isForKeys = (operation: Operation): boolean =>
  operation.permission !== 'public' && operation.leastRole !== 'owner' && !isOfSessions(operation);

/** The placeholders in an operation's path, or its required query. */
export interface NamedInPath {
  endpointId: string;
  id: string;
  fileId?: string;
  token?: string;
}

/** The path, with the token where one is required. */
export const pathWith = ({ path }: Operation, params: NamedInPath): string =>
  path
    .replace('{endpointId}', params.endpointId)
    .replace('{id}', params.id)
    .replace('{fileId}', params.fileId ?? UNKNOWN.fileId) +
  (path === UNSUBSCRIBE_PATH && params.token !== undefined ? `?token=${params.token}` : '');
