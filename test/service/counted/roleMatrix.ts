import { beforeAll, describe, expect, test } from '@jest/globals';
import { OPERATIONS, type Operation } from '../../../shared/contract/operations/index.ts';
import { isAtLeast, leastRoleOf, ROLES, type Role } from '../../../shared/contract/roles.ts';
import { Members } from '../../../shared/storage/members/members.ts';
import { Sessions } from '../../../shared/storage/members/sessions.ts';
import { keyKey } from '../../../shared/storage/table/itemKeys.ts';
import { isOfSessions, newOwn, type Own, pathWith, rightRequest } from '../../support/cloud/rightRequests.ts';
import { send, sharedTable } from '../../support/cloud/service.ts';
import { ofSuite } from '../../support/jest/ofSuite.ts';
import { dumpTable } from '../security/support/tableDump.ts';
import { type Endpoints, endpointsOf, namesEndpoint, namesKey } from './named.ts';

const protectedOperations = OPERATIONS.filter(({ permission }) => permission !== 'public');
const own = ofSuite(newOwn);

interface Kind {
  role: Role;
  endpoints: Endpoints;
}
/** Owners cannot be limited to endpoints. */
const KINDS = ROLES.flatMap((role) =>
  Object.keys(endpointsOf).map((endpoints): Kind => ({ role, endpoints: endpoints as Endpoints })),
).filter(({ role, endpoints }) => role !== 'owner' || endpoints === 'all');

/** A member with this role who is signed in. */
async function newSession({ role, endpoints }: Kind, ids: Own): Promise<{ id: string; secret: string }> {
  const { workspaceId } = ids;
  const endpointIds = endpointsOf[endpoints](ids);
  const address = `${crypto.randomUUID()}@example.com`;
  const fields = { address, role, ...(endpointIds && { endpointIds }) };
  const { id: memberId } = await new Members(sharedTable()).create(workspaceId, fields);
  const { session, secret } = await new Sessions(sharedTable()).begin({ workspaceId, memberId }, 'Firefox', {});
  return { id: session.id, secret };
}

function expectedStatus(operation: Operation, { role, endpoints }: Kind): number {
  const isLimited = endpoints !== 'all';
  if (!isAtLeast(role, leastRoleOf(operation))) return 403;
  if (isOfSessions(operation) || operation.id === 'retrieveWorkspace') return operation.status;
  // The addresses are none of those that may create workspaces.
  if (operation.id === 'createWorkspace') return 403;
  if (isLimited && (operation.id === 'createEndpoint' || operation.group === 'members')) return 403;
  if (endpoints === 'other' && namesEndpoint(operation)) return 404;
  const seesKeys = isAtLeast(role, 'admin') && !isLimited;
  return !seesKeys && namesKey(operation) ? 404 : operation.status;
}

function sendAs(operation: Operation, { id: sessionId, secret }: { id: string; secret: string }, ids: Own) {
  const { params, json } = rightRequest(operation, { ...ids, sessionId });
  return send(operation.method, pathWith(operation, params), {
    ...(json && { json }),
    headers: { Accept: 'application/json', Authorization: `Bearer ${secret}` },
  });
}

/** The workspace's items, without those of deliveries. */
const dumpOwn = async () =>
  Object.entries(await dumpTable()).filter((item) =>
    [own.workspaceId, own.endpointId, own.confirmingEndpointId].some((id) => item.join().includes(id)),
  );

describe('API5:2023 and API1:2023 with every operation and members of every role and endpoints', () => {
  const sessions = new Map<Kind, { id: string; secret: string }>();
  beforeAll(async () => {
    for (const kind of KINDS) sessions.set(kind, await newSession(kind, own));
  });

  test.each(protectedOperations)('$method $path', async (operation) => {
    const before = await dumpOwn();
    const changes = ({ method, id }: Operation) => method !== 'GET' && id !== 'verifyKey';
    const isDone = (kind: Kind) => changes(operation) && expectedStatus(operation, kind) < 300;
    const statuses: [Kind, number][] = [];
    for (const kind of KINDS.filter((each) => !isDone(each))) {
      const { status, text } = await sendAs(operation, sessions.get(kind) ?? { id: '', secret: '' }, own);
      statuses.push([kind, status]);
      const hidden = { all: [], own: [own.altchaEndpointId], other: [own.endpointId, own.confirmingEndpointId] };
      for (const id of hidden[kind.endpoints]) expect(text).not.toContain(id);
    }
    expect(await dumpOwn()).toEqual(before);
    for (const kind of KINDS.filter(isDone)) {
      const others = await newOwn();
      statuses.push([kind, (await sendAs(operation, await newSession(kind, others), others)).status]);
    }
    expect(statuses).toEqual(statuses.map(([kind]) => [kind, expectedStatus(operation, kind)]));
  });
});

const ENDED: [how: string, end: (id: string, member: string) => Promise<unknown>][] = [
  ['was ended', (id, member) => new Sessions(sharedTable()).end(own.workspaceId, member, id)],
  ['has expired', (id) => sharedTable().update(expired(id))],
  ['is of a deleted member', (_, member) => new Members(sharedTable()).delete(own.workspaceId, member, () => {})],
];
const expired = (id: string) => ({
  Key: keyKey(id),
  UpdateExpression: 'SET expiresAt = :past',
  ExpressionAttributeValues: { ':past': '2020-01-01 00:00:00.000000' },
});

test.each(ENDED)('API2:2023 › 401 for every operation with a session that %s', async (_how, end) => {
  const session = await newSession({ role: 'admin', endpoints: 'all' }, own);
  expect((await send('GET', '/v1/endpoints', { key: session.secret })).status).toBe(200);
  const { json } = await send('POST', '/v1/key/verify', { key: session.secret, json: { key: session.id } });
  await end(session.id, json.memberId);
  const statuses = await Promise.all(protectedOperations.map((each) => sendAs(each, session, own)));
  expect(statuses.map(({ status }) => status)).toEqual(protectedOperations.map(() => 401));
});

test('API1:2023 › 404 for everything of another workspace, with the session of its owner', async () => {
  const others = await newOwn();
  const session = await newSession({ role: 'owner', endpoints: 'all' }, others);
  const before = await dumpOwn();
  const naming = protectedOperations.filter(
    (operation) => namesEndpoint(operation) || operation.path.includes('{id}') || namesKey(operation),
  );
  for (const operation of naming.filter((each) => !isOfSessions(each)))
    expect([operation.id, (await sendAs(operation, session, own)).status]).toEqual([operation.id, 404]);
  expect(await dumpOwn()).toEqual(before);
});
