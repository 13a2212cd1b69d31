import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { LOCAL_SENDER_ADDRESS, Template } from '../../../infra/localService/template.ts';
import { type Line, totalBeyondFree, totalOnEssentials } from '../../../infra/operator/cost/bill.ts';
import { estimate } from '../../../infra/operator/cost/estimate.ts';
import { PRICES, type PriceName } from '../../../infra/operator/cost/prices.ts';
import { textReport } from '../../../infra/operator/cost/report.ts';
import { factsOf, type StackFacts } from '../../../infra/operator/cost/stackFacts.ts';
import { type Workload, workloadOf } from '../../../infra/operator/cost/workload.ts';
import { SETTING_FIELDS } from '../../../infra/settings.ts';
import * as limits from '../../../shared/contract/limits.ts';
import { DEFAULT_BOUNDS, type FloodBounds, floodRows } from '../../documents/flood.ts';
import { askSynthesizer } from '../../support/askSynthesizer.ts';
import { type Ended, runInOneProcess, testWrongCalls } from '../../support/commands.ts';

const PROGRAM = 'infra/operator/cost/cost.ts';

let json: Ended | undefined;
beforeAll(async () => {
  [json] = await runInOneProcess([PROGRAM, '--submissions', '500', '--json']);
}, 300_000);

/** The program finds the same apps. */
async function templateWith(monitoring: 'essential' | 'full'): Promise<Template> {
  const folder = await askSynthesizer<string>('/app', { senderAddress: LOCAL_SENDER_ADDRESS, monitoring });
  return new Template('', JSON.parse(readFileSync(`${folder}/Forms.template.json`, 'utf8')).Resources);
}

const template = await templateWith('essential');
const [facts, fullFacts] = [factsOf(template), factsOf(await templateWith('full'))];

const bill = (workload: Partial<Workload> & { submissions: number }, more: Partial<StackFacts> = {}): Line[] =>
  estimate({ ...workloadOf(workload.submissions), ...workload }, { ...facts, ...more });

/** Monthly scheduled invocations of `sendWebhook`, each of which looks for due messages with one read unit. */
const LOOKS = 60 * 24 * 30.4;

/** Invocations of the index per submission at 300 an hour: those within 5 seconds share one. */
const INDEXED = 1 / (1 + (300 / 3_600) * 5);

const usdOf = (lines: Line[], price: PriceName): number =>
  lines.find((line) => line.price === price)?.usd ?? Number.NaN;
const total = (lines: Line[]): number => lines.reduce((sum, { usd }) => sum + usd, 0);

