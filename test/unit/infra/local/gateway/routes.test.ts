import { describe, expect, test } from '@jest/globals';
import { functionOf, Routes } from '../../../../../infra/local/gateway/routes.ts';
import { Template } from '../../../../../infra/local/template.ts';

/** Routes of an API with these methods, each to a function named after it. */
function routesOf(...routes: string[]): { find: (method: string, path: string) => ReturnType<Routes['find']> } {
  const resources: Record<string, { Type: string; Properties: Record<string, unknown> }> = {};
  const names = new Map(routes.map((route, i) => [`Function${i}`, route]));
  const idOf = (path: string): string => `R${Buffer.from(path).toString('hex')}`;
  for (const [id, route] of names) {
    const [HttpMethod = '', path = ''] = route.split(' ');
    const parts = path.split('/').slice(1).filter(Boolean);
    for (const [i, PathPart] of parts.entries()) {
      const ParentId = i === 0 ? 'Root' : idOf(parts.slice(0, i).join('/'));
      const resource = { Type: 'AWS::ApiGateway::Resource', Properties: { ParentId, PathPart } };
      resources[idOf(parts.slice(0, i + 1).join('/'))] = resource;
    }
    const Uri = `arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/arn:aws:lambda:us-east-1:0:function:${id}/invocations`;
    const ResourceId = parts.length === 0 ? 'Root' : idOf(parts.join('/'));
    resources[`Method${id}`] = {
      Type: 'AWS::ApiGateway::Method',
      Properties: { HttpMethod, ResourceId, Integration: { Uri } },
    };
  }
  const found = new Routes(new Template('', resources));
  return {
    find: (method, path) => {
      const match = found.find(method, path);
      return match && { ...match, functionLogicalId: names.get(match.functionLogicalId) ?? '' };
    },
  };
}

describe('routes', () => {
  const routes = routesOf(
    'ANY /',
    'ANY /{proxy+}',
    'ANY /v1/key/{id}',
    'PUT /v1/key/{id}',
    'POST /v1/key/verify',
    'ANY /v1/key/verify',
    'GET /v1/submission/{endpointId}/{id}',
  );

  test.each([
    ['PUT', '/v1/key/key_1', 'PUT /v1/key/{id}', { id: 'key_1' }],
    ['GET', '/v1/key/key_1', 'ANY /v1/key/{id}', { id: 'key_1' }],
    ['POST', '/v1/key/verify', 'POST /v1/key/verify', {}],
    ['GET', '/v1/submission/enp_1/sub_1', 'GET /v1/submission/{endpointId}/{id}', { endpointId: 'enp_1', id: 'sub_1' }],
    ['GET', '/', 'ANY /', {}],
    ['GET', '/v2/key', 'ANY /{proxy+}', { proxy: 'v2/key' }],
    ['DELETE', '/v1/submission/enp_1/sub_1', 'ANY /{proxy+}', { proxy: 'v1/submission/enp_1/sub_1' }],
    ['GET', '/v1/key/key_1/', 'ANY /v1/key/{id}', { id: 'key_1' }],
    ['POST', '/v1/key/verify/', 'POST /v1/key/verify', {}],
    ['GET', '/v2/', 'ANY /{proxy+}', { proxy: 'v2' }],
    ['GET', '/v1/key/key_1//', 'ANY /{proxy+}', { proxy: 'v1/key/key_1/' }],
    ['GET', '/v1/key/key_1/more', 'ANY /{proxy+}', { proxy: 'v1/key/key_1/more' }],
  ])('%s %s goes to %s', (method, path, route, pathParameters) => {
    expect(routes.find(method, path)).toMatchObject({ functionLogicalId: route, pathParameters });
  });

  test('a literal segment wins over a parameter even if only its ANY fits the method', () => {
    expect(routes.find('PUT', '/v1/key/verify')?.functionLogicalId).toBe('ANY /v1/key/verify');
  });

  test('path parameters stay as they were sent, as API Gateway hands them on', () => {
    expect(routes.find('PUT', '/v1/key/a%2Fb%20%255F')?.pathParameters).toEqual({ id: 'a%2Fb%20%255F' });
    expect(routes.find('GET', '/v2/a%2Fb/c')?.pathParameters).toEqual({ proxy: 'v2/a%2Fb/c' });
  });

  test('a fixed name is found however it is encoded', () => {
    expect(routes.find('PUT', '/v1/%6Bey/key_1')?.functionLogicalId).toBe('PUT /v1/key/{id}');
  });

  test('what is not correctly encoded is an error', () => {
    expect(() => routes.find('PUT', '/v1/key/%E0%A4')).toThrow(URIError);
  });

  test('an empty segment is no parameter', () => {
    expect(routes.find('PUT', '/v1/key/')?.functionLogicalId).not.toBe('PUT /v1/key/{id}');
  });

  test('where nothing fits, nothing is found', () => {
    expect(routesOf('GET /v1/keys').find('POST', '/v1/keys')).toBeUndefined();
    expect(routesOf('GET /v1/keys').find('GET', '/v1/key')).toBeUndefined();
  });
});

describe('the function of an integration', () => {
  const resources = {
    Answer: { Type: 'AWS::Lambda::Function' },
    AnswerLive: { Type: 'AWS::Lambda::Alias', Properties: { FunctionName: { Ref: 'Answer' }, Name: 'live' } },
    Method: {
      Type: 'AWS::ApiGateway::Method',
      Properties: {
        Integration: {
          Uri: {
            'Fn::Join': ['', ['arn:aws:apigateway:lambda:path/functions/', { Ref: 'AnswerLive' }, '/invocations']],
          },
        },
      },
    },
  };

  test('is found behind its alias', () => {
    const [method] = new Template('', resources).ofType('AWS::ApiGateway::Method');
    const integration = method?.properties.Integration as { Uri: string };
    expect(integration.Uri).toContain(':function:Answer:live/');
    expect(functionOf(integration)).toBe('Answer');
  });
});
