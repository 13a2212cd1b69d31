import { afterEach, describe, expect, test } from '@jest/globals';
import { lostSettings } from '../../../../../infra/operator/setup/lostSettings.ts';
import { deploy } from '../../../../../infra/operator/setup/steps/deploy.ts';
import { readSettings } from '../../../../../infra/readSettings.ts';
import { SETTING_FIELDS, SETTING_LOSSES, SETTINGS_OUTPUT } from '../../../../../infra/settings.ts';
import { SETTINGS, synthesizeStack } from '../../../../support/cloud/stack.ts';
import { EVERYTHING, RESTORED_STREAM } from '../../../../support/settings.ts';
import { CHOSEN, type RunWishes, SENDER, StandInOperator } from '../../../../support/standIn/setupRun.ts';

type Given = Record<string, unknown>;

/** Settings with what they require. */
const complete = (settings: Given): Given => ({
  ...SETTINGS,
  alarmAddress: EVERYTHING.alarmAddress,
  ...((settings.apiDomain !== undefined || settings.siteDomain !== undefined) && {
    certificateArn: EVERYTHING.certificateArn,
  }),
  ...settings,
});

/** A value of each setting that is lost when the next deployment has its default. */
const VALUES: Given = {
  ...EVERYTHING,
  confirmationAddress: 'forms@replies.example.com',
  confirmationsPerHour: 100,
  formsPerSecond: 200,
  logRetentionDays: 365,
  requestsPerSecond: 200,
  retainData: true,
  serviceName: 'Acme',
  workspaceOwners: 'ada@example.com',
  siteUrl: 'https://forms.example.com',
  tableStreamArn: RESTORED_STREAM,
  uploadsPerSecond: 10,
  wafFormsPerMinute: 600,
};

/** Settings that can be left out without a loss. */
const NOT_LOST = [
  'senderAddress',
  'stage',
  'stackName',
  'certificateArn',
  'canary',
  'webhookConcurrency',
  'mailsPerSecond',
  'mailsPerHour',
  'mailsPerDay',
];

const without = (name: string): Given => ({
  ...(name === 'hostedZoneId' && { apiDomain: EVERYTHING.apiDomain }),
  [name]: name === 'retainData' ? false : undefined,
});
const lost = (deployed: Given, next: Given) =>
  lostSettings({ ...readSettings(complete(deployed)) }, readSettings(complete(next))).map(({ name }) => name);

describe('an omitted setting', () => {
  test.each([...SETTING_LOSSES.keys()])('%s is lost, but not if it is set again', (name) => {
    const deployed = { ...without(name), [name]: VALUES[name] };
    expect(VALUES).toHaveProperty(name);
    expect(lost(deployed, without(name))).toEqual([name]);
    expect(lost(deployed, deployed)).toEqual([]);
    expect(lost(without(name), deployed)).toEqual([]);
  });

  test('is declared as a loss or as harmless', () => {
    expect([...SETTING_LOSSES.keys(), ...NOT_LOST].sort()).toEqual(Object.keys(SETTING_FIELDS).sort());
  });

  test.each([
    ['a changed host name', { apiDomain: 'api.example.com' }, { apiDomain: 'api.example.org' }],
    ['logs that are kept for longer', { logRetentionDays: 7 }, {}],
    [
      'the same address of confirmations, now of all',
      { confirmationAddress: 'b@example.com' },
      { senderAddress: 'b@example.com' },
    ],
    ['a new sender, from which confirmations also come', {}, { senderAddress: 'others@example.com' }],
  ])('is not %s', (_what, deployed, next) => {
    expect(lost(deployed, next)).toEqual([]);
  });

  test('ignores settings of older or newer versions', () => {
    const { waf, ...deployed } = readSettings(SETTINGS);
    expect(lostSettings({ ...deployed, formerSetting: true }, readSettings(SETTINGS))).toEqual([]);
  });
});

let operator: StandInOperator;