describe('the cost of a million submissions of 1,000 bytes', () => {
  test.each<[PriceName, number]>([
    // A quarter of the posts have a preflight, and a tenth of the submissions cause a page read.
    ['restRequest', 1.35 * 3.5],
    ['mail', 100],
    // 1 for the submission, 2 for the mail's record, 1 for the mail count, 1/64 for counts by minute, and 1.1 for each
    // update of index and statistics.
    ['writeUnit', (4 + 1 / 64 + 1.1 * INDEXED) * 0.625],
    // Per submission: 1 for each of the two endpoint reads, 6 for 32 + 32 + 3 × 5 submissions of 541 bytes and the
    // counts, 4.5 for each update of the index. A page of 20 × 541 bytes: 3 + 3 + 3 / 2.
    ['readUnit', (2 + 6 + 4.5 * INDEXED + 0.1 * 7.5 + LOOKS / 1e6) * 0.125],
    ['lambdaRequest', (2.35 + INDEXED + LOOKS / 1e6) * 0.2],
    // 450 bytes of compressed data and 91 of other attributes, plus a month of the mail's record.
    ['tableStorage', ((12e6 * 541 + 1e6 * 400) / 1024 ** 3) * 0.25],
  ])('%s: %d dollars', (price, usd) => {
    expect(usdOf(bill({ submissions: 1_000_000 }), price)).toBeCloseTo(usd, 2);
  });

  test('Lambda is billed by configured memory, which speeds up computing but not waiting', () => {
    const withMemory = (gb: number) => ({
      memoryGb: Object.fromEntries(Object.keys(facts.memoryGb).map((name) => [name, gb])),
    });
    const usd = (gb: number) => usdOf(bill({ submissions: 1_000_000 }, withMemory(gb)), 'lambdaArmGbSecond');
    const [half, one] = [usd(0.5), usd(1)];
    const invocations = usdOf(bill({ submissions: 1_000_000 }), 'lambdaRequest') / 0.2;
    const computing = invocations * 1e6 * 0.01 * 0.0000133334;
    expect(one - computing).toBeCloseTo(2 * (half - computing), 6);
  });

  test('tracing costs a trace for each twentieth request', () => {
    expect(facts.tracedShare).toBe(0.05);
    expect(usdOf(bill({ submissions: 1_000_000 }), 'trace')).toBeCloseTo(0.05 * 1.35 * 5, 6);
  });

  test.each<[string, Partial<Workload>, Partial<StackFacts>, number]>([
    ['of an endpoint with few submissions is half a unit', { submissions: 1_000 }, {}, 2.5],
    ['grows with the submissions of an hour', { submissions: 100_000 }, {}, 7.5],
    ['is no more than the budget allows', { submissions: 1_000_000 }, { mailsPerHour: 30 }, 4],
    ['is less with more recipients', { submissions: 1_000_000, recipients: 3 }, {}, 7.5],
    ['is not made without recipients', { submissions: 1_000_000, recipients: 0 }, {}, 1],
    ['is of larger submissions', { submissions: 1_000_000, size: 5_000 }, {}, 25.5],
  ])('the read of the last hour %s', (_what, workload, more, units) => {
    const { reads: _, ...given } = { reads: 0, submissions: 0, ...workload };
    const usd = usdOf(bill({ ...given, reads: 0 }, { wakeUpsPerMinute: 0, indexWindowS: 0, ...more }), 'readUnit');
    expect((usd / 0.125) * (1e6 / given.submissions)).toBeCloseTo(4.5 + units, 6);
  });

  test('unused webhooks cost nothing per submission', () => {
    const without = { polledQueues: facts.polledQueues - 2, wakeUpsPerMinute: 0 };
    const byThem = (submissions: number) => total(bill({ submissions })) - total(bill({ submissions }, without));
    expect(byThem(1_000_000)).toBeCloseTo(byThem(0), 6);
    // 15 requests a minute to each of two queues, and the clock's invocations; the rest is their time and logs.
    expect(byThem(0)).toBeGreaterThan((2 * 15 * LOOKS * 0.4 + LOOKS * (0.2 + 0.125)) / 1e6);
    expect(byThem(0)).toBeLessThan(1);
  });

  test('a million webhook deliveries cost their reads, writes, queue requests and traffic', () => {
    const [without, one] = [0, 1].map((webhooks) => bill({ submissions: 1_000_000, webhooks }));
    const more = (price: PriceName) => usdOf(one as Line[], price) - usdOf(without as Line[], price);
    // Recorded as pending, claimed, and recorded as sent.
    expect(more('writeUnit')).toBeCloseTo(3 * 0.625, 6);
    // For each delivery: record, endpoint, webhook, secret and submission. The stream's reader also reads all webhooks
    // of the endpoint.
    expect(more('readUnit')).toBeCloseTo(6 * 0.125, 6);
    expect(more('queueRequest')).toBeCloseTo(3 * 0.4, 6);
    expect(more('lambdaRequest')).toBeCloseTo(0.2, 6);
    expect(more('lambdaArmGbSecond')).toBeCloseTo(
      1_000_000 * (0.5475 * 0.5 + 0.027 * (facts.memoryGb.notifySubmission ?? 0)) * 0.0000133334,
      6,
    );
    expect(more('transferOut')).toBeCloseTo((4_000e6 / 1024 ** 3) * 0.09, 6);
    expect(more('mail')).toBe(0);
  });

  test('a web ACL costs its fee, its rules and every request', () => {
    const lines = bill({ submissions: 1_000_000 }, { webAcls: 1, webAclRules: 3 });
    expect(total(lines) - total(bill({ submissions: 1_000_000 }))).toBeCloseTo(5 + 3 + 1.35 * 0.6, 6);
  });
});

describe('the promised cost of `essential`, without the free tier of an account’s first year', () => {
  test('idle, at most 1 dollar a month', () => {
    expect(totalBeyondFree(bill({ submissions: 0 }))).toBeLessThanOrEqual(1);
  });

  test('a million submissions without mail, at most 9 dollars a month, and 20 without a free tier', () => {
    const lines = bill({ submissions: 1_000_000, recipients: 0 });
    expect(totalBeyondFree(lines)).toBeLessThanOrEqual(9);
    expect(total(lines)).toBeLessThanOrEqual(20);
  });

  test('no alarm, metric or dashboard that CloudWatch bills, as long as nothing fails', () => {
    const watching: PriceName[] = ['alarmMetric', 'customMetric', 'dashboard', 'largeDashboard'];
    const lines = bill({ submissions: 1_000_000 }).filter(({ price }) => watching.includes(price));
    expect(lines).toHaveLength(watching.length);
    expect(totalBeyondFree(lines)).toBe(0);
  });
});

