import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readSettings } from '../../../../../infra/readSettings.ts';
import { launchProgram } from '../../../../support/commands.ts';
import { StandInAws } from '../../../../support/standIn/standInAws.ts';

const SENDER = 'senderAddress=forms@example.com';
const TIMEOUT_MS = 120_000;

const aws = new StandInAws();
beforeAll(async () => {
  await aws.start();
  const settings = readSettings({ senderAddress: 'forms@example.com', waf: true });
  aws.account.stack = { name: 'Forms', status: 'UPDATE_COMPLETE', template: '{}', settings };
});
afterAll(() => aws.stop());

async function npmRunDeploy(...args: string[]) {
  const variables = [
    `AWS_ENDPOINT_URL=${aws.url}`,
    'AWS_REGION=eu-central-1',
    'AWS_ACCESS_KEY_ID=made-up',
    'AWS_SECRET_ACCESS_KEY=made-up',
  ];
  aws.calls.length = 0;
  return launchProgram('env', ...variables, 'npm', 'run', '--silent', 'deploy', '--', ...args).ended;
}

describe('npm run deploy', () => {
  test(
    'refuses to lose a setting of the deployed stack, before it synthesizes anything',
    async () => {
      const { code, stdout } = await npmRunDeploy('--context', SENDER);
      expect([code, stdout]).toEqual([
        1,
        expect.stringMatching(/Forms would lose:\n {4}waf true: .*\n.*--forget waf\n$/),
      ]);
      expect(aws.changes).toEqual([]);
      expect(aws.calls).not.toContain('template');
    },
    TIMEOUT_MS,
  );

  test.each([
    ['a missing sender', [], 'The setting senderAddress is missing'],
    ['an unknown setting', ['-c', SENDER, '-c', 'alarmAdress=me@example.com'], 'did you mean alarmAddress?'],
    ['an unknown setting to give up', ['-c', SENDER, '--forget', 'apiDomains'], 'Did you mean apiDomain?'],
    ['an unknown option', ['--context', SENDER, '--hotswap'], "unknown option '--hotswap'"],
  ])(
    'rejects %s before any call to AWS',
    async (_what, args, reason) => {
      expect(await npmRunDeploy(...args)).toMatchObject({ code: 1, stderr: expect.stringContaining(reason) });
      expect(aws.calls).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
