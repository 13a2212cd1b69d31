import { describe, expect, test } from '@jest/globals';
import { takesForms } from '../../../../../shared/contract/operations/define.ts';
import { OPERATIONS } from '../../../../../shared/contract/operations/index.ts';
import { functionsOf, type SynthesizedStack, single, synthesizeStacks } from '../../../../support/cloud/stack.ts';
import { EVERYTHING } from '../../../../support/settings.ts';

const [stack, everything] = await synthesizeStacks({ formsPerSecond: 5, requestsPerSecond: 3 }, EVERYTHING);

const stageOf = ({ template }: SynthesizedStack) =>
  single(template.ofType('AWS::ApiGateway::Stage')).properties as {
    StageName: string;
    MethodSettings: Record<string, unknown>[];
    AccessLogSetting: { Format: string };
  };

const methodSettings = (given: SynthesizedStack) =>
  Object.fromEntries(
    stageOf(given).MethodSettings.map(({ HttpMethod, ResourcePath, ...settings }) => [
      `${HttpMethod} ${String(ResourcePath).replaceAll('~1', '/').replace(/^\/\//, '/')}`,
      settings,
    ]),
  );

describe('the limits of requests', () => {
  test('are the same for every method, except for form posts and operations with their own', () => {
    expect(methodSettings(stack)).toMatchObject({
      '* /*': { ThrottlingRateLimit: 3, ThrottlingBurstLimit: 6 },
      'POST /v1/f/{endpointId}': { ThrottlingRateLimit: 5, ThrottlingBurstLimit: 10 },
    });
    const others = OPERATIONS.filter(
      (operation) => takesForms(operation) || operation.requestsPerSecondMax !== undefined,
    ).map(({ method, path }) => `${method} ${path}`);
    expect(Object.keys(methodSettings(stack)).sort()).toEqual(['* /*', ...others].sort());
    for (const { method, path, requestsPerSecondMax } of OPERATIONS.filter((each) => each.requestsPerSecondMax))
      expect(methodSettings(stack)[`${method} ${path}`]).toMatchObject({ ThrottlingRateLimit: requestsPerSecondMax });
  });

  test('reserve concurrency for forms only, as the operator sets it', () => {
    const reserved = functionsOf(everything).flatMap(({ name, properties }) =>
      'ReservedConcurrentExecutions' in properties ? [[name, properties.ReservedConcurrentExecutions]] : [],
    );
    expect(reserved).toEqual([['createSubmission', EVERYTHING.formConcurrency]]);
  });
});

const logsOf = ({ template }: SynthesizedStack) =>
  template.ofType('AWS::Logs::LogGroup').filter(({ path }) => path.includes('/Gateway/'));

describe("the gateway's logs", () => {
  test('record nothing about the caller: no address, user agent, query or actual path', () => {
    const { Format } = stageOf(stack).AccessLogSetting;
    expect(Format).toContain('$context.resourcePath');
    expect(Format).not.toMatch(/\$context\.(?:identity|authorizer|path\b)|\$input/);
  });

  test('are kept for the configured period, including the one that API Gateway names', () => {
    const api = single(stack.template.ofType('AWS::ApiGateway::RestApi')).logicalId;
    expect(logsOf(stack).map(({ properties }) => properties.LogGroupName)).toContain(
      `API-Gateway-Execution-Logs_${api}/${stageOf(stack).StageName}`,
    );
    for (const [given, days] of [
      [stack, 30],
      [everything, EVERYTHING.logRetentionDays],
    ] as const) {
      const all = given.template.ofType('AWS::Logs::LogGroup');
      expect(all.length).toBeGreaterThan(10);
      for (const { properties } of all) expect(properties.RetentionInDays).toBe(days);
    }
  });

  test('can be written before the stage exists, and by other stacks after this one is removed', () => {
    const stage = Object.values(stack.resources).find(({ Type }) => Type === 'AWS::ApiGateway::Stage');
    const account = single(stack.template.ofType('AWS::ApiGateway::Account'));
    const role = String(account.properties.CloudWatchRoleArn).split('/').at(-1) ?? '';
    const execution = logsOf(stack).find(({ path }) => path.includes('/Execution/'));
    expect((stage as { DependsOn?: string[] }).DependsOn).toEqual(
      expect.arrayContaining([account.logicalId, execution?.logicalId]),
    );
    for (const id of [account.logicalId, role]) expect(stack.resources[id]?.DeletionPolicy).toBe('Retain');
  });
});

test('the firewall counts the public requests by address, and others only below their paths', () => {
  const { Rules } = single(everything.template.ofType('AWS::WAFv2::WebACL')).properties as {
    Rules: { Name: string }[];
  };
  const rule = JSON.stringify(Rules.find(({ Name }) => Name === 'FormRate'));
  const counted = [...rule.matchAll(/"SearchString":"([^"]+)"/g)].map(([, text = '']) => text);
  const isCounted = ({ path }: { path: string }) => counted.some((text) => path.includes(text));
  const [open, others] = [true, false].map((isPublic) =>
    OPERATIONS.filter(({ permission }) => (permission === 'public') === isPublic),
  );
  expect(open?.filter((operation) => !isCounted(operation))).toEqual([]);
  expect(others?.filter(isCounted).map(({ id }) => id)).toEqual(['endSession', 'endSessions', 'listSessions']);
});