test('`full` costs as much more than `essential` as documented', () => {
  const [essential = 0, full = 0] = [facts, fullFacts].map((each) => totalBeyondFree(estimate(workloadOf(0), each)));
  expect(SETTING_FIELDS.monitoring.description).toContain(`about ${Math.round(full - essential)} US dollars a month`);
});

describe('an estimate', () => {
  test('of no submissions is the cost of the idle stack', () => {
    for (const each of [facts, fullFacts]) {
      const lines = bill({ submissions: 0 }, each);
      const fixed = each.alarmMetrics * 0.1 + (each.dashboards + each.largeDashboards) * 3;
      const mappings = each.mappingsWithMetrics * 6 * 0.3;
      expect(total(lines)).toBeCloseTo(fixed + mappings + usdOf(lines, 'queueRequest') + each.encryptionKeys, 1);
    }
  });

  test('subtracts the permanent free tier, but never more than was used', () => {
    const lines = bill({ submissions: 1_000_000 });
    const beyondFree = (price: PriceName) => lines.find((line) => line.price === price)?.usdBeyondFree;
    expect(beyondFree('lambdaRequest')).toBeCloseTo((1.35 + INDEXED + LOOKS / 1e6) * 0.2, 6);
    expect(beyondFree('alarmMetric')).toBe(0);
    expect(beyondFree('tableStorage')).toBe(0);
    expect(beyondFree('mail')).toBe(100);
    for (const { usd, usdBeyondFree } of lines) expect(usdBeyondFree).toBeLessThanOrEqual(usd);
  });

  test.each<Partial<Workload>>([
    { recipients: 2 },
    { webhooks: 1 },
    { size: 5_000 },
    { reads: 1_000_000 },
    { months: 24 },
    { files: 1 },
  ])('costs more with %p', (more) => {
    expect(total(bill({ submissions: 100_000, ...more }))).toBeGreaterThan(total(bill({ submissions: 100_000 })));
  });

  test('of files includes everything else that they use', () => {
    const workload = { submissions: 1_000, reads: 0 };
    const withFiles = { ...workload, files: 3, fileBytes: 1024 ** 3 / 1_000, opens: 2, months: 12 };
    const lines = bill(withFiles, { scannedBuckets: 1 });
    const more = (price: PriceName) => usdOf(lines, price) - usdOf(bill(workload), price);
    expect(more('restRequest')).toBeCloseTo((6_000 * 3.5) / 1e6, 9);
    expect(more('objectWrite')).toBeCloseTo((3_000 * 0.005) / 1_000, 9);
    // Downloads and scans.
    expect(usdOf(lines, 'objectRead')).toBeCloseTo((9_000 * 0.0004) / 1_000, 9);
    // Three GB a month, kept for a year, and for 35 days after removal.
    expect(more('objectStorage')).toBeCloseTo(3 * (12 + 35 / 30.4) * 0.023, 9);
    expect(more('queueRequest')).toBeCloseTo((3_000 * 0.4) / 1e6, 9);
    expect(usdOf(lines, 'scannedObject')).toBeCloseTo(3 * 0.215, 9);
    expect(usdOf(lines, 'scannedGb')).toBeCloseTo(3 * 0.09, 9);
    expect(more('transferOut')).toBeCloseTo(6 * 0.09, 9);
    expect(total(bill(withFiles).filter(({ service }) => service === 'GuardDuty'))).toBe(0);
  });

  test("with SES's plan Essentials has 60 % more for each mail, and nothing else", () => {
    const lines = bill({ submissions: 1_000_000, recipients: 2 });
    expect(totalOnEssentials(lines) - totalBeyondFree(lines)).toBeCloseTo((2_000_000 * 0.06) / 1_000, 6);
    const withoutMail = bill({ submissions: 1_000_000, recipients: 0 });
    expect(totalOnEssentials(withoutMail)).toBe(totalBeyondFree(withoutMail));
  });

  test('has a price with source and date for everything', () => {
    for (const { usd, per, source, seen } of Object.values(PRICES)) {
      expect(usd).toBeGreaterThan(0);
      expect(per).toBeGreaterThan(0);
      expect(source).toMatch(/^aws\.amazon\.com\//);
      expect(seen).toMatch(/^\d{4}-\d\d$|^undated$/);
    }
  });
});

describe('the facts of a stack', () => {
  test('are those of the template', () => {
    const count = (type: string) => template.ofType(type).length;
    expect(count('AWS::CloudWatch::Alarm')).toBeGreaterThan(0);
    expect(facts.alarmMetrics).toBeGreaterThanOrEqual(count('AWS::CloudWatch::Alarm'));
    const watching = ({ dashboards, largeDashboards, topics, encryptionKeys, mappingsWithMetrics }: StackFacts) => ({
      dashboards,
      largeDashboards,
      topics,
      encryptionKeys,
      mappingsWithMetrics,
    });
    const common = { topics: 1 };
    expect(watching(facts)).toEqual({
      ...common,
      dashboards: 1,
      largeDashboards: 0,
      encryptionKeys: 0,
      mappingsWithMetrics: 0,
    });
    expect(watching(fullFacts)).toEqual({
      ...common,
      dashboards: 0,
      largeDashboards: 1,
      encryptionKeys: 1,
      mappingsWithMetrics: 2,
    });
    expect([facts.tracedShare, facts.hasAccessLog]).toEqual([0.05, true]);
    expect(facts.distributions).toBe(count('AWS::CloudFront::Distribution'));
    // The queues of removals, training, mails, and both lanes of webhooks.
    expect([facts.polledQueues, facts.wakeUpsPerMinute, facts.mailsPerHour]).toEqual([5, 1, 300]);
    expect(facts.memoryGb.createSubmission).toBeGreaterThan(0);
    expect(facts.scannedBuckets).toBe(0);
  });

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
    expect(totalsIn('List prices')[0]).toBeCloseTo(total(lines.essential), 1);
  });
});

