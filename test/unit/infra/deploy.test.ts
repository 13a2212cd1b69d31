import type { Stack, StackStatus } from '@aws-sdk/client-cloudformation';
import { describe, expect, test } from '@jest/globals';
import { checkSettings, type Released, releasable } from '../../../infra/operator/deploy/checkSettings.ts';
import { lostSettings, type RecordedSettings } from '../../../infra/operator/deploy/lostSettings.ts';
import { readSettings, SETTING_FIELDS, SETTING_LOSSES, SETTINGS_OUTPUT } from '../../../infra/settings.ts';
import { EVERYTHING, RESTORED_STREAM } from '../../support/settings.ts';
import { SETTINGS, synthesizeStack } from '../../support/stack.ts';

type Given = Record<string, unknown>;

/** What other settings need, none of which is lost without them. */
const NEEDED = { ...SETTINGS, certificateArn: EVERYTHING.certificateArn };

const settings = (given: Given): RecordedSettings => {
  const all = { ...NEEDED, ...given } as Given;
  return { ...readSettings((name) => all[name]) };
};

/** Stacks as CloudFormation has them, by their names. */
class GivenStacks {
  readonly released: string[] = [];
  readonly #stacks: Stack[];

  constructor(...stacks: { settings?: Given; name?: string; status?: StackStatus; isProtected?: boolean }[]) {
    this.#stacks = stacks.map(({ settings: record, name, status = 'UPDATE_COMPLETE', isProtected = true }) => ({
      StackName: name ?? String(record?.stackName),
      StackStatus: status,
      EnableTerminationProtection: isProtected,
      CreationTime: new Date(),
      Outputs: record ? [{ OutputKey: SETTINGS_OUTPUT, OutputValue: JSON.stringify(record) }] : [],
    }));
  }

  find = async (name: string) => this.#stacks.find(({ StackName }) => StackName === name);

  settingsOfAll = async () =>
    this.#stacks.flatMap(({ Outputs = [] }) => Outputs.map(({ OutputValue = '' }) => JSON.parse(OutputValue)));

  release = async (name: string) => this.released.push(name);
}

/** What keeps settings from replacing those that a stack was deployed with; undefined when nothing does. */
async function refusal(
  stacks: GivenStacks,
  next: Given,
  released: Partial<Released> = {},
): Promise<string | undefined> {
  try {
    await checkSettings(stacks, settings(next), { forget: [], ...released });
  } catch (error) {
    return (error as Error).message;
  }
  return undefined;
}

const deployedWith = (given: Given) => new GivenStacks({ settings: settings(given) });

/** Settings that are asked about: how they were given, how they are left out, and what is said to be lost. */
const LOST: [name: string, given: Given, left: Given, loses: RegExp][] = [
  ['apiDomain', { apiDomain: 'api.example.com' }, {}, /host name of the API/],
  ['siteDomain', { siteDomain: 'forms.example.com' }, {}, /host name of the pages/],
  ['hostedZoneId', { hostedZoneId: 'Z0123456789' }, {}, /DNS records/],
  ['siteUrl', { siteUrl: 'https://forms.example.com' }, {}, /address of the pages/],
  ['alarmAddress', { alarmAddress: 'me@example.com' }, {}, /mails about alarms/],
  [
    'monthlyBudgetUsd',
    { alarmAddress: 'me@example.com', monthlyBudgetUsd: 20 },
    { alarmAddress: 'me@example.com' },
    /budget/,
  ],
  ['monitoring', { monitoring: 'full' }, {}, /alarms but ten/],
  ['logRetentionDays', { logRetentionDays: 365 }, {}, /logs/],
  ['formConcurrency', { formConcurrency: 50 }, {}, /reserved for forms/],
  ['scanFiles', { scanFiles: true }, {}, /malware/],
  ['waf', { waf: true }, {}, /web ACL/],
  ['tableStreamArn', { tableStreamArn: RESTORED_STREAM }, {}, /new, empty one/],
  ['retainData', {}, { retainData: false }, /protection from deletion/],
];

/** Settings that can be left out without a question, each with a value that it can have. */
const NOT_LOST: Given = {
  certificateArn: EVERYTHING.certificateArn,
  senderAddress: 'others@example.com',
  stage: 'staging',
  stackName: 'Acme',
  canary: false,
  formsPerSecond: 100,
  requestsPerSecond: 100,
  mailsPerSecond: 1,
  mailsPerHour: 1_000,
  mailsPerDay: 200,
  uploadsPerSecond: 10,
  wafFormsPerMinute: 600,
};

describe('a deployment that leaves out a setting', () => {
  test.each(LOST)(
    '%s is refused, with what is lost, until it is forgotten by name',
    async (name, given, left, loses) => {
      const stacks = deployedWith(given);
      const message = await refusal(stacks, left);
      expect(message).toMatch(loses);
      expect(message).toContain(`  ${name}: ${settings(given)[name]}\n`);
      expect(message).toContain(`\n  --forget ${name}`);
      expect(message?.match(/--forget/g)).toHaveLength(1);
      expect(await refusal(stacks, left, { forget: ['stage'] })).toBe(message);
      expect(await refusal(stacks, left, { forget: [releasable(name)] })).toBeUndefined();
      expect(await refusal(stacks, given)).toBeUndefined();
    },
  );

  test('names all that would be lost at once, and asks for each of them', async () => {
    const stacks = deployedWith(EVERYTHING);
    const message = await refusal(stacks, {});
    const lost = Object.keys(EVERYTHING).filter((name) => SETTING_LOSSES.has(name) && name !== 'logRetentionDays');
    expect(lost.length).toBeGreaterThan(7);
    for (const name of lost) expect(message).toContain(`--forget ${name}`);
    expect(await refusal(stacks, {}, { forget: lost.slice(1) })).toContain(`--forget ${lost[0]}`);
    expect(await refusal(stacks, {}, { forget: lost })).toBeUndefined();
  });

  test.each(Object.keys(NOT_LOST).filter((name) => name !== 'stackName'))('%s goes ahead', async (name) => {
    const deployed = { ...settings({ [name]: NOT_LOST[name] }), stackName: 'Forms' };
    expect(await refusal(new GivenStacks({ settings: deployed }), {})).toBeUndefined();
  });

  test('is decided for every setting', () => {
    const lost = LOST.map(([name]) => name);
    expect([...SETTING_LOSSES.keys()].sort()).toEqual(lost.sort());
    expect([...lost, ...Object.keys(NOT_LOST)].sort()).toEqual(Object.keys(SETTING_FIELDS).sort());
    expect(() => releasable('formsPerSecond')).toThrow('It must be one of ');
  });
});

