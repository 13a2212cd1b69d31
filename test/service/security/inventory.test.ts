import { beforeAll, describe, expect, test } from '@jest/globals';
import { OTHER_FUNCTIONS } from '../../../infra/constructs/functions/bundle.ts';
import { apiBodyOf } from '../../../local/gateway/apiBody.ts';
import { OPERATIONS } from '../../../shared/contract/operations/index.ts';
import { newWorkspace, send } from '../../support/service.ts';
import { functionsOf, synthesizeStack } from '../../support/stack.ts';

const stack = await synthesizeStack();
let key: string;

beforeAll(async () => {
  ({ key } = await newWorkspace());
}, 90_000);

const GUESSES = [
  '/health',
  '/metrics',
  '/openapi.json',
  '/.git/config',
  '/usage',
  '/prod/v1/keys',
  '/v2/keys',
  '/v1/workspace',
  '/v1/key/verify/all',
  '/v1/endpoint//',
  '/v1/submissions',
];

describe('API9:2023 Improper Inventory Management', () => {
  test.each(GUESSES)('404 for %s, with and without a key, for reading, writing and preflights', async (path) => {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      for (const credential of [{}, { key }]) expect((await send(method, path, credential)).status).toBe(404);
    }
  });

  test('functions are reachable only through the API: none has a function URL', () => {
    expect(stack.template.ofType('AWS::Lambda::Url')).toEqual([]);
    expect(stack.template.ofType('AWS::ApiGatewayV2::Api')).toEqual([]);
    expect(stack.template.ofType('AWS::ElasticLoadBalancingV2::LoadBalancer')).toEqual([]);
  });

  test('there is one API with one stage', () => {
    expect(stack.template.ofType('AWS::ApiGateway::RestApi')).toHaveLength(1);
    expect(stack.template.ofType('AWS::ApiGateway::Stage')).toHaveLength(1);
  });

  test('only the functions of operations and the fallback can be invoked by the API', () => {
    const { methods } = apiBodyOf(stack.template);
    const invoked = functionsOf(stack).filter(({ logicalId }) =>
      methods.some((each) => each.functionLogicalId === logicalId),
    );
    expect(invoked.map(({ name }) => name).sort()).toEqual([...OPERATIONS.map(({ id }) => id), 'fallback'].sort());
    expect(OTHER_FUNCTIONS).toContain('fallback');
    const invoking = stack.template.ofType('AWS::Lambda::Permission').map(({ properties }) => properties.Principal);
    expect(invoking).not.toContain('apigateway.amazonaws.com');
  });
});
