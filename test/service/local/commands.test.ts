import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { rotateSecrets } from '../../../infra/operator/workspace/commands.ts';
import { listEntries } from '../../../shared/storage/audit/auditLog.ts';
import { newDataFolder, removeFolder } from '../../support/cloud/cloudProcess.ts';
import { newEndpoint, newWorkspace, outputs, send, sharedTable } from '../../support/cloud/service.ts';
import { newWebhook } from '../../support/cloud/webhooks.ts';
import { type Ended, run, testWrongCalls } from '../../support/commands.ts';
import { intercepted } from '../../support/wholeTable.ts';

const data = newDataFolder();
const emptyFolder = newDataFolder();
writeFileSync(join(data, 'outputs.json'), JSON.stringify(outputs()));
afterAll(() => {
  for (const folder of [data, emptyFolder]) removeFolder(folder);
});

const WORKSPACE = 'infra/operator/workspace/workspace.ts';
const KEY = 'infra/operator/keys/key.ts';
const UNKNOWN = 'ws_01ARZ3NDEKTSV4RRFFQ69G5FAV';

interface Created {
  workspaceId: string;
  keyId: string;
  key: string;
}

function created({ code, stdout, stderr }: Ended): Created {
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^\{.*\}\n$/);
  const result = JSON.parse(stdout);
  expect(result).toEqual({
    workspaceId: expect.stringMatching(/^ws_[0-9A-Za-z]+$/),
    keyId: expect.stringMatching(/^key_[0-9A-Za-z]+$/),
    key: expect.stringMatching(/^fbk_[0-9A-Za-z]{36}$/),
  });
  return result;
}

describe('npm run workspace -- create', () => {
  test('creates a workspace with a key for all operations', async () => {
    const {
      workspaceId,
      key: secret,
      keyId,
    } = created(await run(WORKSPACE, 'create', '--name', 'Acme', '--data', data));
    expect((await newEndpoint(secret)).workspaceId).toBe(workspaceId);
    const { json } = await send('GET', '/v1/keys', { key: secret });
    expect(json.keys.map(({ id }: { id: string }) => id)).toEqual([keyId]);
  });

  testWrongCalls(WORKSPACE, [
    [
      'with an owner that is no address',
      () => ['create', '--name', 'Acme', '--owner', 'ada', '--data', data],
      /^"ada" is not an email address/,
    ],
    ['with an empty name', () => ['create', '--name', ' ', '--data', data], 'Usage: npm run workspace'],
    [
      'with a name of 65 characters',
      () => ['create', '--name', 'a'.repeat(65), '--data', data],
      /^--name may have at most 64 characters/,
    ],
    [
      'with another command',
      () => ['crate', '--name', 'Acme', '--data', data],
      /^error: unknown command 'crate'\n\(Did you mean create\?\)/,
    ],
    ['when no service runs', () => ['create', '--name', 'Acme', '--data', emptyFolder], 'npm start'],
  ]);
});

describe('npm run workspace -- owner', () => {
  const membersWith = async (key: string) => (await send('GET', '/v1/members', { key })).json.members;
  const makeOwner = async (workspaceId: string) =>
    JSON.parse(
      (await run(WORKSPACE, 'owner', '--workspace', workspaceId, '--address', 'Ada@Example.com', '--data', data))
        .stdout,
    );

  test('creates an owner, together with the workspace or later, and records it', async () => {
    const made = await run(WORKSPACE, 'create', '--name', 'Acme', '--owner', 'Ada@Example.com', '--data', data);
    const { workspaceId, key, ownerId } = JSON.parse(made.stdout);
    expect(await membersWith(key)).toMatchObject([{ id: ownerId, address: 'ada@example.com', role: 'owner' }]);
    const other = await newWorkspace();
    const later = await makeOwner(other.workspaceId);
    expect(await membersWith(other.key)).toMatchObject([{ id: later.ownerId, role: 'owner' }]);
    for (const [id, object] of [
      [workspaceId, ownerId],
      [other.workspaceId, later.ownerId],
    ]) {
      const { records } = await listEntries(sharedTable(), id, { limit: 5 });
      expect(records).toMatchObject([{ actor: 'operator', operation: 'makeOwner', object }]);
    }
  });

  test('makes a member an owner of everything', async () => {
    const { workspaceId, key } = await newWorkspace();
    const { id: endpointId } = await newEndpoint(key);
    const json = { address: 'ada@example.com', role: 'reader', endpointIds: [endpointId] };
    const { json: member } = await send('POST', '/v1/member', { key, json });
    expect(await makeOwner(workspaceId)).toEqual({ workspaceId, ownerId: member.id });
    const { endpointIds: _, ...others } = member;
    expect(await membersWith(key)).toEqual([{ ...others, role: 'owner' }]);
  });

  testWrongCalls(WORKSPACE, [
    [
      'for an unknown workspace',
      () => ['owner', '--workspace', UNKNOWN, '--address', 'ada@example.com', '--data', data],
      `There is no workspace "${UNKNOWN}"`,
    ],
  ]);
});

