import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { launchProgram } from '../../support/commands.ts';
import { FakeAws } from '../../support/fakeAws.ts';
import { inOrder } from '../../support/inOrder.ts';
import { IS_LONG, onlyInLongForm } from '../../support/testSize.ts';

const aws = new FakeAws();
let endpoint: string;
let folder: string;
beforeAll(async () => {
  endpoint = await aws.start();
  folder = mkdtempSync(join(tmpdir(), 'forms-cdk-'));
});
afterAll(async () => {
  await aws.stop();
  rmSync(folder, { recursive: true });
});

/** What `npx cdk` runs. */
const CDK = 'node_modules/aws-cdk/bin/cdk';
/** What `npm run deploy` runs. */
const DEPLOY = 'infra/operator/deploy/deploy.ts';
/** The app of cdk.json. */
const APP = 'tsx infra/app.ts';
const SENDER = ['--context', 'senderAddress=forms@example.com'];

/** Runs the CDK's command line, as it is in the repository, against an account that is made up. */
const cdk = (region: string, ...args: string[]) => runCdk(region, ...args, '--output', join(folder, 'cdk.out'));

/**
 * The same with what the command before synthesized: to synthesize the app takes seconds of processor time. The
 * long form synthesizes for every command.
 */
const cdkWithLastApp = (region: string, ...args: string[]) =>
  IS_LONG ? cdk(region, ...args) : runCdk(region, ...args, '--app', join(folder, 'cdk.out'));

const runCdk = (region: string, ...args: string[]) => runNode({ AWS_REGION: region }, CDK, ...args);

/** Runs `npm run deploy` with this app in place of that of cdk.json. */
const deploy = (app: string, ...args: string[]) =>
  runNode({ AWS_REGION: 'eu-central-1', CDK_APP: app }, '--import', 'tsx', DEPLOY, ...args);

async function runNode(more: Record<string, string>, ...args: string[]) {
  const environment = {
    ...more,
    AWS_ENDPOINT_URL: endpoint,
    AWS_ACCESS_KEY_ID: 'made-up',
    AWS_SECRET_ACCESS_KEY: 'made-up',
    AWS_EC2_METADATA_DISABLED: 'true',
    NODE_NO_WARNINGS: '1',
    // Takes two thirds of a synthesis. `npm run synth`, which `.ci/run` calls, has it, too.
    ...(!IS_LONG && { CDK_VALIDATION: 'false' }),
  };
  aws.calls.length = 0;
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const { code, stdout, stderr } = await launchProgram('env', ...variables, process.execPath, ...args).ended;
  return { code, printed: `${stdout}\n${stderr}` };
}

/**
 * An app that writes what was synthesized into a folder before: to synthesize takes seconds of processor time.
 */
const lastApp = (name: string): string => `cp -r ${join(folder, name)}/. "$CDK_OUTDIR"`;

interface Manifest {
  artifacts: Record<string, { properties?: { terminationProtection?: boolean } }>;
}

const manifestOf = (name: string): Manifest => JSON.parse(readFileSync(join(folder, name, 'manifest.json'), 'utf8'));

const DOMAIN = { apiDomain: 'api.example.com' };

const TIMEOUT_MS = 180_000;

/** The tests of a block follow one another: the first one synthesizes for all. */
describe('without any setting, as the README has it', () => {
  const step = inOrder();
  const longStep = onlyInLongForm(step);
  step(
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
      const { printed } = await cdkWithLastApp('eu-central-1', 'bootstrap');
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
    'npm run deploy stops, and says what is missing and how to give it',
    async () => {
      const { code, printed } = await deploy(lastApp('cdk.out'), '--require-approval', 'never');
      expect(code).toBe(1);
      expect(printed).toContain('The setting senderAddress is missing: give it in the "context" of cdk.json');
      expect(printed).toContain('CloudFormation Parameters are missing a value: senderAddress');
      expect(aws.calls).not.toContain('CreateChangeSet');
    },
    TIMEOUT_MS,
  );

  step('the stack would be protected from deletion', () => {
    expect(manifestOf('cdk.out').artifacts.Forms?.properties?.terminationProtection).toBe(true);
  });
});

