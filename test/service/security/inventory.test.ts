import { beforeAll, describe, expect, test } from '@jest/globals';
import { newWorkspace, send } from '../../support/cloud/service.ts';

let key: string;

beforeAll(async () => {
  ({ key } = await newWorkspace());
}, 90_000);

const GUESSES = [
  '/health',
  '/metrics',
  '/openapi.json',
  '/.git/config',
  '/usage',
  '/prod/v1/keys',
  '/v2/keys',
  '/v1/workspaces',
  '/v1/key/verify/all',
  '/v1/endpoint//',
  '/v1/submissions',
];

describe('API9:2023 Improper Inventory Management', () => {
  test.each(GUESSES)('404 for %s, with and without a key, for reading, writing and preflights', async (path) => {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      for (const credential of [{}, { key }]) expect((await send(method, path, credential)).status).toBe(404);
    }
  });
});
