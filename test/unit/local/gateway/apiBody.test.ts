import { describe, expect, test } from '@jest/globals';
import { Template } from '../../../../infra/localService/template.ts';
import { apiBodyOf } from '../../../../local/gateway/apiBody.ts';
import { single, synthesizeStack } from '../../../support/cloud/stack.ts';

const { properties } = single((await synthesizeStack()).template.ofType('AWS::ApiGateway::RestApi'));

/** The API with something else at this place of its body. */
function read(place: string[], value: unknown) {
  const Body = structuredClone(properties.Body) as Record<string, unknown>;
  const parent = place.slice(0, -1).reduce((at, name) => at[name] as Record<string, unknown>, Body);
  parent[place.at(-1) ?? ''] = value;
  return apiBodyOf(new Template('', { Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Body } } }));
}

const PREFIX = 'x-amazon-apigateway';
const PATH = ['paths', '/v1/key/{id}'];
const METHOD = [...PATH, 'put'];
const INTEGRATION = [...METHOD, `${PREFIX}-integration`];
const HEADERS = [`${PREFIX}-gateway-responses`, 'THROTTLED', 'responseParameters'];

describe("the API's body", () => {
  test('is read', () => {
    expect(read(['info', 'title'], 'Forms').methods.length).toBeGreaterThan(70);
  });

  test.each<[string, string[], unknown]>([
    ['an unknown extension', [`${PREFIX}-any`], {}],
    ['an extension of a method at a path', [...PATH, `${PREFIX}-integration`], {}],
    ['an unknown property of a method', [...METHOD, 'security'], []],
    ['an unknown property of an integration', [...INTEGRATION, 'cacheNamespace'], 'a'],
    ['another type of integration', [...INTEGRATION, 'type'], 'mock'],
    ['no integration', INTEGRATION, null],
    ['no role', [...INTEGRATION, 'credentials'], null],
    ['an unknown validator', [...METHOD, `${PREFIX}-request-validator`], 'all'],
    ['an unknown method', [...PATH, 'PUT'], {}],
    ['a parameter that is part of a segment', ['paths', '/v1/{id}.json'], {}],
    ['a greedy parameter in the middle', ['paths', '/v1/{all+}/x'], {}],
    ['parameters of different names at one place', ['paths', '/v1/key/{keyId}/x'], {}],
    ['an unknown mapping', [...HEADERS, 'gatewayresponse.header.A'], 'a'],
  ])('is rejected with %s', (_, place, value) => {
    expect(() => read(place, value)).toThrow();
  });
});
