import { describe, expect, test } from '@jest/globals';
import { ResponseType } from 'aws-cdk-lib/aws-apigateway';
import { GatewayErrors } from '../../../../../infra/local/gateway/gatewayErrors.ts';
import { functionOf } from '../../../../../infra/local/gateway/routes.ts';
import { ERROR_CODES, type ErrorCode } from '../../../../../shared/contract/errors.ts';
import { OPERATIONS } from '../../../../../shared/contract/operations/index.ts';
import { FORM_PAGES, formPageOf } from '../../../../../shared/contract/sitePages.ts';
import { EXAMPLE_MESSAGES } from '../../../../../shared/openapi/exampleMessages.ts';
import { functionsOf, single, synthesizeStack } from '../../../../support/stack.ts';

const stack = await synthesizeStack();

/** Every method of the API: `GET /v1/keys` and its function. */
function routes(): Map<string, string> {
  const resources = new Map(
    stack.template.ofType('AWS::ApiGateway::Resource').map(({ logicalId, properties }) => [logicalId, properties]),
  );
  const pathOf = (id: string): string => {
    const resource = resources.get(id);
    return resource === undefined ? '' : `${pathOf(String(resource.ParentId))}/${resource.PathPart}`;
  };
  const names = new Map(functionsOf(stack).map(({ logicalId, name }) => [logicalId, name]));
  return new Map(
    stack.template.ofType('AWS::ApiGateway::Method').map(({ properties }) => {
      const { Uri } = properties.Integration as { Uri: string };
      const name = names.get(functionOf({ Uri })) ?? Uri;
      return [`${properties.HttpMethod} ${pathOf(String(properties.ResourceId)) || '/'}`, name];
    }),
  );
}

describe('routes', () => {
  test('every operation has its method and path, to its own function, and there is no other', () => {
    const found = [...routes()].filter(([route]) => !route.startsWith('ANY '));
    const declared = OPERATIONS.map(({ id, method, path }): [string, string] => [`${method} ${path}`, id]);
    expect(found.sort()).toEqual(declared.sort());
  });

  test('any other method on a path of an operation, and any other path, go to the fallback', () => {
    const expected = new Set(['/', '/{proxy+}', ...OPERATIONS.map(({ path }) => path)].map((path) => `ANY ${path}`));
    const found = [...routes()].filter(([route]) => route.startsWith('ANY '));
    expect(new Set(found.map(([route]) => route))).toEqual(expected);
    expect(new Set(found.map(([, name]) => name))).toEqual(new Set(['fallback']));
  });

  test('the gateway may invoke every function that a route goes to, what receives forms by its alias', () => {
    const invocable = stack.template
      .ofType('AWS::Lambda::Permission')
      .filter(({ properties }) => properties.Principal === 'apigateway.amazonaws.com')
      .map(({ properties }) => /:function:([\w:]+)$/.exec(String(properties.FunctionName))?.[1]);
    const ids = functionsOf(stack)
      .filter(({ name }) => [...routes().values()].includes(name))
      .map(({ name, logicalId }) => (name === 'createSubmission' ? `${logicalId}:live` : logicalId));
    expect(new Set(invocable)).toEqual(new Set(ids));
  });

  test('forms go to the alias whose version changes step by step, everything else to its function', () => {
    const aliased = stack.template
      .ofType('AWS::ApiGateway::Method')
      .map(({ properties }) => (properties.Integration as { Uri: string }).Uri)
      .filter((uri) => uri.includes(':live/'));
    const receiver = functionsOf(stack).find(({ name }) => name === 'createSubmission')?.logicalId;
    expect(aliased).toEqual([expect.stringContaining(`:function:${receiver}:live/invocations`)]);
  });

  test('the gateway itself refuses a blank parameter of an operation, and leaves everything else to the functions', () => {
    const { logicalId, properties } = single(stack.template.ofType('AWS::ApiGateway::RequestValidator'));
    expect(properties).toMatchObject({ ValidateRequestBody: true, ValidateRequestParameters: true });
    const methods = stack.template
      .ofType('AWS::ApiGateway::Method')
      .filter(({ properties: { HttpMethod } }) => HttpMethod !== 'ANY');
    expect(methods).toHaveLength(OPERATIONS.length);
    for (const { path, properties: method } of methods) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `method.request.path.${name}`);
      expect(method.RequestValidatorId).toBe(logicalId);
      expect(method.RequestParameters ?? {}).toEqual(Object.fromEntries(names.map((name) => [name, true])));
      expect(method).not.toHaveProperty('RequestModels');
    }
  });

  test('no method asks the gateway for a credential of its own', () => {
    for (const { properties } of stack.template.ofType('AWS::ApiGateway::Method')) {
      expect(properties).toMatchObject({ AuthorizationType: 'NONE', Integration: { Type: 'AWS_PROXY' } });
      expect(properties.ApiKeyRequired ?? false).toBe(false);
    }
  });

  test('the fallback knows the methods of every path of the contract', () => {
    const fallback = functionsOf(stack).find(({ name }) => name === 'fallback');
    const allowed: Record<string, string> = JSON.parse(
      fallback?.properties.Environment.Variables.ALLOWED_METHODS ?? '{}',
    );
    for (const path of new Set(OPERATIONS.map((operation) => operation.path))) {
      const methods = OPERATIONS.filter((operation) => operation.path === path).map(({ method }) => method);
      expect(allowed[path]?.split(', ').sort()).toEqual([...methods, 'OPTIONS'].sort());
    }
    expect(Object.keys(allowed)).toHaveLength(new Set(OPERATIONS.map(({ path }) => path)).size);
  });

  test('the API is edge-optimised, for the country of the sender, and takes every body byte for byte', () => {
    expect(single(stack.template.ofType('AWS::ApiGateway::RestApi')).properties).toMatchObject({
      EndpointConfiguration: { Types: ['EDGE'] },
      BinaryMediaTypes: ['*/*'],
    });
  });

  test('the API takes what came through the edge alone, which sets the country, by TLS 1.2 with forward secrecy at least', () => {
    expect(single(stack.template.ofType('AWS::ApiGateway::RestApi')).properties).toMatchObject({
      EndpointAccessMode: 'STRICT',
      SecurityPolicy: 'SecurityPolicy_TLS12_PFS_2025_EDGE',
    });
  });
});

