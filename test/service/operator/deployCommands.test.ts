import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { launchProgram } from '../../support/commands.ts';
import { inOrder } from '../../support/inOrder.ts';
import { argumentsFor } from '../../support/jest/programBundles.ts';
import { IS_LONG, onlyInLongForm } from '../../support/jest/testSize.ts';
import { StandInAws } from '../../support/standIn/standInAws.ts';

/** After `cdk bootstrap`, without a stack. */
const aws = new StandInAws({ bootstrapVersion: '30' });
let folder: string;
beforeAll(async () => {
  await aws.start();
  folder = mkdtempSync(join(tmpdir(), 'forms-cdk-'));
});
afterAll(async () => {
  await aws.stop();
  rmSync(folder, { recursive: true });
});

const CDK = 'node_modules/aws-cdk/bin/cdk';
const SENDER = ['--context', 'senderAddress=forms@example.com'];

/** The app as a bundle, which starts in a third of the processor time. The long form leaves its start to cdk.json. */
const APP = IS_LONG ? [] : ['--app', ['node', ...argumentsFor('infra/app.ts')].join(' ')];

const cdk = (region: string, ...args: string[]) => runCdk(region, ...args, ...APP, '--output', join(folder, 'cdk.out'));

/**
 * The same command with the synthesis of the previous one, which saves seconds. The long form synthesizes for every
 * command.
 */
const cdkWithLastApp = (region: string, ...args: string[]) =>
  IS_LONG ? cdk(region, ...args) : runCdk(region, ...args, '--app', join(folder, 'cdk.out'));

const runCdk = (region: string, ...args: string[]) => runProgram(region, process.execPath, CDK, ...args);

async function runProgram(region: string, ...command: string[]) {
  const environment = {
    AWS_ENDPOINT_URL: aws.url,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: 'made-up',
    AWS_SECRET_ACCESS_KEY: 'made-up',
    AWS_EC2_METADATA_DISABLED: 'true',
    NODE_NO_WARNINGS: '1',
    CDK_DISABLE_CLI_TELEMETRY: 'true',
    // Takes two thirds of a synthesis. `npm run synth`, which `.ci/run` calls, also does it.
    ...(!IS_LONG && { CDK_VALIDATION: 'false' }),
  };
  aws.calls.length = 0;
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const { code, stdout, stderr } = await launchProgram('env', ...variables, ...command).ended;
  return { code, printed: `${stdout}\n${stderr}` };
}

const TIMEOUT_MS = 180_000;

test('cdk.json starts the app', () => {
  expect(JSON.parse(readFileSync('cdk.json', 'utf8')).app).toBe('node --import tsx infra/app.ts');
});

/** The tests of a block run in order: the first one synthesizes for all. */
describe('without any setting, as the README has it', () => {
  const step = inOrder();
  const longStep = onlyInLongForm(step);
  longStep(
    'cdk list names the stack',
    async () => {
      const { code, printed } = await cdk('eu-central-1', 'list');
      expect([code, printed]).toEqual([0, expect.stringMatching(/^Forms$/m)]);
    },
    TIMEOUT_MS,
  );

  step(
    'cdk bootstrap begins with this account and region',
    async () => {
      const { printed } = await cdk('eu-central-1', 'bootstrap');
      expect(printed).toContain('Bootstrapping environment aws://123456789012/eu-central-1');
      expect(printed).not.toContain('is missing: it must');
      expect(aws.calls).toContain('DescribeStacks');
    },
    TIMEOUT_MS,
  );

  longStep(
    'cdk destroy removes the stack, which here is not there',
    async () => {
      const { code, printed } = await cdkWithLastApp('eu-central-1', 'destroy', '--force');
      expect([code, printed]).toEqual([0, expect.stringContaining('Forms: destroyed')]);
    },
    TIMEOUT_MS,
  );

  step(
    'cdk deploy stops before it uploads anything, and says what is missing and how to give it',
    async () => {
      const { code, printed } = await cdkWithLastApp('eu-central-1', 'deploy', '--require-approval', 'never');
      expect(code).toBe(1);
      expect(printed).toContain('The setting senderAddress is missing: set it in the "context" of cdk.json');
      expect(aws.calls.filter((call) => call.startsWith('PUT') || call === 'CreateChangeSet')).toEqual([]);
    },
    TIMEOUT_MS,
  );
});

describe('with the sender', () => {
  const step = inOrder();
  const longStep = onlyInLongForm(step);
  step(
    'npm run deploy hands CloudFormation a change set, which is as far as it gets here',
    async () => {
      const args = ['--context', 'stage=staging', '--context', 'retainData=false', '--yes'];
      const { printed } = await runProgram(
        'eu-central-1',
        'npm',
        'run',
        '--silent',
        'deploy',
        '--',
        ...SENDER,
        ...args,
      );
      expect(printed).toContain('Deployment: There is no stack Forms-staging.');
      expect(printed).toContain('Forms-staging: creating CloudFormation changeset');
      expect(aws.calls).toContain('CreateChangeSet');
    },
    TIMEOUT_MS,
  );

  longStep(
    'cdk diff shows every resource that would be made',
    async () => {
      const { code, printed } = await cdk('us-west-2', 'diff', ...SENDER);
      expect(code).toBe(0);
      expect(printed).toMatch(/^\[\+\] AWS::DynamoDB::GlobalTable Table /m);
      expect(printed).not.toContain('senderAddress is missing');
    },
    TIMEOUT_MS,
  );

  longStep(
    'a region that lacks something is refused before AWS is asked for anything',
    async () => {
      const { code, printed } = await cdk('eu-south-2', 'deploy', ...SENDER);
      expect(code).toBe(1);
      expect(printed).toContain('The stack cannot be deployed in eu-south-2');
      expect(aws.calls.filter((call) => call !== 'GetCallerIdentity')).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
