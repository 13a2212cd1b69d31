import { beforeAll, describe, expect, test } from '@jest/globals';
import { OPERATIONS, type Operation } from '../../../shared/contract/operations/index.ts';
import { endpointKey, keyKey, submissionKey } from '../../../shared/storage/itemKeys.ts';
import type { ItemKey } from '../../../shared/storage/partitions.ts';
import type { Item } from '../../../shared/storage/table.ts';
import { endpointIdOfWebhook, webhookKey } from '../../../shared/storage/webhookKeys.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { newOwn, type Own, rightRequest } from '../../support/rightRequests.ts';
import { newWorkspace, send, sharedTable, type TextResponse } from '../../support/service.ts';
import { sendRight } from './support/sendRight.ts';

const own = ofSuite(newOwn);
let stranger: { key: string; workspaceId: string; keyId: string };

beforeAll(async () => {
  stranger = await newWorkspace();
});

/** Attributes of stored items, and others that a program might set by accident: callers must not set any of them. */
const assigned = () => ({
  id: stranger.keyId,
  workspaceId: stranger.workspaceId,
  endpointId: 'enp_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  PK: `WS#${stranger.workspaceId}`,
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
  __v: 0,
});

const withBody = OPERATIONS.filter(
  ({ id, bodyTypes, permission }) => bodyTypes.length > 0 && permission !== 'public' && !id.startsWith('delete'),
);

function assign(operation: Operation, whose: Own): Promise<TextResponse> {
  const json = { ...assigned(), ...rightRequest(operation, whose).json };
  return sendRight(operation, whose, { key: whose.key, json });
}

const ATTRIBUTES: Record<string, string[]> = {
  enp: [
    'id',
    'workspaceId',
    'slug',
    'name',
    'isEnabled',
    'emailNotifications',
    'redirectUrl',
    'targetEmails',
    'icon',
    'color',
    'files',
    'confirmation',
    'webhookCount',
  ],
  key: ['id', 'workspaceId', 'name', 'permission', 'secretHash', 'createdAt', 'expiresAt', 'notedUntil', 'lastAccess'],
  sub: ['data', 'location', 'isSpam', 'isRead', 'files', 'hasTargets'],
  whk: ['id', 'endpointId', 'workspaceId', 'url', 'events', 'includeSpam', 'isEnabled', 'createdAt'],
};

const idIn = ({ json }: TextResponse): string | undefined => json.id ?? json.results?.[0]?.id;

async function itemOf(id: string, { endpointId }: Own): Promise<Item> {
  const keys: Record<string, () => ItemKey> = {
    enp: () => endpointKey(id),
    key: () => keyKey(id),
    sub: () => submissionKey(endpointId, id),
    whk: () => webhookKey(endpointIdOfWebhook(id), id),
  };
  const key = keys[kindOf(id)];
  return (key && (await sharedTable().get(key()))) ?? {};
}

const kindOf = (id: string): string => id.split('_')[0] ?? '';

describe('API3:2023 Broken Object Property Level Authorization', () => {
  test.each(withBody)('$method $path › sets no property that callers may not set', async (operation) => {
    const whose = await newOwn();
    const isThere = operation.method === 'PUT' || operation.path.includes('{id}');
    const before = isThere ? await itemBefore(operation, whose) : undefined;
    const answer = await assign(operation, whose);
    expect(answer.status).toBe(operation.status);
    const { params } = rightRequest(operation, whose);
    const id = idIn(answer) ?? (operation.path.includes('{id}') ? params.id : params.endpointId);
    const { PK, SK, ...item } = await itemOf(id, whose);
    expect(Object.keys(item)).not.toEqual([]);
    expect(ATTRIBUTES[kindOf(id)]).toEqual(expect.arrayContaining(Object.keys(item)));
    expect([id, PK, SK]).not.toContain(stranger.keyId);
    for (const name of ['workspaceId', 'secretHash', 'createdAt', 'lastAccess', 'location', 'data'] as const) {
      expect(item[name]).not.toEqual(assigned()[name]);
      if (before) expect(item[name]).toEqual(before[name]);
    }
    if (before) expect(item.permission).toEqual(before.permission);
  });

  async function itemBefore(operation: Operation, whose: Own): Promise<Item> {
    const { params } = rightRequest(operation, whose);
    return itemOf(params.id, whose);
  }

  test('POST /v1/f/{endpointId} › stores all names as data, and none as a property of the submission', async () => {
    const { status, json } = await send('POST', `/v1/f/${own.endpointId}`, {
      json: { ...assigned(), isSpam: true, isRead: true },
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
