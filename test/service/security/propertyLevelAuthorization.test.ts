import { describe, expect, test } from '@jest/globals';
import { OPERATIONS, type OperationId } from '../../../shared/contract/operations/index.ts';
import { submissionKey } from '../../../shared/storage/table/itemKeys.ts';
import { newOwn, rightRequest, UNKNOWN } from '../../support/cloud/rightRequests.ts';
import { send, sharedTable } from '../../support/cloud/service.ts';
import { ofSuite } from '../../support/jest/ofSuite.ts';
import { inputOf } from '../../support/parsedRequest.ts';

const own = ofSuite(newOwn);

/** Attributes of stored items, and others that a program might set by accident: callers must not set any of them. */
const ASSIGNED = {
  id: 'key_0000000000000000000000',
  workspaceId: 'ws_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  endpointId: 'enp_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  PK: 'WS#ws_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  SK: 'WS',
  secretHash: '0'.repeat(64),
  permission: 'write',
  createdAt: '2000-01-01 00:00:00.000000',
  lastAccess: '2000-01-01 00:00:00.000000',
  location: 'Spain',
  data: '{}',
  ttl: 1,
  captchaSecret: 'mine',
  spamReason: 'mine',
  isHeld: true,
  mailSubject: 'mine',
  hops: 2,
  endpointCount: 0,
  keyCount: 0,
  webhookCount: 0,
  failingSince: '2000-01-01 00:00:00.000000',
  disabledReason: 'gone',
  disabledAt: '2000-01-01 00:00:00.000000',
  toldAt: '2000-01-01 00:00:00.000000',
  revision: 'mine',
  secret: 'mine',
  isAdmin: true,
  role: 'admin',
  rights: { role: 'owner' },
  memberId: 'mem_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  sessions: {},
  __v: 0,
};

const withBody = OPERATIONS.filter(({ bodyTypes, permission }) => bodyTypes.length > 0 && permission !== 'public');

describe('API3:2023 Broken Object Property Level Authorization', () => {
  test.each(withBody)('$method $path › its handler gets no property that callers may not set', async (operation) => {
    const { params, json } = rightRequest(operation, UNKNOWN);
    const bodyOf = async (sent: object) => (await inputOf(operation.id as OperationId, { params, json: sent })).body;
    // A new key's permission is limited to its maker's (`test/unit/shared/contract/narrowing`).
    const assigned = operation.id === 'createKey' ? { ...ASSIGNED, permission: undefined } : ASSIGNED;
    const { expiresAt, ...right } = await bodyOf({ ...json });
    const times = expiresAt === undefined ? {} : { expiresAt: expect.any(String) };
    expect(await bodyOf({ ...assigned, ...json })).toEqual({ ...right, ...times });
  });

  test('POST /v1/f/{endpointId} › stores all names as data, and none as a property of the submission', async () => {
    const { status, json } = await send('POST', `/v1/f/${own.endpointId}`, {
      json: { ...ASSIGNED, isSpam: true, isRead: true },
    });
    expect(status).toBe(201);
    expect(json).toEqual({
      id: expect.stringMatching(/^sub_/),
      endpointId: own.endpointId,
      location: 'Unknown',
      isSpam: false,
      isRead: false,
    });
    expect(Object.keys((await sharedTable().get(submissionKey(own.endpointId, json.id))) ?? {}).sort()).toEqual([
      'PK',
      'SK',
      'data',
      'hasTargets',
      'location',
    ]);
  });
});
