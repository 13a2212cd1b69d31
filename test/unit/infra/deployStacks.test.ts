import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { settleIdentity } from '../../../infra/operator/deploy/identity.ts';
import { Stacks, settingsOf } from '../../../infra/operator/deploy/stacks.ts';
import { UsageError } from '../../../infra/program.ts';
import { FakeAws } from '../../support/fakeAws.ts';

const KEYS = { AWS_ACCESS_KEY_ID: 'made-up', AWS_SECRET_ACCESS_KEY: 'made-up' };

const folder = mkdtempSync(join(tmpdir(), 'forms-profiles-'));
/** A file that is not there. */
const NOWHERE = join(folder, 'nowhere');
const before = { ...process.env };

beforeEach(() => {
  for (const name of Object.keys(process.env)) if (/^AWS_(?!SDK_)/.test(name)) delete process.env[name];
  Object.assign(process.env, { AWS_CONFIG_FILE: NOWHERE, AWS_SHARED_CREDENTIALS_FILE: NOWHERE });
});
afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the stacks of an account', () => {
  const aws = new FakeAws();
  const settings = { stage: 'production', stackName: 'Forms', waf: true };
  let endpoint: string;
  beforeAll(async () => {
    endpoint = await aws.start();
    aws.stacks.set('Forms', { status: 'UPDATE_COMPLETE', settings });
    aws.stacks.set('Others', { status: 'UPDATE_COMPLETE' });
    aws.stacks.set('OfAnotherApp', { status: 'UPDATE_COMPLETE', settings: { colour: 'blue' } });
  });
  afterAll(() => aws.stop());
  beforeEach(() => {
    Object.assign(process.env, KEYS, { AWS_ENDPOINT_URL: endpoint });
  });

  test('are found by name, with the settings that they record', async () => {
    const stack = await new Stacks('eu-central-1').find('Forms');
    expect(stack && settingsOf(stack)).toEqual(settings);
  });

  test('that are not there are not found', async () => {
    expect(await new Stacks('eu-central-1').find('Forms-staging')).toBeUndefined();
  });

  test('of this service are those that record its settings', async () => {
    expect(await new Stacks('eu-central-1').settingsOfAll()).toEqual([settings]);
  });

  test('that the credentials may not read are an error, which names the permission', async () => {
    aws.allowsReading = false;
    const stacks = new Stacks('eu-central-1');
    for (const read of [stacks.find('Forms'), stacks.settingsOfAll()]) {
      await expect(read).rejects.toThrow(
        /not authorized[\s\S]*Nothing was deployed[\s\S]*cloudformation:DescribeStacks/,
      );
    }
    aws.allowsReading = true;
  });

  test('that cannot be reached are an error', async () => {
    process.env.AWS_ENDPOINT_URL = 'http://127.0.0.1:9';
    process.env.AWS_MAX_ATTEMPTS = '1';
    await expect(new Stacks('eu-central-1').find('Forms')).rejects.toThrow(UsageError);
  });
});

describe('the identity of a deployment', () => {
  const identity = () => [process.env.AWS_REGION, process.env.AWS_PROFILE, process.env.AWS_DEFAULT_PROFILE];

  const config = join(folder, 'config');
  beforeAll(() => writeFileSync(config, '[default]\nregion = eu-west-1\n[profile acme]\nregion = eu-north-1\n'));
  beforeEach(() => {
    process.env.AWS_CONFIG_FILE = config;
  });

  test('is the profile on the command line, with its region', async () => {
    Object.assign(process.env, KEYS);
    expect(await settleIdentity('acme')).toBe('eu-north-1');
    expect(identity()).toEqual(['eu-north-1', 'acme', undefined]);
  });

  test('is that of AWS_DEFAULT_PROFILE, which only the CDK reads', async () => {
    process.env.AWS_DEFAULT_PROFILE = 'acme';
    await settleIdentity(undefined);
    expect(identity().slice(0, 2)).toEqual(['eu-north-1', 'acme']);
  });

  test('is that of keys in the environment, which the CDK prefers to a profile there', async () => {
    Object.assign(process.env, KEYS, { AWS_PROFILE: 'acme', AWS_DEFAULT_PROFILE: 'acme' });
    await settleIdentity(undefined);
    expect(identity()).toEqual(['eu-north-1', undefined, undefined]);
  });

  test.each(['AWS_REGION', 'AWS_DEFAULT_REGION'])('is in the region of %s before any other', async (name) => {
    process.env[name] = 'us-west-2';
    expect(await settleIdentity('acme')).toBe('us-west-2');
    expect(process.env.AWS_REGION).toBe('us-west-2');
  });

  test('needs a region', async () => {
    process.env.AWS_CONFIG_FILE = NOWHERE;
    await expect(settleIdentity(undefined)).rejects.toThrow('export AWS_REGION=eu-central-1');
  });
});
