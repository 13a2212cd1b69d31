import { describe, expect, test } from '@jest/globals';
import { takesForms } from '../../../../../shared/contract/operations/define.ts';
import { OPERATIONS } from '../../../../../shared/contract/operations/index.ts';
import { EVERYTHING } from '../../../../support/settings.ts';
import { functionsOf, type SynthesizedStack, single, synthesizeStacks } from '../../../../support/stack.ts';

const [stack, everything] = await synthesizeStacks({ formsPerSecond: 5, requestsPerSecond: 3 }, EVERYTHING);

const stageOf = ({ template }: SynthesizedStack) =>
  single(template.ofType('AWS::ApiGateway::Stage')).properties as {
    StageName: string;
    TracingEnabled: boolean;
    MethodSettings: Record<string, unknown>[];
    AccessLogSetting: { DestinationArn: string; Format: string };
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

  test('are 20 a second unless the operator says otherwise', () => {
    expect(methodSettings(everything)).toMatchObject({
      '* /*': { ThrottlingRateLimit: 20 },
      'POST /v1/f/{endpointId}': { ThrottlingRateLimit: 20 },
    });
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
  test('record the outcome of each request, and nothing about its caller', () => {
    const { Format, DestinationArn } = stageOf(stack).AccessLogSetting;
    const fields = JSON.parse(Format) as Record<string, string>;
    expect(Object.values(fields).sort()).toEqual(
      [
        ...'extendedRequestId xrayTraceId requestTimeEpoch httpMethod resourcePath status responseLength'.split(' '),
        ...'responseLatency integrationLatency integrationStatus integrationErrorMessage'.split(' '),
        'error.responseType',
      ]
        .map((name) => `$context.${name}`)
        .sort(),
    );
    expect(fields.requestId).toBe('$context.extendedRequestId');
    expect(DestinationArn.split(':').at(-1)).toBe(
      logsOf(stack).find(({ path }) => path.includes('/Access/'))?.logicalId,
    );
  });

  test('include the gateway’s own failures, without bodies', () => {
    for (const settings of Object.values(methodSettings(stack))) {
      expect(settings).toMatchObject({ LoggingLevel: 'ERROR', DataTraceEnabled: false, MetricsEnabled: false });
    }
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

  test('have a trace id', () => {
    expect(stageOf(stack).TracingEnabled).toBe(true);
  });
});

describe('the firewall', () => {
  interface Rule {
    Name: string;
    Priority: number;
    Action?: {
      Block: {
        CustomResponse: {
          ResponseCode: number;
          CustomResponseBodyKey: string;
          ResponseHeaders: { Name: string; Value: string }[];
        };
      };
    };
    Statement: Record<string, Record<string, unknown>>;
  }
  const webAcl = () =>
    single(everything.template.ofType('AWS::WAFv2::WebACL')).properties as {
      DefaultAction: unknown;
      CustomResponseBodies: Record<string, { Content: string; ContentType: string }>;
      Rules: Rule[];
    };
  const rateRule = (name = 'FormRate') => webAcl().Rules.find(({ Name }) => Name === name) as Rule;

  test('only exists if the operator sets it, because it costs money', () => {
    expect(stack.template.ofType('AWS::WAFv2::WebACL')).toEqual([]);
    const { properties } = single(everything.template.ofType('AWS::WAFv2::WebACLAssociation'));
    const stage = single(everything.template.ofType('AWS::ApiGateway::Stage')).logicalId;
    expect(String(properties.ResourceArn)).toMatch(new RegExp(`/stages/${stage}$`));
  });

  test('counts public requests by address, however their path is encoded, and nothing else', () => {
    const pathContains = (text: string) => ({
      ByteMatchStatement: {
        FieldToMatch: { UriPath: {} },
        PositionalConstraint: 'CONTAINS',
        SearchString: text,
        TextTransformations: [{ Priority: 0, Type: 'URL_DECODE' }],
      },
    });
    const prefixes = ['/v1/f/', '/v1/unsubscribe'];
    expect(rateRule().Statement.RateBasedStatement).toEqual({
      AggregateKeyType: 'IP',
      EvaluationWindowSec: 60,
      Limit: 60,
      ScopeDownStatement: { OrStatement: { Statements: prefixes.map(pathContains) } },
    });
    for (const { path, permission } of OPERATIONS)
      expect(prefixes.some((prefix) => path.includes(prefix))).toBe(permission === 'public');
  });

  test('limits each key to half of an operation’s rate', () => {
    expect(rateRule('KeyRate').Statement.RateBasedStatement).toEqual({
      AggregateKeyType: 'CUSTOM_KEYS',
      CustomKeys: [{ Header: { Name: 'Authorization', TextTransformations: [{ Priority: 0, Type: 'NONE' }] } }],
      EvaluationWindowSec: 60,
      Limit: (20 * 60) / 2,
    });
    expect(webAcl().Rules.map(({ Priority }) => Priority)).toEqual(webAcl().Rules.map((_, i) => i));
  });

  test.each(['FormRate', 'KeyRate'])(
    'responds to excess of %s with the contract’s 429 and the time to wait',
    (name) => {
      const response = rateRule(name).Action?.Block.CustomResponse;
      const body = webAcl().CustomResponseBodies[response?.CustomResponseBodyKey ?? ''];
      const headers = Object.fromEntries((response?.ResponseHeaders ?? []).map(({ Name, Value }) => [Name, Value]));
      expect(response?.ResponseCode).toBe(429);
      expect(body?.ContentType).toBe('APPLICATION_JSON');
      const error = JSON.parse(body?.Content ?? '');
      expect(error).toEqual({
        code: 'TOO_MANY_REQUESTS',
        message: expect.stringMatching(/\.$/),
        docs: `https://${EVERYTHING.siteDomain}/errors/TOO_MANY_REQUESTS`,
        requestId: headers['X-Request-Id'],
      });
      expect(headers).toMatchObject({
        'Retry-After': '60',
        Refresh: `0;url=https://${EVERYTHING.siteDomain}/form/busy`,
        'Access-Control-Allow-Origin': '*',
        'Cache-Control': 'no-store',
      });
      expect(headers['Access-Control-Expose-Headers']).toContain('Retry-After');
      expect(headers).not.toHaveProperty('Content-Type');
    },
  );

  test('does not block form text: AWS’s rules about bodies only count', () => {
    const groups = webAcl()
      .Rules.filter(({ Statement }) => 'ManagedRuleGroupStatement' in Statement)
      .map(({ Statement }) => Statement.ManagedRuleGroupStatement as { Name: string; RuleActionOverrides?: unknown[] });
    expect(groups.map(({ Name }) => Name)).toEqual([
      'AWSManagedRulesAmazonIpReputationList',
      'AWSManagedRulesKnownBadInputsRuleSet',
      'AWSManagedRulesCommonRuleSet',
    ]);
    const overrides = groups.flatMap(({ RuleActionOverrides = [] }) => RuleActionOverrides) as {
      Name: string;
      ActionToUse: unknown;
    }[];
    for (const { ActionToUse } of overrides) expect(ActionToUse).toEqual({ Count: {} });
    expect(overrides.map(({ Name }) => Name)).toEqual(
      expect.arrayContaining([
        'SizeRestrictions_BODY',
        'CrossSiteScripting_BODY',
        'GenericRFI_BODY',
        'GenericLFI_BODY',
      ]),
    );
  });
});