describe('a deployment goes ahead', () => {
  test('that changes settings, or gives more of them', async () => {
    const stacks = deployedWith({ apiDomain: 'api.example.com', formConcurrency: 50, logRetentionDays: 365 });
    const next = { apiDomain: 'api.example.org', formConcurrency: 20, logRetentionDays: 90, waf: true };
    expect(await refusal(stacks, next)).toBeUndefined();
  });

  test('that keeps logs for longer by leaving out how long', async () => {
    expect(await refusal(deployedWith({ logRetentionDays: 7 }), {})).toBeUndefined();
  });

  test('that begins to retain data', async () => {
    expect(await refusal(deployedWith({ retainData: false }), {})).toBeUndefined();
  });

  test('of a version with a setting that the deployed one did not have, and without one that it had', () => {
    const { waf, retainData, ...deployed } = settings({});
    expect(lostSettings({ ...deployed, formerSetting: true } as RecordedSettings, settings({}))).toEqual([]);
  });
});

describe('without a deployed stack', () => {
  test('the first deployment goes ahead', async () => {
    expect(await refusal(new GivenStacks(), {})).toBeUndefined();
  });

  test.each(['ROLLBACK_COMPLETE', 'ROLLBACK_FAILED'] as const)(
    'the one after a failed first deployment (%s) releases what that has left, so that the CDK can replace it',
    async (status) => {
      const stacks = new GivenStacks({ name: 'Forms', status });
      expect(await refusal(stacks, {})).toBeUndefined();
      expect(stacks.released).toEqual(['Forms']);
    },
  );

  test('one that names no stack is refused beside another stack of its stage', async () => {
    const stacks = deployedWith({ stackName: 'Acme' });
    const message = await refusal(stacks, {});
    expect(message).toContain('there is no stack Forms yet, only Acme.');
    expect(message).toContain('\n  --forget stackName');
    expect(await refusal(stacks, {}, { forget: ['stackName'] })).toBeUndefined();
    expect(await refusal(stacks, { stackName: 'Another' })).toBeUndefined();
  });

  test('one that names no stage is refused beside another stage, and one that names its stage goes ahead', async () => {
    const stacks = deployedWith({ stage: 'staging' });
    const message = await refusal(stacks, {});
    expect(message).toContain('there is no stack Forms yet, only Forms-staging.');
    expect(message).toContain('\n  --forget stage');
    expect(await refusal(stacks, {}, { forget: ['stage'] })).toBeUndefined();
    expect(await refusal(stacks, { stage: 'test' })).toBeUndefined();
    expect(await refusal(deployedWith({}), { stage: 'staging' })).toBeUndefined();
  });
});

describe('a stack', () => {
  test('without a record of its settings is deployed only on request', async () => {
    const stacks = new GivenStacks({ name: 'Forms' });
    const message = await refusal(stacks, {});
    expect(message).toContain('npx cdk diff');
    expect(await refusal(stacks, {}, { forget: [...SETTING_LOSSES.keys()] })).toBe(message);
    expect(await refusal(stacks, {}, { withoutRecord: true })).toBeUndefined();
  });

  test('with a record is compared even then', async () => {
    expect(await refusal(deployedWith({ waf: true }), {}, { withoutRecord: true })).toContain('--forget waf');
  });

  test.each(['CREATE_IN_PROGRESS', 'UPDATE_ROLLBACK_IN_PROGRESS', 'UPDATE_COMPLETE_CLEANUP_IN_PROGRESS'] as const)(
    'that is being changed (%s) is not deployed: its record may be about to change',
    async (status) => {
      const stacks = new GivenStacks({ settings: settings({}), status });
      expect(await refusal(stacks, {})).toContain(status);
    },
  );

  test.each(['UPDATE_ROLLBACK_COMPLETE', 'UPDATE_ROLLBACK_FAILED', 'UPDATE_FAILED'] as const)(
    'whose last deployment failed (%s) is compared by what it has',
    async (status) => {
      const stacks = new GivenStacks({ settings: settings({ waf: true }), status });
      expect(await refusal(stacks, {})).toContain('--forget waf');
    },
  );

  test.each([
    ['few', {}],
    ['all', EVERYTHING],
    ['those of a restored table', { tableStreamArn: RESTORED_STREAM }],
  ])('records its settings in an output: %s', (_, given) => {
    const { outputs } = synthesizeStack(given);
    const all = { ...SETTINGS, ...given } as Given;
    expect(JSON.parse(String(outputs[SETTINGS_OUTPUT]?.Value))).toEqual(readSettings((name) => all[name]));
  });
});