const RESPONSE_TYPES = Object.values(ResponseType)
  .filter((type): type is ResponseType => type instanceof ResponseType)
  .map(({ responseType }) => responseType);

describe("the gateway's own errors", () => {
  const responses = () =>
    new Map(
      stack.template
        .ofType('AWS::ApiGateway::GatewayResponse')
        .map(({ properties }) => [String(properties.ResponseType), properties]),
    );
  const bodyOf = (type: string): Record<string, string> => {
    const templates = responses().get(type)?.ResponseTemplates as Record<string, string>;
    return JSON.parse(templates['application/json'] ?? '');
  };

  test('all 21 types are rewritten, each once', () => {
    expect(RESPONSE_TYPES).toHaveLength(21);
    const rewritten = stack.template
      .ofType('AWS::ApiGateway::GatewayResponse')
      .map(({ properties }) => String(properties.ResponseType));
    expect(rewritten.sort()).toEqual([...RESPONSE_TYPES].sort());
  });

  test.each(RESPONSE_TYPES)('%s answers exactly the four fields, with the status of its code', (type) => {
    const body = bodyOf(type);
    const code = body.code as keyof typeof ERROR_CODES;
    expect(body).toEqual({
      code: expect.any(String),
      message: expect.stringMatching(/^[A-Z].+\.$/),
      docs: `https://${single(stack.template.ofType('AWS::CloudFront::Distribution')).logicalId}.DomainName/errors/${code}`,
      requestId: '$context.extendedRequestId',
    });
    expect(responses().get(type)?.StatusCode).toBe(String(ERROR_CODES[code].status));
  });

  test.each(RESPONSE_TYPES)(
    '%s carries the request id and can be read by any origin, also with credentials',
    (type) => {
      expect(responses().get(type)?.ResponseParameters).toMatchObject({
        'gatewayresponse.header.X-Request-Id': 'context.extendedRequestId',
        'gatewayresponse.header.Access-Control-Allow-Origin': 'method.request.header.origin',
        'gatewayresponse.header.Access-Control-Allow-Credentials': "'true'",
        'gatewayresponse.header.Vary': "'Origin'",
        'gatewayresponse.header.Access-Control-Expose-Headers': expect.stringContaining('X-Request-Id'),
        'gatewayresponse.header.Cache-Control': "'no-store'",
      });
    },
  );

  test.each(RESPONSE_TYPES)('%s tells how long to wait if it is a 429', (type) => {
    const parameters = responses().get(type)?.ResponseParameters as Record<string, string>;
    const isThrottled = responses().get(type)?.StatusCode === '429';
    expect(parameters['gatewayresponse.header.Retry-After']).toEqual(
      isThrottled ? expect.stringMatching(/^'[1-9]\d*'$/) : undefined,
    );
  });

  test.each(RESPONSE_TYPES)('%s leads the browser of a person who sent a form to the page for its code', (type) => {
    const site = `https://${single(stack.template.ofType('AWS::CloudFront::Distribution')).logicalId}.DomainName`;
    const parameters = responses().get(type)?.ResponseParameters as Record<string, string>;
    expect(parameters['gatewayresponse.header.Refresh']).toBe(
      `'0;url=${site}${type === 'REQUEST_TOO_LARGE' ? FORM_PAGES.tooLarge : formPageOf(bodyOf(type).code as ErrorCode)}'`,
    );
  });

  test('are the same on this machine: a 429 with its code, its id and the time to wait', () => {
    const errors = new GatewayErrors(stack.template);
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
    expect(responses().get(type)?.StatusCode).toBe(status);
    expect(bodyOf(type).code).toBe(code);
  });

  test('TOO_MANY_REQUESTS is documented with the message of a throttled request', () => {
    expect(bodyOf('THROTTLED').message).toBe(EXAMPLE_MESSAGES.TOO_MANY_REQUESTS);
  });
});