describe('the cost that strangers can cause', () => {
  const rows = (bounds: Partial<FloodBounds> = {}) => floodRows({ ...DEFAULT_BOUNDS, ...bounds }, facts);
  const usd = (bounds: Partial<FloodBounds> = {}) => rows(bounds).map((row) => row.usd);

  test('equals the bill of such a month, and of storing submissions of the largest size', () => {
    const month = 30.4 * 86_400;
    const all = bill(
      { submissions: 20 * month, recipients: 0, size: 50_000, reads: 0, months: 1, isFlood: true },
      { distributions: 0 },
    );
    const nothing = bill({ submissions: 0, recipients: 0, reads: 0 }, { distributions: 0 });
    const [requests = 0, stored = 0, keyless = 0, one, fifty, confirmations, mails, hours] = usd();
    expect(requests + stored).toBeCloseTo(total(all) - total(nothing), 6);
    expect(keyless).toBeGreaterThan((facts.apiMethods - 3) * 20 * month * ((3.5 + 0.2 + 0.625 + 0.125) / 1e6));
    expect(one).toBeCloseTo((304 * 729.6 * 0.1) / 1_000, 6);
    expect(fifty).toBeCloseTo((500 * 729.6 * 0.1) / 1_000, 6);
    expect(confirmations).toBeCloseTo((30 * 729.6 * 0.1) / 1_000, 6);
    expect(rows()[5]).toMatchObject({ boundedBy: '`confirmationsPerHour` 30', most: '21,888 mails' });
    expect(mails).toBeCloseTo((14 * month * 0.1) / 1_000, 6);
    // Each reads 4 MB, eventually consistent.
    expect(hours).toBeCloseTo(20 * month * 714 * (0.125 / 1e6), 6);
  });

  test.each<[keyof FloodBounds, number[]]>([
    ['formsPerSecond', [0, 1, 7, 9, 10, 11, 12, 15, 17]],
    ['uploadsPerSecond', [13, 14, 15]],
    ['requestsPerSecond', [2, 8, 9, 16]],
    ['mailsPerHour', [3, 4, 7]],
    ['confirmationsPerHour', [5]],
    ['mailsPerSecond', [6]],
  ])('is less with a lower %s, and only that', (name, lower) => {
    const [before, after] = [usd(), usd({ [name]: 1 })];
    expect(before.flatMap((value, i) => ((after[i] ?? 0) < value ? [i] : []))).toEqual(lower);
    expect(before.filter((_, i) => !lower.includes(i))).toEqual(after.filter((_, i) => !lower.includes(i)));
  });

  test('is bounded by existing settings and limits', () => {
    const names = rows().flatMap(({ boundedBy }) => /`(\w+)`/.exec(boundedBy)?.[1] ?? []);
    expect(names).toHaveLength(rows().length);
    const known = [...Object.keys(DEFAULT_BOUNDS), ...Object.keys(limits)];
    for (const name of names) expect(known).toContain(name);
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
      expect([totalUsd, listUsd]).toEqual([totalBeyondFree(lines), total(lines)]);
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
