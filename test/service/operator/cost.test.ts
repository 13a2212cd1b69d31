import { beforeAll, describe, expect, test } from '@jest/globals';
import { Template } from '../../../infra/localService/template.ts';
import { type Line, totalBeyondFree, totalOf, totalOnEssentials } from '../../../infra/operator/cost/bill.ts';
import { estimate } from '../../../infra/operator/cost/estimate.ts';
import { factsOf, type StackFacts } from '../../../infra/operator/cost/stackFacts.ts';
import { textReport } from '../../../infra/operator/cost/textReport.ts';
import { type Workload, workloadOf } from '../../../infra/operator/cost/workload.ts';
import { SETTING_FIELDS } from '../../../infra/settings.ts';
import { synthesizeStacks } from '../../support/cloud/stack.ts';
import { type Ended, runInOneProcess, testWrongCalls } from '../../support/commands.ts';

const PROGRAM = 'infra/operator/cost/cost.ts';

let json: Ended | undefined;
beforeAll(async () => {
  [json] = await runInOneProcess([PROGRAM, '--submissions', '500', '--json']);
}, 300_000);

const [essentialStack, fullStack] = await synthesizeStacks({}, { monitoring: 'full' });
const [facts, fullFacts] = [factsOf(essentialStack.template), factsOf(fullStack.template)];

const bill = (workload: Partial<Workload> & { submissions: number }, more: Partial<StackFacts> = {}): Line[] =>
  estimate({ ...workloadOf(workload.submissions), ...workload }, { ...facts, ...more });

/** The tables of docs/cost.md, docs/scale.md and docs/bounds.md hold the other numbers. */
describe('the promised cost of `essential`, without the free tier of an account’s first year', () => {
  test('idle, at most 1.20 dollars a month', () => {
    expect(totalBeyondFree(bill({ submissions: 0 }))).toBeLessThanOrEqual(1.2);
  });

  test('a million submissions without mail, at most 9.20 dollars a month, and 20 without a free tier', () => {
    const lines = bill({ submissions: 1_000_000, recipients: 0 });
    expect(totalBeyondFree(lines)).toBeLessThanOrEqual(9.2);
    expect(totalOf(lines)).toBeLessThanOrEqual(20);
  });

  test('no alarm, metric or dashboard that CloudWatch bills, as long as nothing fails', () => {
    const watching = bill({ submissions: 1_000_000 }).filter(({ price }) => /metric|dashboard/i.test(price));
    expect(watching).toHaveLength(4);
    expect(totalBeyondFree(watching)).toBe(0);
  });
});

test('`full` adds the documented cost to `essential`', () => {
  const [essential = 0, full = 0] = [facts, fullFacts].map((each) => totalBeyondFree(estimate(workloadOf(0), each)));
  expect(SETTING_FIELDS.monitoring.description).toContain(`about ${Math.round(full - essential)} US dollars a month`);
});

test('a web ACL costs its fee, its rules and every request', () => {
  const lines = bill({ submissions: 1_000_000 }, { webAcls: 1, webAclRules: 3 });
  expect(totalOf(lines) - totalOf(bill({ submissions: 1_000_000 }))).toBeCloseTo(5 + 3 + 1.35 * 0.6, 6);
});

test.each<Partial<Workload>>([{ recipients: 2 }, { size: 5_000 }, { reads: 1_000_000 }, { months: 24 }])(
  'an estimate is higher with %p',
  (more) => {
    expect(totalOf(bill({ submissions: 100_000, ...more }))).toBeGreaterThan(totalOf(bill({ submissions: 100_000 })));
  },
);

