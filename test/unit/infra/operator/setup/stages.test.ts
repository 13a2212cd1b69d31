import { afterEach, describe, expect, test } from '@jest/globals';
import { DEPLOYMENT_STEPS } from '../../../../../infra/operator/deploy/runDeployment.ts';
import { Choices } from '../../../../../infra/operator/setup/choices.ts';
import { deploy } from '../../../../../infra/operator/setup/steps/deploy.ts';
import { STEPS } from '../../../../../infra/operator/setup/steps/index.ts';
import { OF_ONE_STACK, readSettings } from '../../../../../infra/readSettings.ts';
import { EVERYTHING, RESTORED_STREAM } from '../../../../support/settings.ts';
import { BUCKETS, type StandInStack, TABLE } from '../../../../support/standIn/account.ts';
import { RECIPIENT, type RunWishes, SENDER, StandInOperator } from '../../../../support/standIn/setupRun.ts';

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

const COMMANDS = {
  deploy: { steps: DEPLOYMENT_STEPS, wishes: { deploysAlways: true } },
  setup: { steps: STEPS },
  check: { steps: STEPS, mode: 'check' },
  remove: { isRemoval: true },
} satisfies Record<string, RunWishes>;

/** The names of staging's stack and of production's, by the place of the setting `stackName`. */
const NAMES = {
  general: { own: 'Forms-staging', other: 'Acme', context: { stackName: 'Acme' } },
  stage: { own: 'Acme', other: 'Forms', context: { stages: { staging: { stackName: 'Acme' } } } },
};

type Recorded = Partial<Record<'own' | 'other', 'production' | 'staging'>>;
const STACKS: [what: string, recorded: Recorded][] = [
  ['none', {}],
  ["production's", { other: 'production' }],
  ['its own', { own: 'staging' }],
  ["production's, under its name", { own: 'production' }],
  ["its own and production's", { own: 'staging', other: 'production' }],
  ["its own and production's, under each other's name", { own: 'production', other: 'staging' }],
];

const CASES = (Object.keys(COMMANDS) as (keyof typeof COMMANDS)[]).flatMap((command) =>
  (['general', 'stage'] as const).flatMap((place) =>
    STACKS.map(([what, recorded]) => ({ command, place, what, recorded })),
  ),
);

test.each(CASES)('$command of staging, with a $place stackName and $what: only touches its own stack', async (each) => {
  const { command, place, recorded } = each;
  const { own, other, context } = NAMES[place];
  const stackOf = (name: string, stage?: string): StandInStack[] => {
    const settings = { ...readSettings({ senderAddress: SENDER, stage }), stackName: name };
    return stage ? [{ name, status: 'UPDATE_COMPLETE', template: '{}', settings, isProtected: true }] : [];
  };
  const [stack] = stackOf(own, recorded.own);
  const others = stackOf(other, recorded.other).map((of) => ({ ...of, table: 'Table-of-another' }));
  const [tables, buckets] = [{ [TABLE]: { isProtected: true } }, Object.fromEntries(BUCKETS.map((name) => [name, []]))];
  const setup = { [`${own}/eu-central-1`]: { senderIdentity: 'address', recipients: [RECIPIENT] } };
  operator = await StandInOperator.start(
    { stack: structuredClone(stack), others: structuredClone(others), ...(stack && { tables, buckets }) },
    { senderAddress: SENDER, alarmAddress: RECIPIENT, stage: 'staging', setup, ...context },
  );
  const run = await operator.run({ wishes: { removal: own }, ...COMMANDS[command], stage: undefined });
  const { account, changes } = operator.aws;
  expect(account.others).toEqual(others);
  if (recorded.own === 'production') {
    expect(account.stack).toEqual(stack);
    const refusal = { outcome: 'blocked', found: `The stack ${own} is that of the stage production, not of staging.` };
    expect(run.reports).toContainEqual(expect.objectContaining(refusal));
  } else if (command === 'remove') {
    expect([account.stack, account.tables]).toEqual([undefined, {}]);
    expect(run.open).toEqual([]);
  } else if (command === 'check') {
    expect([account.stack, changes]).toEqual([stack, []]);
    expect(run.of('deploy').outcome).toBe('todo');
  } else {
    expect(account.stack).toMatchObject({ name: own, settings: { stage: 'staging' } });
    expect(run.of('deploy').outcome).toBe('changed');
  }
});

test.each([{ isRemoval: true }, { steps: DEPLOYMENT_STEPS }])(
  'a stack of production without outputs is refused',
  async (given) => {
    const settings = readSettings({ senderAddress: SENDER });
    const stack = { name: 'Forms-staging', status: 'UPDATE_FAILED', template: '{}', settings };
    operator = await StandInOperator.start({ stack }, { senderAddress: SENDER, stage: 'staging' });
    const { reports } = await operator.run({
      wishes: { removal: stack.name, withoutRecord: true },
      ...given,
      stage: undefined,
    });
    expect(reports).toContainEqual(
      expect.objectContaining({ found: expect.stringContaining('of the stage production') }),
    );
    expect(operator.aws.changes).toEqual([]);
  },
);

test('all commands use the stage in cdk.json', async () => {
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