describe('npm run workspace -- defaults', () => {
  const defaults = (workspaceId: string, ...more: string[]) =>
    run(WORKSPACE, 'defaults', '--workspace', workspaceId, ...more, '--data', data);

  test('gives new endpoints settings, which the list of endpoints shows', async () => {
    const { workspaceId, key } = await newWorkspace();
    const printed = async (...more: string[]) => JSON.parse((await defaults(workspaceId, ...more)).stdout);
    const endpointDefaults = { keepDays: 90, keepSpamDays: 7, keep: 'untilDelivered' };
    const set = await printed('--keep-days', '90', '--keep-spam-days', '7', '--keep', 'untilDelivered');
    expect(set).toEqual({ workspaceId, endpointDefaults });
    expect(await newEndpoint(key)).toMatchObject(endpointDefaults);
    expect((await send('GET', '/v1/endpoints', { key })).json.endpointDefaults).toEqual(endpointDefaults);
    expect(await printed('--keep-days', 'none', '--keep', 'none')).toEqual({
      workspaceId,
      endpointDefaults: { keepSpamDays: 7 },
    });
  });

  testWrongCalls(WORKSPACE, [
    [
      'with too many days',
      () => ['defaults', '--workspace', 'ws_a', '--keep-days', '3651', '--data', data],
      /^"3651" must be a number of days, 1 to 3650, or none/,
    ],
    [
      'with another way of keeping',
      () => ['defaults', '--workspace', 'ws_a', '--keep', 'forever', '--data', data],
      /^"forever" must be untilDelivered or none/,
    ],
    [
      'for an unknown workspace',
      () => ['defaults', '--workspace', 'ws_a', '--data', data],
      /^There is no workspace "ws_a"/,
    ],
  ]);
});

describe('npm run workspace -- rotate', () => {
  test('gives each webhook of the workspace a new secret, and signs with both for a day', async () => {
    const { workspaceId, key } = await newWorkspace();
    const { id } = await newEndpoint(key);
    const { webhook, secret } = await newWebhook(key, { endpointId: id, url: 'https://hooks.example.com/forms' });
    const { code, stdout } = await run(WORKSPACE, 'rotate', '--workspace', workspaceId, '--data', data);
    expect({ code, printed: JSON.parse(stdout) }).toEqual({
      code: 0,
      printed: { webhookId: webhook.id, endpointId: id, secret: expect.stringMatching(/^whsec_/) },
    });
    expect(JSON.parse(stdout).secret).not.toBe(secret);
    const { json: rotated } = await send('GET', `/v1/webhook/${webhook.id}`, { key });
    expect(Date.parse(`${rotated.previousSecretUntil.replace(' ', 'T')}Z`)).toBeGreaterThan(Date.now());
  });

  test('skips a webhook deleted in the meantime', async () => {
    const { workspaceId, key } = await newWorkspace();
    const { id: endpointId } = await newEndpoint(key);
    const ids: string[] = [];
    for (const url of ['https://a.example', 'https://b.example', 'https://c.example'])
      ids.push((await newWebhook(key, { endpointId, url })).webhook.id);
    let transactions = 0;
    const table = intercepted(sharedTable(), async (_call, method) => {
      if (method === 'transact' && transactions++ === 0) await send('DELETE', `/v1/webhook/${ids[1]}`, { key });
    });
    const rotated: string[] = [];
    for await (const { webhookId } of rotateSecrets(table, workspaceId)) rotated.push(webhookId);
    expect(rotated).toEqual([ids[0], ids[2]]);
  });

  testWrongCalls(WORKSPACE, [
    ['of an unknown workspace', () => ['rotate', '--workspace', UNKNOWN, '--data', data], 'There is no workspace'],
  ]);
});

describe('npm run key -- create', () => {
  const optionsFor = (workspaceId: string, ...more: string[]) => [
    'create',
    '--workspace',
    workspaceId,
    '--name',
    'Dashboard',
    '--expires',
    '90-days',
    '--data',
    data,
    ...more,
  ];

  test('creates a key that can write, and expires', async () => {
    const { workspaceId } = await newWorkspace();
    const { key: secret, keyId } = created(await run(KEY, ...optionsFor(workspaceId)));
    await newEndpoint(secret);
    const { json } = await send('POST', '/v1/key/verify', { key: secret, json: { key: secret } });
    expect(json).toMatchObject({ id: keyId, name: 'Dashboard', workspaceId });
    const days = (Date.parse(`${json.expiresAt.replace(' ', 'T')}Z`) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(90);
  });

  test('creates a read-only key', async () => {
    const { workspaceId } = await newWorkspace();
    const { key: secret } = created(await run(KEY, ...optionsFor(workspaceId, '--permission', 'read')));
    expect((await send('GET', '/v1/endpoints', { key: secret })).status).toBe(200);
    const write = await send('POST', '/v1/endpoint', { key: secret, json: { slug: 'contact', targetEmails: [] } });
    expect(write.status).toBe(403);
  });

  let workspaceId: string;
  beforeAll(async () => {
    ({ workspaceId } = await newWorkspace());
  });

  testWrongCalls(KEY, [
    [
      'with an invalid duration',
      () => optionsFor(workspaceId, '--expires', 'tomorrow'),
      /^--expires must be "never" or a duration/,
    ],
    [
      'with a name of 3 characters',
      () => optionsFor(workspaceId, '--name', 'abc'),
      /^--name must have 4 to 64 characters/,
    ],
    [
      'with an unknown permission',
      () => optionsFor(workspaceId, '--permission', 'admin'),
      'Allowed choices are read, write.',
    ],
    ['for a workspace that does not exist', () => optionsFor(UNKNOWN), `There is no workspace "${UNKNOWN}".`],
  ]);
});
