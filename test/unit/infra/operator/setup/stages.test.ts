import { afterEach, describe, expect, test } from '@jest/globals';
import { Choices } from '../../../../../infra/operator/setup/choices.ts';
import { confirmation } from '../../../../../infra/operator/setup/removal/confirmation.ts';
import { deploy } from '../../../../../infra/operator/setup/steps/deploy.ts';
import { OF_ONE_STACK, readSettings } from '../../../../../infra/settings.ts';
import { EVERYTHING, RESTORED_STREAM } from '../../../../support/settings.ts';
import { SENDER, StandInOperator } from '../../../../support/standIn/setupRun.ts';

let operator: StandInOperator | undefined;
afterEach(() => operator?.stop());

const { apiDomain, siteDomain, certificateArn, probeEndpoint } = EVERYTHING;
const VALUES: Record<string, unknown> = {
  stackName: 'Acme',
  apiDomain,
  siteDomain,
  siteUrl: 'https://forms.example.com',
  tableStreamArn: RESTORED_STREAM,
  probeEndpoint,
};
const BASE = { senderAddress: SENDER, certificateArn };

describe('a setting of one stack', () => {
  const ofStaging = (context: object) =>
    readSettings({ ...BASE, ...context, stage: 'staging' }) as Record<string, unknown>;

  test.each(OF_ONE_STACK)('%s applies outside `stages` to production alone', (name) => {
    const domain = name.endsWith('Domain') ? {} : { apiDomain: 'api.example.net' };
    const value = VALUES[name];
    expect(readSettings({ ...BASE, ...domain, [name]: value })).toMatchObject({ [name]: value });
    expect(ofStaging({ ...domain, [name]: value })[name]).not.toBe(value);
    expect(ofStaging({ stages: { staging: { ...domain, [name]: value } } })[name]).toBe(value);
  });
});

/** Deploying, checking, setting up and removing, with a general or a stage's name of the stack, beside one or two stacks. */
const CASES = ['apply', 'plan', 'check'].flatMap((mode) =>
  ['deploy', 'remove'].flatMap((command) =>
    ['general', 'stage'].flatMap((place) =>
      ['production', 'staging'].map((recorded) => ({ mode, command, place, recorded }) as const),
    ),
  ),
);

describe.each(CASES)('$command ($mode) of staging with a $place stackName, to a stack of $recorded', (each) => {
  const { mode, command, place, recorded } = each;

  test('touches no other stage', async () => {
    const stackName = 'Acme';
    const named = { stackName };
    const context = {
      senderAddress: SENDER,
      stage: 'staging',
      ...(place === 'general' ? named : { stages: { staging: named } }),
    };
    const settings = readSettings({ senderAddress: SENDER, stage: recorded, stages: { [recorded]: named } });
    operator = await StandInOperator.start(
      { stack: { name: stackName, status: 'UPDATE_COMPLETE', template: '{}', settings } },
      context,
    );
    const steps = [command === 'deploy' ? deploy : confirmation];
    const wishes = { removal: stackName, forget: ['stackName'] };
    const { reports } = await operator.run({ mode: mode as 'apply', steps, wishes, stage: undefined });
    const isOwn = place === 'stage' && recorded === 'staging';
    const acme = operator.aws.account.stack;
    // The stand-in has one stack: a first deployment replaces it.
    if (!isOwn && acme?.name === stackName) expect(acme.settings).toBe(settings);
    if (place === 'stage' && recorded === 'production') {
      expect(reports.at(-1)).toMatchObject({
        outcome: 'blocked',
        found: expect.stringContaining('of the stage production'),
      });
    }
  });
});

test('the stage in cdk.json is that of all commands', async () => {
  operator = await StandInOperator.start({}, { senderAddress: SENDER, stage: 'staging' });
  const choices = new Choices({ file: operator.file, isSaved: false });
  expect([choices.stage, choices.settings().stackName]).toEqual(['staging', 'Forms-staging']);
});

test('a table that another stack uses is refused', async () => {
  const [, table] = RESTORED_STREAM.split('/');
  const settings = readSettings({ senderAddress: SENDER });
  const stack = { name: 'Forms', status: 'UPDATE_COMPLETE', template: '{}', settings, table: String(table) };
  const context = { senderAddress: SENDER, stage: 'staging', stages: { staging: { tableStreamArn: RESTORED_STREAM } } };
  operator = await StandInOperator.start({ stack }, context);
  const { reports } = await operator.run({ steps: [deploy], stage: undefined });
  expect(reports).toEqual([expect.objectContaining({ outcome: 'blocked', found: `The stack Forms uses ${table}.` })]);
});