/** A deployed stack with settings of which cdk.json has none. */
const deployedWith = async (settings: Given | undefined, context: Given = CHOSEN) => {
  const recorded = settings && readSettings(complete(settings));
  const stack = { name: String(recorded?.stackName ?? 'Forms'), status: 'UPDATE_COMPLETE', template: '{}' };
  operator = await StandInOperator.start({ stack: { ...stack, ...(recorded && { settings: recorded }) } }, context);
};

const deployment = async (wishes: RunWishes['wishes'] = {}) =>
  (await operator.run({ steps: [deploy], wishes: { deploysAlways: true, ...wishes } })).of('deploy');

describe('a deployment', () => {
  afterEach(() => operator.stop());

  test('is rejected with the names of lost settings, until each is released by name', async () => {
    await deployedWith({ apiDomain: 'api.example.com', waf: true });
    expect(await deployment()).toMatchObject({
      outcome: 'blocked',
      lines: [
        expect.stringMatching(/^apiDomain api\.example\.com: .*no longer work$/),
        expect.stringMatching(/^waf true: /),
      ],
      remedy: expect.stringContaining('npm run deploy -- --forget apiDomain --forget waf'),
    });
    expect(await deployment({ forget: ['waf'] })).toMatchObject({
      outcome: 'blocked',
      lines: [expect.any(String)],
      remedy: expect.stringContaining('npm run deploy -- --forget waf --forget apiDomain'),
    });
    expect(operator.aws.changes).toEqual([]);
    expect(await deployment({ forget: ['waf', 'apiDomain'] })).toMatchObject({ outcome: 'changed' });
    expect(await deployment()).toMatchObject({ outcome: 'changed' });
  });

  test('to a stack without a record is rejected until that is accepted', async () => {
    await deployedWith(undefined);
    expect(await deployment()).toMatchObject({ outcome: 'blocked', remedy: expect.stringContaining('npx cdk diff') });
    expect(await deployment({ forget: ['waf'] })).toMatchObject({ outcome: 'blocked' });
    expect(await deployment({ withoutRecord: true })).toMatchObject({ outcome: 'changed' });
  });

  test.each([
    ['is rejected', undefined, false],
    ['is accepted once its paths are kept', 'Retain', true],
  ])('to a stack of 0.1.0 %s', async (_what, DeletionPolicy, isAccepted) => {
    await deployedWith(undefined);
    const { stack } = operator.aws.account;
    const Path = { Type: 'AWS::ApiGateway::Resource', DeletionPolicy };
    Object.assign(stack ?? {}, { template: JSON.stringify({ Resources: { Path } }) });
    const remedy = expect.stringContaining('"Once, from 0.1.0 to a later version"');
    const outcome = isAccepted ? { outcome: 'changed' } : { outcome: 'blocked', remedy };
    expect(await deployment({ withoutRecord: true })).toMatchObject(outcome);
  });

  test.each([
    ['stackName', { stackName: 'Acme' }, 'There is no stack Forms, only Acme.'],
    ['stage', { stage: 'staging' }, 'There is no stack Forms, only Forms-staging.'],
  ])('that omits the %s of the only stack is rejected', async (name, settings, found) => {
    await deployedWith(settings);
    expect(await deployment()).toMatchObject({
      outcome: 'blocked',
      found: expect.stringContaining(found),
      remedy: expect.stringContaining(`npm run deploy -- --forget ${name}`),
    });
    expect(await deployment({ forget: [name] })).toMatchObject({ outcome: 'changed' });
  });

  test('of another stack proceeds if it is named', async () => {
    await deployedWith({ stackName: 'Acme' }, { senderAddress: SENDER, stackName: 'Another' });
    expect(await deployment()).toMatchObject({ outcome: 'changed' });
  });
});

test.each([
  ['few settings', {}],
  ['all settings', EVERYTHING],
])('the stack records %s in an output', async (_what, given) => {
  const { outputs } = await synthesizeStack(given);
  expect(JSON.parse(String(outputs[SETTINGS_OUTPUT]?.Value))).toEqual(readSettings({ ...SETTINGS, ...given }));
});