describe('with the sender', () => {
  const step = inOrder();
  const longStep = onlyInLongForm(step);
  const stack = 'Forms-staging';
  const args = ['--require-approval', 'never'];
  const deployed = { stage: 'staging', stackName: stack, retainData: false };

  step(
    'npm run deploy hands CloudFormation a change set, which is as far as it gets here',
    async () => {
      const settings = ['--context', 'stage=staging', '--context', 'retainData=false'];
      const keeping = `${APP} && cp -r "$CDK_OUTDIR" ${join(folder, 'staging')}`;
      const { code, printed } = await deploy(keeping, ...SENDER, ...settings, ...args);
      expect(printed).toContain(stack);
      expect(printed).not.toContain('missing a value');
      expect(aws.calls).toContain('CreateChangeSet');
      // The exit status is that of the CDK, which did not get its change set.
      expect(code).toBe(1);
      expect(manifestOf('staging').artifacts[stack]?.properties?.terminationProtection).toBeFalsy();
    },
    TIMEOUT_MS,
  );

  step(
    'npm run deploy refuses to drop settings of the deployed stack, and names each of them',
    async () => {
      aws.stacks.set(stack, { status: 'UPDATE_COMPLETE', settings: { ...deployed, ...DOMAIN, waf: true } });
      const { code, printed } = await deploy(lastApp('staging'), ...args, '--forget', 'waf');
      expect(code).toBe(1);
      expect(printed).toContain(
        'Nothing was deployed: the stack Forms-staging would lose\n  apiDomain: api.example.com\n',
      );
      expect(printed).toContain('To lose them on purpose, add\n  --forget apiDomain\n');
      expect(aws.calls.filter((call) => call !== 'GetCallerIdentity')).toEqual(['DescribeStacks']);
    },
    TIMEOUT_MS,
  );

  step(
    'npm run deploy drops those that are named',
    async () => {
      await deploy(lastApp('staging'), '--forget', 'apiDomain', ...args, '--forget', 'waf');
      expect(aws.calls).toContain('CreateChangeSet');
    },
    TIMEOUT_MS,
  );

  step(
    'npm run deploy deploys nothing when CloudFormation does not say what is deployed',
    async () => {
      aws.allowsReading = false;
      const { code, printed } = await deploy(lastApp('staging'), ...args);
      aws.allowsReading = true;
      expect(code).toBe(1);
      expect(printed).toContain('CloudFormation cannot describe the stack Forms-staging: User: me is not authorized');
      expect(aws.calls).not.toContain('CreateChangeSet');
    },
    TIMEOUT_MS,
  );

  step(
    'npm run deploy releases a stack whose first deployment failed before the CDK deletes it',
    async () => {
      aws.stacks.set(stack, { status: 'ROLLBACK_COMPLETE', isProtected: true });
      await deploy(lastApp('staging'), ...args);
      aws.stacks.clear();
      const [released, deleted] = ['UpdateTerminationProtection', 'DeleteStack'].map((call) => aws.calls.indexOf(call));
      expect(released).toBeGreaterThan(0);
      expect(deleted).toBeGreaterThan(Number(released));
    },
    TIMEOUT_MS,
  );

  longStep(
    'cdk diff shows every resource that would be made',
    async () => {
      const { code, printed } = await cdkWithLastApp('us-west-2', 'diff', ...SENDER);
      expect(code).toBe(0);
      expect(printed).toMatch(/^\[\+\] AWS::DynamoDB::GlobalTable Table /m);
      expect(printed).not.toContain('senderAddress is missing');
    },
    TIMEOUT_MS,
  );

  longStep(
    'a region that lacks something is refused before AWS is asked for anything',
    async () => {
      const { code, printed } = await runNode({ AWS_REGION: 'eu-south-2' }, '--import', 'tsx', DEPLOY, ...SENDER);
      expect(code).toBe(1);
      expect(printed).toContain('The stack cannot be deployed in eu-south-2');
      expect(aws.calls.filter((call) => call !== 'GetCallerIdentity')).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
