import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { bundle } from '../../../../../infra/constructs/functions/bundle.ts';
import { slimSchemas } from '../../../../../infra/constructs/functions/sdkClients.ts';
import { sourceFiles } from '../../../../service/security/support/source.ts';
import { removeFolder } from '../../../../support/cloudProcess.ts';

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

describe('a bundled table', () => {
  const folder = mkdtempSync(join(tmpdir(), 'forms-table-'));
  let answer: { status: number; body: object };
  const server = createServer((_request, response) => {
    response.writeHead(answer.status, { 'Content-Type': 'application/x-amz-json-1.0' });
    response.end(JSON.stringify(answer.body));
  });
  let remove: () => Promise<void>;

  beforeAll(async () => {
    bundle({ table: 'shared/storage/table.ts' }, folder);
    const { createClient, Table } = await import(pathToFileURL(join(folder, 'table.mjs')).href);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const client = createClient({
      endpoint: `http://127.0.0.1:${port}`,
      region: 'eu-west-1',
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
      maxAttempts: 1,
    });
    remove = () => new Table(client, 'Table').delete({ PK: 'a', SK: 'b' });
  });
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve).closeAllConnections());
    await removeFolder(folder);
  });

  const errorOf = (name: string, more = {}) => ({
    __type: `com.amazonaws.dynamodb.v20120810#${name}`,
    message: 'The reason',
    ...more,
  });

  test.each([
    [400, errorOf('ConditionalCheckFailedException'), { name: 'ConditionFailed', indexes: [0] }],
    [
      400,
      errorOf('TransactionCanceledException', {
        CancellationReasons: [{ Code: 'None' }, { Code: 'ConditionalCheckFailed' }],
      }),
      { name: 'ConditionFailed', indexes: [1] },
    ],
    [400, errorOf('ProvisionedThroughputExceededException'), { name: 'StorageUnavailable' }],
    [500, errorOf('InternalServerError'), { name: 'StorageUnavailable' }],
    [
      400,
      errorOf('ResourceNotFoundException'),
      {
        name: 'ResourceNotFoundException',
        message: 'The reason',
        $fault: 'client',
        $metadata: { httpStatusCode: 400 },
      },
    ],
  ])('recognizes an error of DynamoDB by its name: %i %j', async (status, body, expected) => {
    answer = { status, body };
    await expect(remove()).rejects.toMatchObject(expected);
  });
});
