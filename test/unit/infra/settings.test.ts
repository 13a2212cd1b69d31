import { describe, expect, test } from '@jest/globals';
import { readSettings } from '../../../infra/readSettings.ts';
import { LOG_RETENTION_DAYS } from '../../../infra/settings.ts';
import { functionsOf, SETTINGS, type SynthesizedStack, synthesizeStacks } from '../../support/cloud/stack.ts';
import { COMBINATIONS } from '../../support/settings.ts';

const CERTIFICATE = 'arn:aws:acm:us-east-1:123456789012:certificate/0a1b';

const NEEDED_BY_OTHERS = { apiDomain: 'api.example.com', certificateArn: CERTIFICATE, alarmAddress: 'me@example.com' };

const read = (given: Record<string, unknown>) => readSettings(given);
const readWith = (more: Record<string, unknown>) => read({ ...SETTINGS, ...more });

function errorOf(given: Record<string, unknown>): string {
  try {
    read(given);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('the settings were taken');
}

describe('settings', () => {
  test('only one is required; then the stack is called Forms, its stage is production, and it keeps its data', () => {
    expect(read(SETTINGS)).toEqual({
      ...SETTINGS,
      confirmationAddress: SETTINGS.senderAddress,
      stage: 'production',
      stackName: 'Forms',
      retainData: true,
      serviceName: 'Forms backend',
      logRetentionDays: 30,
      monitoring: 'essential',
      canary: true,
      formsPerSecond: 20,
      requestsPerSecond: 20,
      webhookConcurrency: 5,
      mailsPerSecond: 14,
      mailsPerHour: 300,
      confirmationsPerHour: 30,
      mailsPerDay: 50_000,
      scanFiles: false,
      uploadsPerSecond: 2,
      waf: false,
      wafFormsPerMinute: 60,
    });
  });

  test('senderAddress is required, and the error says how to give it', () => {
    const message = errorOf({});
    expect(message).toMatch(/^ {2}senderAddress is missing: it must be .+, for example .+$/m);
    expect(message).toContain('"context" of cdk.json');
    expect(message).toContain('--context name=value');
  });

  test('every problem is named at once', () => {
    const message = errorOf({ stackName: '1', retainData: 'perhaps', siteUrl: '', apiDomain: 5 });
    for (const name of ['senderAddress', 'siteUrl', 'stackName', 'retainData', 'apiDomain']) {
      expect(message).toMatch(new RegExp(`^  ${name} (is missing: it )?must `, 'm'));
    }
  });

  test.each([
    ['senderAddress', ['', 'forms@', 'Forms <forms@example.com>', 'a@b.de,c@d.de', 5, null]],
    [
      'siteUrl',
      [
        '',
        'forms.example.com',
        'javascript:alert(1)',
        'https://forms.example.com/',
        'https://forms.example.com?',
        'https://forms.example.com#',
        'https://:secret@forms.example.com',
        ' https://forms.example.com',
        'https://forms.example.com/$context.stage',
        5,
      ],
    ],
    ['stage', ['', 'Production', '1', 'a_b', 'a'.repeat(31)]],
    ['apiDomain', ['localhost', 'https://a.example.com', 'A.example.com', '-a.example.com', 'a.example.com.', 5]],
    ['siteDomain', ['a..example.com', 'a.example.com/site', `${'a'.repeat(64)}.example.com`, null]],
    ['certificateArn', ['', 'arn:aws:acm:eu-west-1:123456789012:certificate/1', CERTIFICATE.toUpperCase()]],
    ['hostedZoneId', ['', 'example.com', 'z123456', '/hostedzone/Z123456']],
    ['stackName', ['', '1forms', 'my_forms', 'F'.repeat(51)]],
    ['serviceName', ['', ' ', 'Acme ', 'two\nlines', 'a\u0000b', 'a\u202eb', '\u200d', 'x'.repeat(61)]],
    ['retainData', ['', 'yes', 'TRUE', '0', 1, null]],
    ['alarmAddress', ['', 'Me <me@example.com>', 5]],
    ['monthlyBudgetUsd', [0, -1, 1.5, '', '1.5', '20 USD', '-20', 1e9, Number.NaN, null]],
    ['logRetentionDays', [0, 29, 9999, '', '30 days', null]],
    ['monitoring', ['', 'Full', true]],
    [
      'tableStreamArn',
      [
        'arn:aws:dynamodb:eu-central-1:123456789012:table/Restored',
        'arn:aws:dynamodb:eu-central-1:123456789012:table/Restored/stream/',
        'arn:aws:kinesis:eu-central-1:123456789012:table/Restored/stream/2026-01-01T00:00:00.000',
        'arn:aws:dynamodb:eu-central-1:123456789012:table/a/b/stream/2026-01-01T00:00:00.000',
      ],
    ],
  ])('%s with a wrong value is rejected in one line that names it', (name, values) => {
    for (const value of values) {
      const problems = errorOf({ ...SETTINGS, ...NEEDED_BY_OTHERS, [name]: value })
        .split('\n')
        .filter((line) => line.startsWith('  '));
      expect({ value, problems }).toEqual({
        value,
        problems: [expect.stringMatching(new RegExp(`^  ${name} must (be|have|start) .+`))],
      });
    }
  });

  test.each([
    [true, true],
    [false, false],
    ['true', true],
    ['false', false],
    [undefined, true],
  ])('retainData %p is parsed as %p: cdk.json has booleans, -c passes text', (given, expected) => {
    expect(readWith({ retainData: given }).retainData).toBe(expected);
  });

  test.each([
    ['monthlyBudgetUsd', '20', 20],
    ['logRetentionDays', '7', 7],
    ['logRetentionDays', 3653, 3653],
    ['formConcurrency', '1000', 1_000],
    ['serviceName', 'فرم\u200cساز', 'فرم\u200cساز'],
  ])('%s %p is parsed as %p: cdk.json has numbers, -c passes text', (name, given, expected) => {
    expect(readWith({ alarmAddress: 'me@example.com', [name]: given })).toMatchObject({ [name]: expected });
  });

  test('logs can be kept for every period that CloudWatch Logs allows, but not forever', async () => {
    const { RetentionDays } = await import('aws-cdk-lib/aws-logs');
    const periods = Object.values(RetentionDays).filter((days) => typeof days === 'number');
    expect(LOG_RETENTION_DAYS).toEqual(periods.filter((days) => days !== RetentionDays.INFINITE));
  });

  test('a budget needs an address for its alerts', () => {
    expect(errorOf({ ...SETTINGS, monthlyBudgetUsd: 20 })).toMatch(
      /^ {2}alarmAddress is missing: it must be the address that alarms are mailed to, for example /m,
    );
  });

  test.each(['apiDomain', 'siteDomain'])('%s needs a certificate', (name) => {
    expect(errorOf({ ...SETTINGS, [name]: 'forms.example.com' })).toMatch(
      /^ {2}certificateArn is missing: it must be /m,
    );
    expect(readWith({ [name]: 'forms.example.com', certificateArn: CERTIFICATE })).toMatchObject({
      [name]: 'forms.example.com',
    });
  });

  test.each([
    ['siteUrl', { siteDomain: 'forms.example.com', siteUrl: 'https://forms.example.com' }],
    ['siteDomain', { siteDomain: 'forms.example.com', apiDomain: 'forms.example.com' }],
    ['siteUrl', { apiDomain: 'forms.example.com', siteUrl: 'HTTPS://forms.example.com' }],
    ['certificateArn', {}],
    ['hostedZoneId', { certificateArn: undefined, hostedZoneId: 'Z0123456789' }],
  ])('%s is rejected if it contradicts another', (name, more) => {
    expect(errorOf({ ...SETTINGS, certificateArn: CERTIFICATE, ...more })).toMatch(new RegExp(`^  ${name} must `, 'm'));
  });
});

describe('stages', () => {
  const stages = { staging: { retainData: false }, production: { senderAddress: 'forms@example.org' } };

  test('a stage has a stack of its own, unless it names one', () => {
    expect(readWith({ stage: 'staging' }).stackName).toBe('Forms-staging');
    expect(readWith({ stage: 'staging', stackName: 'Test' }).stackName).toBe('Forms-staging');
    expect(readWith({ stage: 'staging', stages: { staging: { stackName: 'Test' } } }).stackName).toBe('Test');
  });

  test('production changes versions step by step; any other stage at once, unless it says otherwise', () => {
    expect(readWith({}).canary).toBe(true);
    expect(readWith({ canary: 'false' }).canary).toBe(false);
    expect(readWith({ stage: 'staging' }).canary).toBe(false);
    expect(readWith({ stage: 'staging', canary: true }).canary).toBe(true);
  });

  test('a stage’s settings override those outside', () => {
    expect(readWith({ stages, stage: 'staging' })).toMatchObject({ ...SETTINGS, stage: 'staging', retainData: false });
    expect(readWith({ stages })).toMatchObject({ stage: 'production', senderAddress: 'forms@example.org' });
  });

  test('an undeclared stage is rejected as a typo', () => {
    expect(errorOf({ ...SETTINGS, stages, stage: 'stagign' })).toContain('"stage" must be one of: staging, production');
    expect(errorOf({ ...SETTINGS, stages: { staging: {} } })).toContain('"stage" must be one of: staging');
  });

  test.each([
    [{ stages: { production: { retaindata: false } } }, 'retaindata is not a setting (in the stage production)'],
    [{ retaindata: false }, 'retaindata is not a setting: did you mean retainData?'],
    [{ nope: 1 }, 'nope is not a setting\nSet them'],
    [{ landingPage: false }, 'landingPage is no longer a setting, remove it: `/` leads to the dashboard'],
    [{ alarmAdress: 'me@example.com' }, 'alarmAdress is not a setting: did you mean alarmAddress?'],
    [{ stages: { production: { '@aws-cdk/core:x': true } } }, '@aws-cdk/core:x is not a setting'],
  ])('rejects %p, and suggests the nearest setting', (given, problem) => {
    expect(errorOf({ ...SETTINGS, ...given })).toContain(problem);
  });

  test("accepts the CDK's own context, and the state of setup", () => {
    const others = { '@aws-cdk/core:x': true, 'aws:cdk:y': [], 'availability-zones:account=1': [], setup: {} };
    expect(readWith(others)).not.toHaveProperty('setup');
  });

  test.each([5, 'staging', [], { production: 5 }])('stages %p are refused', (given) => {
    expect(errorOf({ ...SETTINGS, stages: given })).toMatch(/^ {2}stages? must /m);
  });
});

const stacks = await synthesizeStacks(...COMBINATIONS);

describe('every kind of setting', () => {
  test.each(COMBINATIONS)('$stackName from $senderAddress at $siteUrl, retainData $retainData', (settings) => {
    const stack = stacks[COMBINATIONS.indexOf(settings)] as SynthesizedStack;
    expect(stack.name).toBe(settings.stackName);
    expect(stack.outputs.SiteUrl?.Value).toBe(settings.siteUrl);
    const notify = functionsOf(stack).find(({ name }) => name === 'notifySubmission');
    expect(notify?.properties.Environment.Variables.SENDER_ADDRESS).toBe(settings.senderAddress);
    expect(JSON.stringify(notify?.statements)).toContain(
      JSON.stringify({ 'ses:FromAddress': [settings.senderAddress] }),
    );
    const policies = Object.values(stack.resources)
      .filter(({ Type }) => Type === 'AWS::DynamoDB::GlobalTable')
      .map(({ DeletionPolicy }) => DeletionPolicy);
    expect(policies).toEqual([String(settings.retainData) === 'true' ? 'Retain' : 'Delete']);
  });
});
