import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { newDataFolder, removeFolder } from '../../support/cloudProcess.ts';
import { type Ended, run } from '../../support/commands.ts';
import { newEndpoint, newWorkspace, outputs, send } from '../../support/service.ts';

const data = newDataFolder();
const emptyFolder = newDataFolder();
writeFileSync(join(data, 'outputs.json'), JSON.stringify(outputs()));
afterAll(() => {
  for (const folder of [data, emptyFolder]) removeFolder(folder);
});

const workspace = (...args: string[]) => run('infra/operator/workspace/workspace.ts', ...args);
const key = (...args: string[]) => run('infra/operator/keys/key.ts', ...args);

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

function expectRefusal({ code, stdout, stderr }: Ended, message: RegExp | string): void {
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr.trim()).toMatch(message);
  expect(stderr).not.toMatch(/^\s+at /m);
}

describe('npm run workspace -- create', () => {
  test('makes a workspace whose key may do everything', async () => {
    const { workspaceId, key: secret, keyId } = created(await workspace('create', '--name', 'Acme', '--data', data));
    expect((await newEndpoint(secret)).workspaceId).toBe(workspaceId);
    const { json } = await send('GET', '/v1/keys', { key: secret });
    expect(json.keys.map(({ id }: { id: string }) => id)).toEqual([keyId]);
  });

  test.each([
    ['without a name', ['create'], 'Usage: npm run workspace'],
    ['with an empty name', ['create', '--name', ' '], 'Usage: npm run workspace'],
    ['with a name of 65 characters', ['create', '--name', 'a'.repeat(65)], '--name may have at most 64 characters'],
    ['without create', ['--name', 'Acme'], 'Usage: npm run workspace'],
    [
      'with an option that it does not know',
      ['create', '--name', 'Acme', '--nane', 'Acme'],
      /^error: unknown option '--nane'\n\(Did you mean --name\?\)/,
    ],
    ['with a value too many', ['create', 'Acme', '--name', 'Acme'], /^error: too many arguments/],
    ['with another command', ['crate', '--name', 'Acme'], /^error: unknown command 'crate'\n\(Did you mean create\?\)/],
  ])('%s says what is missing', async (_, args, message) => {
    expectRefusal(await workspace(...args, '--data', data), message);
  });

  test('says how to start the service when none runs', async () => {
    expectRefusal(await workspace('create', '--name', 'Acme', '--data', emptyFolder), 'npm start');
  });
});

describe('npm run key -- create', () => {
  const optionsFor = (workspaceId: string, ...more: string[]) => [
    ...['create', '--workspace', workspaceId, '--name', 'Dashboard', '--expires', '90-days', '--data', data],
    ...more,
  ];

  test('makes a key that may write, and expires', async () => {
    const { workspaceId } = await newWorkspace();
    const { key: secret, keyId } = created(await key(...optionsFor(workspaceId)));
    await newEndpoint(secret);
    const { json } = await send('POST', '/v1/key/verify', { key: secret, json: { key: secret } });
    expect(json).toMatchObject({ id: keyId, name: 'Dashboard', workspaceId });
    const days = (Date.parse(`${json.expiresAt.replace(' ', 'T')}Z`) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(90);
  });

  test('makes a key that only reads', async () => {
    const { workspaceId } = await newWorkspace();
    const { key: secret } = created(await key(...optionsFor(workspaceId, '--permission', 'read')));
    expect((await send('GET', '/v1/endpoints', { key: secret })).status).toBe(200);
    const write = await send('POST', '/v1/endpoint', { key: secret, json: { slug: 'contact', targetEmails: [] } });
    expect(write.status).toBe(403);
  });

  test.each([
    ['without a name', ['create', '--workspace', 'WS', '--expires', '1-day'], 'Usage: npm run key'],
    ['without a workspace', ['create', '--name', 'Dashboard', '--expires', '1-day'], 'Usage: npm run key'],
    ['without a duration', ['create', '--workspace', 'WS', '--name', 'Dashboard'], 'Usage: npm run key'],
    [
      'with a duration that is none',
      ['create', '--workspace', 'WS', '--name', 'Dashboard', '--expires', 'tomorrow'],
      /^--expires must be "never" or a duration/,
    ],
    [
      'with a name of 3 characters',
      ['create', '--workspace', 'WS', '--name', 'abc', '--expires', '1-day'],
      /^--name must have 4 to 64 characters/,
    ],
    [
      'with a permission that there is not',
      ['create', '--workspace', 'WS', '--name', 'Dashboard', '--expires', '1-day', '--permission', 'admin'],
      'Allowed choices are read, write.',
    ],
  ])('%s says what is wrong', async (_, args, message) => {
    const { workspaceId } = await newWorkspace();
    const given = args.map((arg) => (arg === 'WS' ? workspaceId : arg));
    expectRefusal(await key(...given, '--data', data), message);
  });

  test('names a workspace that does not exist', async () => {
    const unknown = 'ws_01ARZ3NDEKTSV4RRFFQ69G5FAV';
    expectRefusal(await key(...optionsFor(unknown)), `There is no workspace "${unknown}".`);
  });
});
