import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { writeOperation } from '../../../../infra/developer/operationFiles.ts';
import { launchProgram, run } from '../../../support/commands.ts';

/** In the repository, so that packages are found. */
const root = `.build/new-operation-${process.pid}`;
beforeAll(() => {
  mkdirSync(join(root, 'test/service/operations'), { recursive: true });
  for (const name of ['infra', 'lambdas', 'shared', 'package.json'])
    cpSync(name, join(root, name), { recursive: true });
  const config = { extends: '../../tsconfig.json', include: ['infra/access', 'lambdas', 'shared'] };
  writeFileSync(join(root, 'tsconfig.json'), JSON.stringify(config));
});
afterAll(() => rmSync(root, { recursive: true }));

const archive = ['--group', 'endpoints', '--method', 'PUT', '--path', '/v1/endpoint/{id}/archive'];
const COUNT = { id: 'countKeys', group: 'keys', method: 'GET', path: '/v1/keys/count', permission: 'read' } as const;

describe('npm run new:operation', () => {
  test('writes complete files', async () => {
    const args = ['archiveEndpoint', ...archive, '--permission', 'write', '--root', root];
    const { code, stdout } = await run('infra/developer/newOperation.ts', ...args);
    expect([code, stdout.split('\n').slice(0, 5)]).toEqual([
      0,
      [
        'shared/contract/operations/endpoints.ts',
        'shared/contract/operations/endpointsDocs.ts',
        'infra/access/endpoints.ts',
        'lambdas/endpoints/archiveEndpoint.ts',
        'test/service/operations/archiveEndpoint.test.ts',
      ],
    ]);
    writeOperation(root, COUNT);
    const path = '/v1/submission/{endpointId}/{id}/neighbours';
    writeOperation(root, { ...COUNT, id: 'listNeighbours', group: 'submissions', path });
    const typecheck = await launchProgram(
      process.execPath,
      ...['node_modules/typescript/bin/tsc', '--project', root, '--pretty', 'false', '--singleThreaded'],
    ).ended;
    expect(typecheck).toEqual({ code: 0, stdout: '', stderr: '' });
    const folder = 'test/service/operations';
    const text = readFileSync(join(root, folder, 'archiveEndpoint.test.ts'), 'utf8');
    const imported = [...text.matchAll(/from '(\.[^']+)'/g)].map(([, path = '']) => join(folder, path));
    expect(imported).toHaveLength(3);
    expect(imported.filter((file) => !existsSync(file))).toEqual([]);
  });

  test.each([
    ['an id that is taken', { id: 'createKey' }, 'createKey (POST /v1/key) exists.'],
    ['a route that is taken', { path: '/v1/keys' }, 'listKeys (GET /v1/keys) exists.'],
    ['an id in another case', { id: 'List-keys' }, 'List-keys is not in camel case.'],
    [
      'an unknown parameter',
      { path: '/v1/part/{part}' },
      'export a schema with yours from shared/contract/operations/',
    ],
    [
      'another name in the place of a parameter',
      { path: '/v1/endpoint/{endpointId}/keys' },
      'use {id} instead of {endpointId}',
    ],
    [
      'a submission without its endpoint',
      { group: 'submissions' as const, path: '/v1/note/{id}' },
      'use {endpointId}/{id} instead of {id}',
    ],
  ])('rejects %s', (_what, change, message) => {
    expect(() => writeOperation(root, { ...COUNT, id: 'other', ...change })).toThrow(message);
  });
});
