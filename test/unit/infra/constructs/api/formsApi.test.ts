import { describe, expect, test } from '@jest/globals';
import { ResponseType } from 'aws-cdk-lib/aws-apigateway';
import { apiBodyOf } from '../../../../../local/gateway/apiBody.ts';
import { GatewayErrors } from '../../../../../local/gateway/gatewayErrors.ts';
import { ERROR_CODES, type ErrorCode } from '../../../../../shared/contract/errors.ts';
import { FORM_PAGES, formPageOf } from '../../../../../shared/contract/formPages.ts';
import { MCP_PATH } from '../../../../../shared/contract/mcpPath.ts';
import { OPERATIONS } from '../../../../../shared/contract/operations/index.ts';
import { EXAMPLE_MESSAGES } from '../../../../../shared/openapi/exampleMessages.ts';
import { functionsOf, single, statementsOf, synthesizeStack } from '../../../../support/cloud/stack.ts';

const stack = await synthesizeStack();

const { methods, responses } = apiBodyOf(stack.template);
const api = single(stack.template.ofType('AWS::ApiGateway::RestApi')).properties;

const nameOf = (functionLogicalId: string) =>
  functionsOf(stack).find(({ logicalId }) => logicalId === functionLogicalId)?.name;

/** Every route, such as `GET /v1/keys`, and its function. */
const routes = methods.map(({ method, path, functionLogicalId }) => [`${method} ${path}`, nameOf(functionLogicalId)]);

/** Paths with the methods that are no operation's. */
const PATHS = [...OPERATIONS, { id: 'mcp', method: 'POST', path: MCP_PATH }];

describe('routes', () => {
  test('every operation, and the tools for assistants, has its method and path, to its own function, and there is no other', () => {
    const declared = PATHS.map(({ id, method, path }) => [`${method} ${path}`, id]);
    expect(routes.filter(([route]) => !route?.startsWith('ANY ')).sort()).toEqual(declared.sort());
  });

  test('any other method or path goes to the fallback', () => {
    const paths = new Set(['/', '/{proxy+}', ...PATHS.map(({ path }) => path)]);
    const expected = [...paths].map((path) => [`ANY ${path}`, 'fallback']);
    expect(routes.filter(([route]) => route?.startsWith('ANY ')).sort()).toEqual(expected.sort());
  });

  test('one role may invoke exactly the functions of routes, and that of forms by its alias', () => {
    const role = single([...new Set(methods.map(({ credentials }) => credentials.split('/').at(-1) ?? ''))]);
    const { properties } = single(
      stack.template.ofType('AWS::IAM::Role').filter(({ logicalId }) => logicalId === role),
    );
    const statement = single(statementsOf(stack.template, role));
    expect(statement).toMatchObject({ Effect: 'Allow', Action: ['lambda:InvokeFunction'] });
    expect([...statement.Resource].sort()).toEqual([...new Set(methods.map(({ functionArn }) => functionArn))].sort());
    expect(properties.ManagedPolicyArns).toBeUndefined();
    // A function's ARN in quotes has at most 125 characters, the inline policies of a role 10,240 (IAM and AWS STS quotas).
    expect(statement.Resource.length * 125).toBeLessThan(0.7 * 10_240);
    expect(JSON.stringify(properties.AssumeRolePolicyDocument)).toContain('"Service":"apigateway.amazonaws.com"');
    expect(
      stack.template.ofType('AWS::IAM::Policy').filter(({ properties: { Roles } }) => String(Roles).includes(role)),
    ).toEqual([]);
  });

  test('forms go to the alias with gradual deployments, all other requests to their functions', () => {
    const qualified = methods.filter((each) => !each.functionArn.endsWith(`:${each.functionLogicalId}`));
    const { functionArn, functionLogicalId } = single(qualified);
    expect([nameOf(functionLogicalId), functionArn]).toEqual(['createSubmission', expect.stringMatching(/:live$/)]);
  });

  test('the gateway itself refuses a blank parameter of an operation, and leaves everything else to the functions', () => {
    expect((api.Body as Record<string, object>)['x-amazon-apigateway-request-validators']).toEqual({
      parameters: { validateRequestBody: true, validateRequestParameters: true },
    });
    for (const { method, path, validated } of methods) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(validated).toEqual(method === 'ANY' ? [] : names);
    }
  });

  test('the fallback knows the methods of every path', () => {
    const fallback = functionsOf(stack).find(({ name }) => name === 'fallback');
    const allowed: Record<string, string> = JSON.parse(
      fallback?.properties.Environment.Variables.ALLOWED_METHODS ?? '{}',
    );
    for (const path of new Set(PATHS.map((each) => each.path))) {
      const methods = PATHS.filter((each) => each.path === path).map(({ method }) => method);
      expect(allowed[path]?.split(', ').sort()).toEqual([...methods, 'OPTIONS'].sort());
    }
    expect(Object.keys(allowed)).toHaveLength(new Set(PATHS.map(({ path }) => path)).size);
  });

  test('the API only accepts requests through the edge, with at least TLS 1.2 and forward secrecy, and passes bodies byte for byte', () => {
    expect(api).not.toHaveProperty('MinimumCompressionSize');
    // An import replaces the properties by the body's extensions.
    expect(api).toMatchObject({
      Mode: 'overwrite',
      EndpointConfiguration: { Types: ['EDGE'] },
      BinaryMediaTypes: ['*/*'],
      EndpointAccessMode: 'STRICT',
      SecurityPolicy: 'SecurityPolicy_TLS12_PFS_2025_EDGE',
      Body: {
        'x-amazon-apigateway-binary-media-types': ['*/*'],
        'x-amazon-apigateway-endpoint-access-mode': 'STRICT',
        'x-amazon-apigateway-security-policy': 'SecurityPolicy_TLS12_PFS_2025_EDGE',
      },
    });
  });
});

