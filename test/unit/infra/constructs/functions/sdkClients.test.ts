import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { slimSchemas } from '../../../../../infra/constructs/functions/sdkClients.ts';
import { sourceFiles } from '../../../../service/security/support/source.ts';

const SCHEMAS = `const _e = "error";
const _hE = "httpError";
const _s_registry = new TypeRegistry(_s);
_s_registry.registerError(ServiceException$, ServiceException);
const n0_registry = new TypeRegistry(n0);
export var GoneException$ = [-3, n0, _GE,
    { [_e]: _c, [_hE]: 400 },
    [_m],
    [0]
];
n0_registry.registerError(GoneException$, GoneException);
`;

describe('the schemas of a client', () => {
  test('have literal keys, and register the base class only', () => {
    const slim = slimSchemas(SCHEMAS);
    expect(slim).toContain('{ "error": _c, "httpError": 400 }');
    expect(slim.match(/\w+\.registerError/g)).toEqual(['_s_registry.registerError']);
  });

  test.each([
    ['a key that is no constant', SCHEMAS.replace('const _hE = "httpError";\n', ''), '{ "error": _c, [_hE]: 400 }'],
    ['another registry', `${SCHEMAS}n1_registry.registerError(A$, A);\n`, 'n1_registry.registerError(A$, A);'],
    [
      'a call over several lines',
      SCHEMAS.replace('GoneException$, ', 'GoneException$,\n'),
      'n0_registry.registerError(',
    ],
    ['no base class', SCHEMAS.replace('_s_registry.registerError', '_s_registry.register'), 'no base class'],
  ])('must not have %s', (_what, schemas, message) => {
    expect(() => slimSchemas(schemas)).toThrow(message);
  });
});

test('functions do not compare errors with classes of the clients, which never match', () => {
  const isAwsError = (name: string) => name.endsWith('Exception') || name === 'InternalServerError';
  const compared = sourceFiles('lambdas', 'shared')
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\binstanceof (\w+)/g)])
    .map(([, name = '']) => name);
  expect(compared).toContain('Error');
  expect(compared.filter(isAwsError)).toEqual([]);
});
