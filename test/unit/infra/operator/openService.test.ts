import { afterEach, expect, test } from '@jest/globals';
import { openData, openService } from '../../../../infra/operator/openService.ts';

const before = { ...process.env };
afterEach(() => {
  process.env = { ...before };
});

test("the SDK's variables set the endpoint of the file bucket and of the table", async () => {
  Object.assign(process.env, { AWS_REGION: 'eu-central-1', AWS_ENDPOINT_URL: 'http://127.0.0.1:4566' });
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'made-up', AWS_SECRET_ACCESS_KEY: 'made-up' });
  const { fileBucket } = await openData({ tableName: 'Table', fileBucket: 'files' });
  const { url } = await fileBucket.uploadUrl(
    { key: 'a', bytes: 1, type: 'text/plain', name: 'a', field: 'a' },
    60,
    new Date(),
  );
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:4566\/files\/a\?/);
});

test('a deployed service without a region says where to choose one', async () => {
  for (const name of ['AWS_REGION', 'AWS_DEFAULT_REGION']) delete process.env[name];
  Object.assign(process.env, { AWS_CONFIG_FILE: '/dev/null', AWS_SHARED_CREDENTIALS_FILE: '/dev/null' });
  await expect(openService({ stack: 'Forms' })).rejects.toThrow(/^The stack "Forms" cannot be read .*AWS_REGION/);
});