const RESPONSE_TYPES = Object.values(ResponseType)
  .filter((type): type is ResponseType => type instanceof ResponseType)
  .map(({ responseType }) => responseType);

describe("the gateway's own errors", () => {
  const bodyOf = (type: string): Record<string, string> =>
    JSON.parse(responses[type]?.responseTemplates['application/json'] ?? '');

  test('all 21 types are rewritten', () => {
    expect(RESPONSE_TYPES).toHaveLength(21);
    expect(Object.keys(responses).sort()).toEqual([...RESPONSE_TYPES].sort());
  });

  const site = `https://${single(stack.template.ofType('AWS::CloudFront::Distribution')).logicalId}.DomainName`;

  test.each(RESPONSE_TYPES)(
    '%s has four fields, the status of its code, and headers for scripts and browsers',
    (type) => {
      const body = bodyOf(type);
      const code = body.code as ErrorCode;
      const { statusCode, responseParameters = {} } = responses[type] ?? {};
      expect(body).toEqual({
        code: expect.any(String),
        message: expect.stringMatching(/^[A-Z].+\.$/),
        docs: `${site}/errors/${code}`,
        requestId: '$context.extendedRequestId',
      });
      expect(statusCode).toBe(String(ERROR_CODES[code].status));
      const page = type === 'REQUEST_TOO_LARGE' ? FORM_PAGES.tooLarge : formPageOf(code);
      expect(responseParameters).toMatchObject({
        'gatewayresponse.header.X-Request-Id': 'context.extendedRequestId',
        'gatewayresponse.header.Access-Control-Allow-Origin': 'method.request.header.origin',
        'gatewayresponse.header.Access-Control-Allow-Credentials': "'true'",
        'gatewayresponse.header.Vary': "'Origin'",
        'gatewayresponse.header.Access-Control-Expose-Headers': expect.stringContaining('X-Request-Id'),
        'gatewayresponse.header.Cache-Control': "'no-store'",
        'gatewayresponse.header.X-Content-Type-Options': "'nosniff'",
        'gatewayresponse.header.Strict-Transport-Security': "'max-age=31536000'",
        'gatewayresponse.header.Refresh': `'0;url=${site}${page}'`,
      });
      expect(responseParameters['gatewayresponse.header.Retry-After']).toEqual(
        statusCode === '429' ? expect.stringMatching(/^'[1-9]\d*'$/) : undefined,
      );
    },
  );

  test('are the same in the local cloud: a 429 with its code, its id and the time to wait', () => {
    const errors = new GatewayErrors(responses);
    const origin = 'https://forms.example';
    const { status, headers, body } = errors.make('THROTTLED', 'id-1=', { origin });
    expect(errors.make('THROTTLED', 'id-1=').headers).not.toHaveProperty('Access-Control-Allow-Origin');
    expect([status, JSON.parse(body)]).toEqual([
      429,
      expect.objectContaining({ code: 'TOO_MANY_REQUESTS', requestId: 'id-1=' }),
    ]);
    expect(headers).toMatchObject({
      'Retry-After': '1',
      'X-Request-Id': 'id-1=',
      'Access-Control-Allow-Origin': origin,
    });
    expect(headers.Refresh).toMatch(/^0;url=https:\/\/.+\/form\/busy$/);
    expect(headers['Access-Control-Expose-Headers']?.split(', ').sort()).toEqual([
      'Idempotency-Status',
      'Retry-After',
      'X-Api-Key-Secret',
      'X-Request-Id',
      'X-Webhook-Secret',
    ]);
  });

  test.each([
    ['THROTTLED', '429', 'TOO_MANY_REQUESTS'],
    ['QUOTA_EXCEEDED', '429', 'TOO_MANY_REQUESTS'],
    ['INTEGRATION_TIMEOUT', '504', 'GATEWAY_TIMEOUT'],
    ['INTEGRATION_FAILURE', '500', 'INTERNAL_SERVER_ERROR'],
    ['REQUEST_TOO_LARGE', '413', 'PAYLOAD_TOO_LARGE'],
    ['MISSING_AUTHENTICATION_TOKEN', '404', 'NOT_FOUND'],
    ['UNAUTHORIZED', '401', 'UNAUTHORIZED'],
    ['UNSUPPORTED_MEDIA_TYPE', '415', 'UNSUPPORTED_MEDIA_TYPE'],
    ['DEFAULT_4XX', '400', 'BAD_REQUEST'],
    ['DEFAULT_5XX', '500', 'INTERNAL_SERVER_ERROR'],
  ])('%s is %s %s', (type, status, code) => {
    expect(responses[type]?.statusCode).toBe(status);
    expect(bodyOf(type).code).toBe(code);
  });

  test('TOO_MANY_REQUESTS is documented with the message of a throttled request', () => {
    expect(bodyOf('THROTTLED').message).toBe(EXAMPLE_MESSAGES.TOO_MANY_REQUESTS);
  });
});
