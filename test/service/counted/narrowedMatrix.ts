import { beforeAll, describe, expect, test } from '@jest/globals';
import { GROUPS, type Group, PERMISSIONS, type Permission } from '../../../shared/contract/choices.ts';
import { OPERATIONS, type Operation } from '../../../shared/contract/operations/index.ts';
import { withoutRequestId } from '../../support/cloud/expectations.ts';
import { resetUsage } from '../../support/cloud/ownCloud.ts';
import { isForKeys, newOwn, type Own, pathWith, rightRequest, UNKNOWN } from '../../support/cloud/rightRequests.ts';
import { newKey, send, usageOf } from '../../support/cloud/service.ts';
import { ofSuite } from '../../support/jest/ofSuite.ts';
import { IS_LONG } from '../../support/jest/testSize.ts';
import { subsetsOf } from '../../support/subsetsOf.ts';
import { dumpTable } from '../security/support/tableDump.ts';
import { type Endpoints, endpointsOf, namesEndpoint, namesKey } from './named.ts';

/** All that keys may call; `roleMatrix` has the others. */
const protectedOperations = OPERATIONS.filter(isForKeys);
const own = ofSuite(newOwn);

interface Kind {
  permission: Permission;
  allows: Group[] | undefined;
  endpoints: Endpoints;
}
/** All combinations of groups, or those of one group and of all but one. */
const ALLOWED = subsetsOf(GROUPS).filter(
  ({ length }) => length > 0 && (IS_LONG || length === 1 || length === GROUPS.length - 1),
);
const KINDS = PERMISSIONS.flatMap((permission) =>
  [undefined, ...ALLOWED].flatMap((allows) =>
    Object.keys(endpointsOf).map((endpoints): Kind => ({ permission, allows, endpoints: endpoints as Endpoints })),
  ),
);
const keyOf = (kind: Kind): string => JSON.stringify(kind);

async function newKeyOf({ permission, allows, endpoints }: Kind, ids: Own): Promise<string> {
  return (await newKey(ids.workspaceId, { permission, allows, endpointIds: endpointsOf[endpoints](ids) })).secret;
}

function expectedStatus(operation: Operation, { permission, allows, endpoints }: Kind): number {
  const { id, group, status } = operation;
  if (operation.permission === 'write' && permission === 'read') return 403;
  if (allows && !allows.includes(group) && id !== 'verifyKey') return 403;
  if (endpoints !== 'all' && (id === 'createEndpoint' || (group === 'members' && id !== 'retrieveWorkspace')))
    return 403;
  if (allows && /^(?:create|update)Member$/.test(id)) return 403;
  if (endpoints === 'other' && namesEndpoint(operation)) return 404;
  return (allows || endpoints !== 'all') && namesKey(operation) ? 404 : status;
}

/** The workspace's items: webhooks of the others may still be posted. */
const dumpOwn = async () =>
  Object.entries(await dumpTable()).filter((item) =>
    [own.workspaceId, own.endpointId, own.confirmingEndpointId].some((id) => item.join().includes(id)),
  );

function sendRight(operation: Operation, key: string, ids: Own, json?: object) {
  const { params, json: right } = rightRequest(operation, ids);
  const body = json ?? right;
  return send(operation.method, pathWith(operation, params), {
    ...(body && { json: body }),
    headers: { Accept: 'application/json', Authorization: `Bearer ${key}` },
  });
}

describe('API5:2023 and API1:2023 with every operation and keys of every permission, allows and endpointIds', () => {
  const keys = new Map<string, string>();
  beforeAll(async () => {
    for (const kind of KINDS) keys.set(keyOf(kind), await newKeyOf(kind, own));
  });
  const secretOf = (kind: Kind): string => keys.get(keyOf(kind)) ?? '';

  test.each(protectedOperations)('$method $path', async (operation) => {
    const before = await dumpOwn();
    const statuses: [string, number][] = [];
    const writing: Kind[] = [];
    for (const kind of KINDS) {
      if (operation.permission === 'write' && expectedStatus(operation, kind) < 300) {
        writing.push(kind);
        continue;
      }
      const { status, text } = await sendRight(operation, secretOf(kind), own);
      statuses.push([keyOf(kind), status]);
      const hidden = { all: [], own: [own.altchaEndpointId], other: [own.endpointId, own.confirmingEndpointId] };
      for (const id of hidden[kind.endpoints]) expect(text).not.toContain(id);
    }
    expect(await dumpOwn()).toEqual(before);
    for (const kind of writing.filter(({ allows }) => IS_LONG || (allows?.length ?? 1) === 1)) {
      const others = await newOwn();
      statuses.push([keyOf(kind), (await sendRight(operation, await newKeyOf(kind, others), others)).status]);
    }
    const expected = new Map(KINDS.map((kind) => [keyOf(kind), expectedStatus(operation, kind)]));
    expect(statuses).toEqual(statuses.map(([kind]) => [kind, expected.get(kind)]));
  });

  const ofOther: Kind = { permission: 'write', allows: undefined, endpoints: 'other' };
  test.each(protectedOperations.filter(namesEndpoint))(
    '404 for $method $path with another endpoint, in bytes and calls as for one that does not exist',
    async (operation) => {
      const answersAndCalls = async (ids: Own) => {
        await resetUsage();
        const answer = withoutRequestId(await sendRight(operation, secretOf(ofOther), ids));
        // Without the key's use, which is recorded twice a minute.
        const { UpdateItem: _, ...calls } = (await usageOf())[operation.id]?.dynamodb ?? {};
        return { answer, calls };
      };
      const ofExisting = await answersAndCalls(own);
      expect(ofExisting).toMatchObject({ answer: { status: 404 } });
      expect(ofExisting).toEqual(await answersAndCalls({ ...own, ...UNKNOWN }));
    },
  );
});