describe('the facts of a stack', () => {
  test('are read from the resources', () => {
    const template = new Template('', {
      One: { Type: 'AWS::CloudWatch::Alarm', Properties: { MetricName: 'Errors' } },
      Expression: {
        Type: 'AWS::CloudWatch::Alarm',
        Properties: { Metrics: [{ Expression: 'a / b' }, { MetricStat: {} }, { MetricStat: {} }] },
      },
      Dashboard: { Type: 'AWS::CloudWatch::Dashboard' },
      Topic: { Type: 'AWS::SNS::Topic' },
      Acl: { Type: 'AWS::WAFv2::WebACL', Properties: { Rules: [{}, {}] } },
      Key: { Type: 'AWS::KMS::Key' },
      Plan: { Type: 'AWS::GuardDuty::MalwareProtectionPlan' },
      Sampling: { Type: 'AWS::XRay::SamplingRule', Properties: { SamplingRule: { FixedRate: 0.2 } } },
      Stage: { Type: 'AWS::ApiGateway::Stage', Properties: { AccessLogSetting: { Format: '' } } },
      Function: {
        Type: 'AWS::Lambda::Function',
        Properties: { Runtime: 'nodejs24.x', MemorySize: 512, TracingConfig: { Mode: 'Active' } },
        Metadata: { 'aws:cdk:path': 'Forms/createKey/Function/Resource' },
      },
    });
    expect(factsOf(template)).toMatchObject({
      alarmMetrics: 3,
      dashboards: 1,
      topics: 1,
      webAcls: 1,
      webAclRules: 2,
      encryptionKeys: 1,
      scannedBuckets: 1,
      hasAccessLog: true,
      tracedShare: 0.2,
      memoryGb: { createKey: 0.5 },
    });
  });
});

describe('the report', () => {
  const workload = { ...workloadOf(1_000_000), recipients: 3 };

  test('lists each service with its billed quantities, and the total', () => {
    const lines = { essential: bill(workload), full: bill(workload, fullFacts) };
    const report = textReport(workload, lines);
    expect(report).toMatch(/^SES +3,000,000 mails +300\.00 +300\.00$/m);
    const totalsIn = (name: string) =>
      (new RegExp(`^${name}.*? ([\\d,.]+) +([\\d,.]+)$`, 'm').exec(report) ?? [])
        .slice(1)
        .map((sum) => Number(sum.replaceAll(',', '')));
    const [essential = 0, full = 0] = totalsIn('Total');
    expect(essential).toBeCloseTo(totalBeyondFree(lines.essential), 1);
    expect(full).toBeCloseTo(totalBeyondFree(lines.full), 1);
    expect(totalsIn(" +with SES's plan Essentials")[0]).toBeCloseTo(totalOnEssentials(lines.essential), 1);
    expect(totalsIn('List prices')[0]).toBeCloseTo(totalOf(lines.essential), 1);
  });
});

describe('npm run cost', () => {
  test('--json prints every line', () => {
    expect(json?.code).toBe(0);
    const { workload, essential, full } = JSON.parse(json?.stdout ?? '');
    expect(workload).toEqual({
      submissions: 500,
      recipients: 1,
      webhooks: 0,
      size: 1_000,
      reads: 50,
      months: 12,
      files: 0,
      fileBytes: 1_000_000,
      opens: 1,
    });
    for (const { lines, totalUsd, listUsd } of [essential, full]) {
      expect([totalUsd, listUsd]).toEqual([totalBeyondFree(lines), totalOf(lines)]);
    }
    expect(full.totalUsd).toBeGreaterThan(essential.totalUsd);
    expect(essential.lines[0]).toMatchObject({
      service: 'API Gateway',
      quantity: 675,
      unitUsd: 3.5,
      per: 1_000_000,
      unit: 'requests',
    });
  });

  testWrongCalls(PROGRAM, [
    [
      'without a number of submissions',
      () => [],
      /^error: required option '--submissions <n>' not specified\n\nUsage: npm run cost/,
    ],
    ['with a number that is none', () => ['--submissions', '1e6'], /^--submissions must be a whole number/],
    ['with less than nothing', () => ['--submissions', '10', '--reads=-1'], /^--reads must be a whole number/],
  ]);
});
