import { describe, expect, test } from '@jest/globals';
import { Routes } from '../../../../local/gateway/routes.ts';

/** Routes of an API with these methods, each to a function named after it. */
const routesOf = (...routes: string[]) =>
  new Routes(
    routes.map((functionLogicalId) => {
      const [method = '', path = ''] = functionLogicalId.split(' ');
      return { method, path, functionLogicalId, functionArn: '', credentials: '', validated: [] };
    }),
  );

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

  test('path parameters stay encoded as sent, as in API Gateway', () => {
    expect(routes.find('PUT', '/v1/key/a%2Fb%20%255F')?.pathParameters).toEqual({ id: 'a%2Fb%20%255F' });
    expect(routes.find('GET', '/v2/a%2Fb/c')?.pathParameters).toEqual({ proxy: 'v2/a%2Fb/c' });
  });

  test('a literal path segment is found in any encoding', () => {
    expect(routes.find('PUT', '/v1/%6Bey/key_1')?.functionLogicalId).toBe('PUT /v1/key/{id}');
  });

  test('malformed encoding is an error', () => {
    expect(() => routes.find('PUT', '/v1/key/%E0%A4')).toThrow(URIError);
  });

  test('an empty segment does not match a parameter', () => {
    expect(routes.find('PUT', '/v1/key/')?.functionLogicalId).not.toBe('PUT /v1/key/{id}');
  });

  test('returns undefined if no route matches', () => {
    expect(routesOf('GET /v1/keys').find('POST', '/v1/keys')).toBeUndefined();
    expect(routesOf('GET /v1/keys').find('GET', '/v1/key')).toBeUndefined();
  });
});
